"""What a model of `transformers` reads of a picture, and how its patches lie on it."""

from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import torch
from torch import Tensor

from core.attention_map import Patches
from core.errors import InputError
from core.other_models.attentions import Line
from core.other_models.cut import pieces_of
from core.other_models.grids import MOST_OTHERS, Grid, proposed
from core.other_models.pictures import (
    Picture,
    picture_of,
    pixels_of,
    without_numbers,
)
from core.other_models.placing import others_of, patch_names, query_names
from core.other_models.reading import tensor_of
from core.other_models.relevance import labels_of
from core.other_models.theirs import UNFIT, reason_of
from core.text.sides import Side

SHARE = 0.5  # a detector's guess is named from so large a probability on
MOST_OFF = 2.0  # how far from square patches may be where no config says their size
INSIDE = ("vision_config", "encoder", "backbone_config")


def parts_of(processor: Any) -> tuple[Any, Any]:
    """The image processor and the tokenizer of what was given; None for neither."""
    if isinstance(processor, list | tuple):
        words = [one for one in processor if hasattr(one, "convert_ids_to_tokens")]
        images = [one for one in processor if one not in words]
        return next(iter(images), None), next(iter(words), None)
    if hasattr(processor, "convert_ids_to_tokens"):
        return None, processor
    images = getattr(processor, "image_processor", processor)
    return images, getattr(processor, "tokenizer", None)


def inputs_of(model: Any, processor: Any, image: Any, text: Any) -> dict[str, Tensor]:
    """What the model reads: pixels, and the words of a stream that has both."""
    images, tokenizer = parts_of(processor)
    if "pixel_values" not in signature(model.forward).parameters:
        raise InputError(
            "This model reads no picture: leave image out, or give the model that "
            "reads it."
        )
    if (images is None and not _is_read(model, image)) or not (
        images is None or callable(images)
    ):
        raise InputError(
            "Give the model's processor, which makes of a picture what the model "
            "reads, in place of the tokenizer; or a pair of both."
        )
    if images is None:
        pixels = tensor_of(image, "image").float()
        found = {"pixel_values": pixels if pixels.dim() == 4 else pixels[None]}
    elif _joins(model) and text is not None and hasattr(processor, "image_processor"):
        found = _processed(processor, image, text=text)
    else:
        found = _processed(images, image)
    pixels = found.get("pixel_values")
    if pixels is not None:
        pixels = found["pixel_values"] = tensor_of(pixels, "pixel_values")
    if pixels is None or pixels.dim() != 4 or len(pixels) != 1:
        made = "nothing" if pixels is None else tuple(pixels.shape)
        raise InputError(
            f"The processor makes {made} of the picture; one picture [1, 3, height, "
            "width] is wanted. Run the model yourself and use show with a grid for "
            "each part."
        )
    if not bool(pixels.isfinite().all()):
        raise without_numbers()
    towers = hasattr(model, "text_model") and hasattr(model, "vision_model")
    if tokenizer is None and (towers or _joins(model) or writes(model)):
        raise InputError(
            "This model reads or writes words, too: give its whole processor, or a "
            "pair of image processor and tokenizer."
        )
    if tokenizer is not None and "input_ids" not in found and (towers or _joins(model)):
        if not isinstance(text, str) or not text.strip():
            raise InputError("This model reads a text beside the picture: give text.")
        found |= dict(tokenizer(text, return_tensors="pt"))
    known = ("pixel_values", "pixel_mask", "input_ids", "attention_mask")
    return {name: found[name].to(model.device) for name in known if name in found}


def _is_read(model: Any, image: Any) -> bool:
    """Whether a picture is what this model reads: [3, height, width], or [1, 3, …]."""
    shape = list(getattr(image, "shape", ()))
    inside = [getattr(model.config, name, None) for name in INSIDE]
    channels = [getattr(one, "num_channels", None) for one in (*inside, model.config)]
    known = next((one for one in channels if one is not None), 3)
    return len(shape) in (3, 4) and shape[-3] == known


def _processed(processor: Any, image: Any, **more: Any) -> dict[str, Any]:
    """What a processor makes of a picture: of one of Pillow, where there is Pillow.

    An array three pixels high would be taken for three colours.
    """
    given: Any = pixels_of(image)[0]
    with suppress(ImportError):
        from PIL import Image

        given = Image.fromarray(given)
    try:
        return dict(processor(images=given, return_tensors="pt", **more))
    except UNFIT as error:
        raise InputError(
            f"The processor can't read what it is given ({reason_of(error)}). See "
            "whether it is that of this model, and whether the text has as many image "
            "tokens as there are pictures."
        ) from error


def writes(model: Any) -> bool:
    """Whether a model that reads pictures has a decoder of words."""
    both = bool(getattr(model.config, "is_encoder_decoder", False))
    words = "decoder_input_ids" in signature(model.forward).parameters
    return (both and words) or hasattr(model, "text_decoder")


def _joins(model: Any) -> bool:
    """Whether pictures and words are read in one stream."""
    config = model.config
    marks = ("image_token_id", "image_token_index")
    marked = any(getattr(config, name, None) is not None for name in marks)
    return marked or getattr(config, "model_type", "") == "git"


def as_seen(pixels: Tensor, images: Any) -> Picture:
    """The picture that the model read, with the colours that it had before.

    A processor brings colours to a mean of 0 and a spread of 1; this is undone.
    """
    found = pixels[0].detach().float().cpu()
    mean, spread = (getattr(images, f"image_{name}", None) for name in ("mean", "std"))
    if images is None:
        return picture_of(found)
    if mean and getattr(images, "do_normalize", True):
        deep = (-1, 1, 1)
        found = found * torch.tensor(spread).view(deep) + torch.tensor(mean).view(deep)
    cut = bool(getattr(images, "do_center_crop", False))
    return picture_of(found.clamp(0, 1), "seen", cut=cut)


@dataclass(frozen=True)
class Asked:
    """A model with what it reads, and what is asked of it.

    `grid` says how its patches lie, where its sizes don't; `target` is what it writes;
    what counts for an `output` is a map of its own.
    """

    model: Any
    tokenizer: Any
    inputs: dict[str, Tensor]
    text: Any = None
    target: Any = None
    grid: Grid | None = None
    output: Any = None

    def line(self, count: int) -> Line:
        """The patches of the picture, and what stands before them, by so many keys."""
        height, width = self.inputs["pixel_values"].shape[-2:]
        patch = _patch(self.model.config)
        rows, columns = self.grid or _grid(count, height, width, patch)
        own = (height // patch[0], width // patch[1]) if patch else None
        others = count - rows * columns
        off = height / rows / (width / columns)
        odd = self.grid is None and not 1 / MOST_OFF < off < MOST_OFF
        if not 0 <= others <= MOST_OTHERS or (odd and (rows, columns) != own):
            raise InputError(
                f"{rows} × {columns} patches don't fit the {count} keys of this model. "
                f"{proposed(count, height / width)}"
            )
        before = others_of(others)
        if others == 2 and getattr(self.model.config, "model_type", "") == "deit":
            before[1] = "[DIST]"
        side = Side.of_pieces([*before, *patch_names(rows, columns)])
        return Line(side, patches=(Patches(others, rows, columns),))

    def stream(self, count: int) -> Line:
        """A text with the patches where its image tokens are, or before all of it."""
        ids, config = self.inputs["input_ids"], self.model.config
        side = pieces_of(self.tokenizer, ids[0].tolist())
        mark = getattr(config, "image_token_index", None)
        mark = getattr(config, "image_token_id", mark)
        at = (ids[0] == mark).nonzero()[:, 0].tolist() if mark is not None else []
        first = at[0] if at else 0
        read = len(at) or count - ids.shape[1]
        if read < 1 or count != ids.shape[1] + read - len(at):
            token = self.tokenizer.convert_ids_to_tokens(mark) if mark else "<image>"
            raise InputError(
                "The text has no place for the picture: write the model's image token "
                f"({token}) into it, or use the processor's chat template."
            )
        line = self.line(read)
        patches, after = line.side, slice(first + len(at), None)
        names = (*side.pieces[:first], *patches.pieces, *side.pieces[after])
        special = (*side.special[:first], *patches.special, *side.special[after])
        moved = (replace(one, first=one.first + first) for one in line.patches)
        return Line(Side.of_pieces(names, special), patches=tuple(moved))

    def title(self, line: Line) -> str:
        """How many patches there are, and the text beside them."""
        said = isinstance(self.text, str)
        return f"{line.pictured} | {self.text}" if said else line.title


def _patch(config: Any) -> tuple[int, int] | None:
    """How large a patch is, as the config of what reads pictures says."""
    inside = [getattr(config, name, None) for name in INSIDE]
    for one in (*inside, config):
        size = getattr(one, "patch_size", None)
        if isinstance(size, int):
            return size, size
        if isinstance(size, list | tuple) and len(size) == 2:
            return size[0], size[1]
    return None


def _grid(count: int, height: int, width: int, patch: tuple[int, int] | None) -> Grid:
    """The grid that a patch's size says, else the one with the squarest patches."""
    if patch:
        rows, columns = height // patch[0], width // patch[1]
        if 0 <= count - rows * columns <= MOST_OTHERS:
            return rows, columns
    fits = [(rows, count // rows) for rows in range(1, count + 1) if count % rows == 0]
    return min(fits, key=lambda fit: abs(height / fit[0] / (width / fit[1]) - 1))


def guesses_of(model: Any, found: Any, count: int) -> list[str]:
    """ "query 7: cat (93%)" where a query found something, "query 8" where not."""
    names, logits = query_names(count), getattr(found, "logits", None)
    if logits is None or logits.shape[-1] < 2:
        return names
    labels = labels_of(model)
    chances, which = logits[0].detach().softmax(-1)[:, :-1].max(-1)
    for at, (chance, one) in enumerate(
        zip(chances.tolist(), which.tolist(), strict=True)
    ):
        if chance >= SHARE:
            names[at] += f": {labels.get(one, one)} ({_percent(chance)})"
    return names


def _percent(chance: float) -> str:
    """All only where it is all."""
    return "> 99%" if 0.995 <= chance < 1 else f"{chance:.0%}"
