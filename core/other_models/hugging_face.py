"""One pass of a model of Hugging Face's `transformers`, with its words.

That library is not needed to import this: model and tokenizer bring it along.
"""

from inspect import signature
from typing import Any

import torch

from core.errors import InputError
from core.other_models.attentions import Attentions, Line
from core.other_models.checking import check_sizes
from core.other_models.cut import encoded, side_of
from core.other_models.generate import generated
from core.other_models.passes import (
    OF_ITS_OWN,
    as_it_is_read,
    kind_of,
    name_of,
    translated,
)
from core.other_models.reading import layers_of
from core.other_models.theirs import (
    check_model,
    computed,
    reads_pictures_only,
    tokenizer_of,
)
from core.other_models.vision import over_picture


def from_transformers(
    model: Any,
    tokenizer: Any,
    text: Any = None,
    target: Any = None,
    *,
    pair: str | None = None,
    generate: Any = None,
    image: Any = None,
    grid: Any = None,
    output: Any = None,
) -> Attentions:
    """One pass of an encoder, a decoder, or both, over a text that is cut into words.

    `pair` is a second sentence for an encoder that reads two. `target` is the output of
    an encoder–decoder; without it the model writes one, greedily. With `generate`, the
    arguments of its `generate` (`{"max_new_tokens": 20}`), the model goes on from the
    text, or translates it, and the steps are shown as they were gone. For this pass the
    model computes its attention eagerly and without dropout; afterwards it is as it
    was. The pieces of a word are known from a fast tokenizer; of a slow one every
    piece stands alone. InputError where a text is empty or the weights are not given
    out.

    With an `image` (a path, a picture of Pillow, an array) the model reads that, and
    `tokenizer` is its processor: see `core.other_models.vision`, also for `output`.
    """
    if image is not None and generate is not None:
        raise InputError(
            "With an image, call model.generate yourself (output_attentions=True, "
            "return_dict_in_generate=True) and give show what it returns, with its "
            "tokens, the image and the grid of its patches."
        )
    if image is not None:
        check_model(model)
        if pair is not None:
            raise InputError(
                "pair is for an encoder of two sentences; with an image leave it out."
            )
        return over_picture(
            model, tokenizer, image, text, target, grid=grid, output=output
        )
    if output is not None or grid is not None:
        raise InputError(
            "grid and output are for a model that reads a picture: give image."
        )
    check_model(model)
    if reads_pictures_only(model, signature(model.forward).parameters):
        raise InputError(
            "This model reads a picture: give image, and its processor in place of "
            "the tokenizer."
        )
    tokenizer = tokenizer_of(tokenizer)
    with torch.inference_mode():
        return _over_text(model, tokenizer, text, target, pair, generate)


def _over_text(
    model: Any,
    tokenizer: Any,
    text: Any,
    target: Any,
    pair: str | None,
    generate: Any,
) -> Attentions:
    both = bool(getattr(model.config, "is_encoder_decoder", False))
    if target is not None and not both:
        raise InputError(
            "This model has no decoder beside its encoder, so there is no target: give "
            "the whole text as text."
        )
    if generate is not None and (target is not None or pair is not None):
        raise InputError(
            "With generate the model writes by itself: leave target and pair out."
        )
    read = encoded(tokenizer, "text", text, *([] if pair is None else [pair]))
    inputs = {
        name: torch.tensor([read[name]], device=model.device)
        for name in ("input_ids", "attention_mask", "token_type_ids")
        if name in read
    }
    source = side_of(tokenizer, read, text, pair or "")
    title = text if pair is None else f"{text} | {pair}"
    with as_it_is_read(model):
        if generate is not None:
            line = Line(source) if both else None
            return generated(model, tokenizer, inputs, text, line, generate)
        if both:
            return translated(model, tokenizer, inputs, Line(source), title, target)
        found = computed(model, **inputs, output_attentions=True)
    weights = layers_of(getattr(found, "attentions", None), "attentions")
    count = len(source.pieces)
    check_sizes("attentions", weights, count, count, OF_ITS_OWN)
    layers = kind_of("", "source", "source", weights, None)
    second = None if pair is None or layers.back else read.sequence_ids().index(1)
    return Attentions(
        name_of(model), title, {"source": Line(source)}, (layers,), second
    )
