"""One pass of a model of `transformers` that reads a picture, with its patches.

It is shown as the model saw it: resized, cropped or padded by its processor. Its
patches are told from the model's own sizes, or from `grid`. What it reads and gives out
decides: an encoder of pictures alone (ViT, DeiT, BEiT, DINO), two towers (CLIP), a
detector (DETR), a writer with an encoder of pictures (TrOCR, Donut) or with
cross-attention to one (BLIP), and pictures and words in one stream (LLaVA, GIT).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from core.errors import InputError
from core.other_models.attentions import Attentions, Derived, Layers, Line
from core.other_models.cut import encoded, side_of
from core.other_models.passes import as_it_is_read, name_of, translated, windowed
from core.other_models.placing import Grid
from core.other_models.reading import across, layers_of, seen
from core.other_models.relevance import (
    not_yet,
    of_one_stream,
    of_two_streams,
    rows_of_one,
    score_of,
    shares,
    weighed,
)
from core.other_models.seeing import (
    as_seen,
    guesses_of,
    inputs_of,
    liner,
    parts_of,
    stream_line,
    title_of,
)
from core.text.sides import Side


def over_picture(
    model: Any,
    processor: Any,
    image: Any,
    text: Any = None,
    target: Any = None,
    *,
    grid: Grid | None = None,
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
    with (
        as_it_is_read(model),
        torch.inference_mode(output is None),
        torch.set_grad_enabled(output is not None),
    ):
        inputs = inputs_of(model, processor, image, text)
        found = _pass(model, tokenizer, inputs, text, target, grid, output)
    return replace(found, pictures=(as_seen(inputs["pixel_values"], images),))


def _pass(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    text: Any,
    target: Any,
    grid: Grid | None,
    output: Any,
) -> Attentions:
    both = bool(getattr(model.config, "is_encoder_decoder", False))
    line = liner(model, inputs["pixel_values"], grid)
    if both and tokenizer is not None:
        return _written(model, tokenizer, inputs, target, line, output)
    if hasattr(model, "text_decoder") and hasattr(model, "vision_model"):
        return _captioned(model, tokenizer, inputs, target or text, line, output)
    pixels = inputs["pixel_values"]
    if output is not None:
        inputs = {**inputs, "pixel_values": pixels.requires_grad_(True)}
    found = model(**inputs, output_attentions=True)
    towers = getattr(found, "vision_model_output", None)
    if towers is not None:
        return _towers(model, tokenizer, found, text, line, output)
    if getattr(found, "cross_attentions", None) is not None:
        return _detected(model, found, line, output)
    given = getattr(found, "attentions", None) or ()
    if windowed(given):
        raise InputError(
            "This model attends inside windows of the picture: no map covers all of "
            "it. Give show the weights of one window, with its part of the picture as "
            "image and its grid."
        )
    weights = layers_of(given, "attentions")
    if "input_ids" in inputs:
        source = stream_line(model, tokenizer, inputs["input_ids"], weights, line)
    else:
        source = line(weights.shape[-1])
    allowed, back = seen(weights, None if "input_ids" in inputs else False)
    short = "decoder" if back else "encoder"
    kinds = (Layers(short, "source", "source", weights, allowed, back),)
    own = Attentions(name_of(model), title_of(source, text), {"source": source}, kinds)
    if output is None:
        return own
    score, of = score_of(model, tokenizer, found, output)
    whole = shares(of_one_stream(weighed(score, given)))
    return replace(own, derived=(Derived("gradient", "source", "source", whole, of),))


def _written(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    target: Any,
    line: Callable[[int], Line],
    output: Any,
) -> Attentions:
    """A writer that has an encoder of pictures."""
    not_yet(output)
    read = model.get_encoder()(inputs["pixel_values"])
    source = line(read.last_hidden_state.shape[1])
    return translated(model, tokenizer, inputs, source, title_of(source, None), target)


def _captioned(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    text: Any,
    line: Callable[[int], Line],
    output: Any,
) -> Attentions:
    """A writer whose layers attend across to what an encoder of pictures gives."""
    not_yet(output)
    read = model.vision_model(inputs["pixel_values"], output_attentions=True)
    cut = encoded(tokenizer, "text", text)
    ids = torch.tensor([cut["input_ids"]], device=model.device)
    found = model.text_decoder(
        ids,
        encoder_hidden_states=read.last_hidden_state,
        output_attentions=True,
        use_cache=False,
    )
    kinds = []
    for short, layers, sides in (
        ("encoder", read.attentions, ("source", "source")),
        ("decoder", found.attentions, ("target", "target")),
        ("cross", found.cross_attentions, ("target", "source")),
    ):
        weights = layers_of(layers, f"{short} attentions")
        allowed = across(weights)
        back = short == "decoder"
        if back:
            allowed, back = seen(weights, None)
        kinds.append(Layers(short, *sides, weights, allowed, back))
    source = line(kinds[0].weights.shape[-1])
    words = Line(side_of(tokenizer, cut, text), "output")
    lines = {"source": source, "target": words}
    return Attentions(name_of(model), title_of(source, text), lines, tuple(kinds))


def _towers(
    model: Any,
    tokenizer: Any,
    found: Any,
    text: Any,
    line: Callable[[int], Line],
    output: Any,
) -> Attentions:
    """Two towers, for picture and text, which do not attend to each other."""
    read = found.vision_model_output.attentions
    weights = layers_of(read, "vision attentions")
    words = layers_of(found.text_model_output.attentions, "text attentions")
    source = line(weights.shape[-1])
    side = side_of(tokenizer, encoded(tokenizer, "text", text), text)
    allowed, back = seen(words, None)
    kinds = (
        Layers("encoder", "source", "source", weights, across(weights)),
        Layers("decoder", "text", "text", words, allowed, back),
    )
    lines = {"source": source, "text": Line(side)}
    own = Attentions(name_of(model), title_of(source, text), lines, kinds)
    if output is None:
        return own
    score, of = score_of(model, tokenizer, found, output)
    whole = shares(of_one_stream(weighed(score, read)))
    return replace(own, derived=(Derived("gradient", "source", "source", whole, of),))


def _detected(
    model: Any, found: Any, line: Callable[[int], Line], output: Any
) -> Attentions:
    """Queries that look for things on a picture, each named by what it found."""
    given = [
        getattr(found, f"{name}_attentions") for name in ("encoder", "decoder", "cross")
    ]
    weights = [layers_of(one, "attentions") for one in given]
    sides = ("source", "source"), ("target", "target"), ("target", "source")
    shorts = ("encoder", "decoder", "cross")
    kinds = tuple(
        Layers(short, *side, one, across(one))
        for short, side, one in zip(shorts, sides, weights, strict=True)
    )
    names = guesses_of(model, found, weights[2].shape[-2])
    side = Side(names, names, tuple(range(len(names))), (False,) * len(names))
    source = line(weights[0].shape[-1])
    lines = {"source": source, "target": Line(side, "output")}
    own = Attentions(name_of(model), title_of(source, None), lines, kinds)
    if output is None:
        return own
    score, of = score_of(model, None, found, output)
    whole = rows_of_one(of_two_streams(*(weighed(score, one) for one in given)))
    return replace(own, derived=(Derived("gradient", "target", "source", whole, of),))
