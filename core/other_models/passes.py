"""What a pass of a model of Hugging Face's `transformers` is made of, of any kind.

That library is not needed to import this: model and tokenizer bring it along.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from core.errors import InputError
from core.other_models.arrays import ORDER
from core.other_models.attentions import Attentions, Layers, Line
from core.other_models.checking import check_sizes
from core.other_models.cut import cut_again, encoded, read_side, side_of
from core.other_models.reading import across, layers_of, seen
from core.other_models.theirs import computed
from core.text.sides import Side

OF_ITS_OWN = (
    "If the model adds tokens of its own, run it yourself and use show with all of "
    "them."
)
MOST_WRITTEN = 64  # tokens that a model writes where nobody says how many


def translated(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    source: Line,
    title: str,
    target: str | None,
) -> Attentions:
    """The pass of an encoder–decoder over a target that is given or written first.

    What is read is a text, or a picture; an encoder of pictures that attends inside
    windows has no map over all of it, and is left out.
    """
    if target is None:
        labels, read, predicted = _written(model, tokenizer, inputs)
    else:
        cut = encoded(tokenizer, "target", target, output=True)
        labels, predicted = cut["input_ids"], side_of(tokenizer, cut, target)
        read = _shifted(model, labels)
    device = next(iter(inputs.values())).device
    found = computed(
        model,
        **inputs,
        decoder_input_ids=torch.tensor([read], device=device),
        output_attentions=True,
        use_cache=False,
    )
    kinds = []
    for short, field, sides in (
        ("encoder", "encoder_attentions", ("source", "source")),
        ("decoder", "decoder_attentions", ("read", "read")),
        ("cross", "cross_attentions", ("predicted", "source")),
    ):
        layers = getattr(found, field, None)
        if source.patches and short == "encoder" and windowed(layers):
            continue
        weights = layers_of(layers, field)
        sizes = {"source": len(source.side.pieces)}
        queries, keys = (sizes.get(side, len(read)) for side in sides)
        check_sizes(field, weights, queries, keys, OF_ITS_OWN)
        kinds.append(kind_of(short, *sides, weights, short == "decoder"))
    given = target is not None
    said = target if given else tokenizer.decode(labels, skip_special_tokens=True)
    lines = {
        "source": source,
        "read": Line(read_side(tokenizer, read[0], predicted), "output", given),
        "predicted": Line(predicted, "output", given),
    }
    kinds.sort(key=lambda kind: ORDER.index(kind.short))
    return Attentions(name_of(model), f"{title} → {said}", lines, tuple(kinds))


def kind_of(
    short: str, queries: str, keys: str, weights: Tensor, causal: bool | None
) -> Layers:
    """Layers between two lines of a pass, with the cells that their masks left open.

    Without a `short` name they are a decoder where no query looks ahead.
    """
    if queries != keys:
        return Layers(short, queries, keys, weights, across(weights))
    allowed, back = seen(weights, causal)
    short = short or ("decoder" if back else "encoder")
    return Layers(short, queries, keys, weights, allowed, back)


def windowed(layers: Any) -> bool:
    """Whether layers attend inside windows: of several sizes, or of many parts."""
    if not layers or any(layer is None for layer in layers):
        return False
    return len({layer.shape[-1] for layer in layers}) > 1 or len(layers[0]) > 1


def name_of(model: Any) -> str:
    """What a model is called: where it was loaded from, or its class."""
    return str(getattr(model.config, "name_or_path", "")) or type(model).__name__


def _written(
    model: Any, tokenizer: Any, inputs: dict[str, Tensor]
) -> tuple[list[int], list[int], Side]:
    """What the model writes by itself: predicted, read, and the words of the first."""
    if not hasattr(model, "generate"):
        raise InputError("This model does not write by itself: give a target.")
    options = {"do_sample": False, "num_beams": 1, "max_new_tokens": MOST_WRITTEN}
    ids = computed(model.generate, **inputs, **options)[0].tolist()
    if len(ids) < 2:
        raise InputError("The model wrote nothing: give a target.")
    labels = ids[1:]
    return labels, ids[:-1], cut_again(tokenizer, labels, target=True)


def _shifted(model: Any, labels: list[int]) -> list[int]:
    """What the decoder reads to predict these: its start, then all but the last."""
    if shift := getattr(model, "prepare_decoder_input_ids_from_labels", None):
        return shift(labels=torch.tensor([labels]))[0].tolist()
    for name in ("decoder_start_token_id", "bos_token_id", "pad_token_id"):
        start = getattr(model.config, name, None)
        if start is not None:
            return [start, *labels[:-1]]
    raise InputError("The model does not say what its decoder begins with.")


@contextmanager
def as_it_is_read(model: Any) -> Iterator[None]:
    """The model with eager attention and without dropout, for as long as this holds."""
    training = {module: module.training for module in model.modules()}
    configs = {id(config): config for module in training if (config := _config(module))}
    before = [(config, config._attn_implementation) for config in configs.values()]
    try:
        model.eval()
        for config, _ in before:
            config._attn_implementation = "eager"
        yield
    finally:
        for config, kept in before:  # a config hands it on to those inside it
            config._attn_implementation = kept
        for module, kept in training.items():
            module.training = kept


def _config(module: Any) -> Any:
    config = getattr(module, "config", None)
    return config if hasattr(config, "_attn_implementation") else None
