"""One pass of a model of `transformers` that reads a picture, with its patches.

It is shown as the model saw it: resized, cropped or padded by its processor. Its
patches are told from the model's own sizes, or from `grid`. What it reads and gives out
decides: an encoder of pictures alone (ViT, DeiT, BEiT, DINO), two towers (CLIP), a
detector (DETR), a writer with an encoder of pictures (TrOCR, Donut) or with
cross-attention to one (BLIP), and pictures and words in one stream (LLaVA, GIT).
"""

from dataclasses import replace
from typing import Any

import torch

from core.errors import InputError
from core.other_models.attentions import Attentions, Derived, Layers, Line
from core.other_models.cut import encoded, side_of
from core.other_models.grids import grids_of
from core.other_models.passes import (
    as_it_is_read,
    kind_of,
    name_of,
    translated,
    windowed,
)
from core.other_models.reading import layers_of
from core.other_models.relevance import (
    gradient_weighted,
    of_one_stream,
    of_two_streams,
    refuse_output,
    rows_of_one,
    score_of,
    shares,
)
from core.other_models.seeing import (
    Asked,
    as_seen,
    guesses_of,
    inputs_of,
    parts_of,
    writes,
)
from core.other_models.theirs import computed
from core.text.sides import Side

PATCHES, WORDS = ("source", "source"), ("target", "target")
ACROSS = ("target", "source")
"""Queries and keys of the kinds of attention."""


def over_picture(
    model: Any,
    processor: Any,
    image: Any,
    text: Any = None,
    target: Any = None,
    *,
    grid: Any = None,
    output: Any = None,
) -> Attentions:
    """One pass over a picture, and over a text where the model reads or writes one.

    `processor` is the model's, or its image processor, or both of that and a tokenizer;
    without one the picture is the tensor that the model reads. With an `output` (a
    class by number or name, a place in the logits behind the batch, or a function of
    what the model returns that gives one number) what counts for it is a map of its
    own.
    """
    images, tokenizer = parts_of(processor)
    grids = grids_of(grid)
    if grid is not None and (len(grids) != 1 or len(grids[0]) != 2):
        raise InputError(
            "The picture that the model reads has one grid, (rows, columns); leave "
            "grid out, and it is told from the model."
        )
    grid = (grids[0][0], grids[0][1]) if grids else None
    with (
        as_it_is_read(model),
        torch.inference_mode(output is None),
        torch.set_grad_enabled(output is not None),
    ):
        inputs = inputs_of(model, processor, image, text)
        found = _pass(Asked(model, tokenizer, inputs, text, target, grid, output))
    return replace(found, pictures=(as_seen(inputs["pixel_values"], images),))


def _pass(asked: Asked) -> Attentions:
    """What kind of model it is, as its parts and its output tell."""
    model, inputs = asked.model, asked.inputs
    if hasattr(model, "text_decoder") and hasattr(model, "vision_model"):
        return _captioned(asked)
    if writes(model):
        _check_words(text=asked.text)
        return _written(asked)
    text = None if "input_ids" in inputs else asked.text
    _check_words(target=asked.target, text=text)
    if asked.output is not None:
        pixels = inputs["pixel_values"].requires_grad_(True)
        inputs = {**inputs, "pixel_values": pixels}
    found = computed(model, **inputs, output_attentions=True)
    if getattr(found, "ids_restore", None) is not None:
        raise InputError(
            "This model reads a part of its patches, in random order, so its weights "
            "can't be laid over the picture. Load its encoder alone, as a ViTModel."
        )
    if getattr(found, "vision_model_output", None) is not None:
        return _towers(asked, found)
    if getattr(found, "cross_attentions", None) is not None:
        return _detected(asked, found)
    return _streamed(asked, found)


def _streamed(asked: Asked, found: Any) -> Attentions:
    """Patches alone, or patches and words in one stream."""
    given = getattr(found, "attentions", None) or ()
    if windowed(given):
        raise InputError(
            "This model attends inside windows of the picture: no map covers all of "
            "it. Give show the weights of one window, with its part of the picture as "
            "image and its grid."
        )
    weights, words = layers_of(given, "attentions"), "input_ids" in asked.inputs
    line = (asked.stream if words else asked.line)(weights.shape[-1])
    kind = kind_of("", "source", "source", weights, None if words else False)
    return _counted(
        _of(asked, {"source": line}, (kind,)), asked, found, "source", given
    )


def _check_words(**given: Any) -> None:
    """InputError where words are given that this model does not read."""
    for name, words in given.items():
        if words is not None:
            raise InputError(
                f"This model does not read {name} beside the picture: leave it out. "
                "What a writer writes is target, all else is text."
            )


def _written(asked: Asked) -> Attentions:
    """A writer that has an encoder of pictures."""
    refuse_output(asked.output)
    model, inputs = asked.model, asked.inputs
    read = computed(model.get_encoder(), inputs["pixel_values"])
    line = asked.line(read.last_hidden_state.shape[1])
    return translated(model, asked.tokenizer, inputs, line, line.title, asked.target)


def _captioned(asked: Asked) -> Attentions:
    """A writer whose layers attend across to what an encoder of pictures gives."""
    refuse_output(asked.output)
    model, text = asked.model, asked.target or asked.text
    pixels = asked.inputs["pixel_values"]
    read = computed(model.vision_model, pixels, output_attentions=True)
    cut = encoded(asked.tokenizer, "text", text)
    found = computed(
        model.text_decoder,
        torch.tensor([cut["input_ids"]], device=model.device),
        encoder_hidden_states=read.last_hidden_state,
        output_attentions=True,
        use_cache=False,
    )
    kinds = tuple(
        kind_of(short, *sides, layers_of(layers, f"{short} attentions"), causal)
        for short, sides, layers, causal in (
            ("encoder", PATCHES, read.attentions, False),
            ("decoder", WORDS, found.attentions, None),
            ("cross", ACROSS, found.cross_attentions, None),
        )
    )
    words = Line(side_of(asked.tokenizer, cut, text), "output")
    lines = {"source": asked.line(kinds[0].weights.shape[-1]), "target": words}
    return _of(replace(asked, text=text), lines, kinds)


def _towers(asked: Asked, found: Any) -> Attentions:
    """Two towers, for picture and text, which do not attend to each other."""
    read = found.vision_model_output.attentions
    words = layers_of(found.text_model_output.attentions, "text attentions")
    kinds = (
        kind_of("encoder", *PATCHES, layers_of(read, "vision attentions"), False),
        kind_of("decoder", "text", "text", words, None),
    )
    cut = encoded(asked.tokenizer, "text", asked.text)
    text = Line(side_of(asked.tokenizer, cut, asked.text))
    lines = {"source": asked.line(kinds[0].weights.shape[-1]), "text": text}
    return _counted(_of(asked, lines, kinds), asked, found, "source", read)


def _detected(asked: Asked, found: Any) -> Attentions:
    """Queries that look for things on a picture, each named by what it found."""
    asked = replace(asked, tokenizer=None, text=None)
    shorts = ("encoder", "decoder", "cross")
    given = [getattr(found, f"{short}_attentions") for short in shorts]
    kinds = tuple(
        kind_of(short, *sides, layers_of(layers, "attentions"), False)
        for short, sides, layers in zip(
            shorts, (PATCHES, WORDS, ACROSS), given, strict=True
        )
    )
    side = Side.of_pieces(guesses_of(asked.model, found, kinds[2].weights.shape[-2]))
    source = asked.line(kinds[0].weights.shape[-1])
    lines = {"source": source, "target": Line(side, "output")}
    return _counted(_of(asked, lines, kinds), asked, found, "target", *given)


def _of(asked: Asked, lines: dict[str, Line], kinds: tuple[Layers, ...]) -> Attentions:
    title = asked.title(lines["source"])
    return Attentions(name_of(asked.model), title, lines, kinds)


def _counted(
    own: Attentions, asked: Asked, found: Any, queries: str, *streams: Any
) -> Attentions:
    """The pass with what counts for the output that is asked for, if one is."""
    if asked.output is None:
        return own
    score, of = score_of(asked.model, asked.tokenizer, found, asked.output)
    layers = [gradient_weighted(score, one) for one in streams]
    if len(layers) == 1:
        whole = shares(of_one_stream(*layers))
    else:
        whole = rows_of_one(of_two_streams(*layers))
    counts = Derived("gradient", queries, "source", whole, of)
    return replace(own, derived=(counts,))
