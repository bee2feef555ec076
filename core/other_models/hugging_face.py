"""One pass of a model of Hugging Face's `transformers`, with its words.

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
from core.other_models.cut import encoded, options, pieces_of, read_side, side_of
from core.other_models.generate import generated
from core.other_models.reading import across, layers_of, seen
from core.text.sides import Side

MOST_WRITTEN = 64  # tokens that a translator writes where no target is given


@torch.inference_mode()
def from_transformers(
    model: Any,
    tokenizer: Any,
    text: Any,
    target: Any = None,
    *,
    pair: str | None = None,
    generate: Any = None,
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
    """
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
    name = str(getattr(model.config, "name_or_path", "")) or type(model).__name__
    with _as_it_is_read(model):
        if generate is not None:
            known = source if both else None
            return generated(model, tokenizer, inputs, text, known, name, generate)
        if both:
            return _translated(model, tokenizer, inputs, source, title, target, name)
        found = model(**inputs, output_attentions=True)
    weights = layers_of(getattr(found, "attentions", None), "attentions")
    _check(weights, len(source.pieces), len(source.pieces))
    allowed, back = seen(weights, None)
    short = "decoder" if back else "encoder"
    layers = Layers(short, "source", "source", weights, allowed, back)
    second = None if pair is None or back else read.sequence_ids().index(1)
    return Attentions(name, title, {"source": Line(source)}, (layers,), second)


def _translated(
    model: Any,
    tokenizer: Any,
    inputs: dict[str, Tensor],
    source: Side,
    title: str,
    target: str | None,
    name: str,
) -> Attentions:
    """The pass of an encoder–decoder over a target that is given or written first."""
    if target is None:
        labels, read, predicted = _written(model, tokenizer, inputs)
    else:
        cut = encoded(tokenizer, "target", target, output=True)
        labels, predicted = cut["input_ids"], side_of(tokenizer, cut, target)
        read = _shifted(model, labels)
    device = inputs["input_ids"].device
    found = model(
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
        weights = layers_of(getattr(found, field, None), field)
        sizes = {"source": len(source.pieces)}
        _check(weights, *(sizes.get(side, len(read)) for side in sides))
        if short == "cross":
            kinds.append(Layers(short, *sides, weights, across(weights)))
            continue
        allowed, back = seen(weights, short == "decoder")
        kinds.append(Layers(short, *sides, weights, allowed, back))
    given = target is not None
    said = target if given else tokenizer.decode(labels, skip_special_tokens=True)
    lines = {
        "source": Line(source),
        "read": Line(read_side(tokenizer, read[0], predicted), "output", given),
        "predicted": Line(predicted, "output", given),
    }
    kinds.sort(key=lambda kind: ORDER.index(kind.short))
    return Attentions(name, f"{title} → {said}", lines, tuple(kinds))


def _written(
    model: Any, tokenizer: Any, inputs: dict[str, Tensor]
) -> tuple[list[int], list[int], Side]:
    """What the model writes by itself: predicted, read, and the words of the first.

    The words are known where the tokenizer would cut the same text in the same way.
    """
    if not hasattr(model, "generate"):
        raise InputError("This model does not write by itself: give a target.")
    ids = model.generate(
        **inputs, do_sample=False, num_beams=1, max_new_tokens=MOST_WRITTEN
    )[0].tolist()
    if len(ids) < 2:
        raise InputError("The model wrote nothing: give a target.")
    labels = ids[1:]
    text = tokenizer.decode(labels, skip_special_tokens=True)
    again = tokenizer(text_target=text, **options(tokenizer))
    same = again["input_ids"] == labels
    side = side_of(tokenizer, again, text) if same else pieces_of(tokenizer, labels)
    return labels, ids[:-1], side


def _shifted(model: Any, labels: list[int]) -> list[int]:
    """What the decoder reads to predict these: its start, then all but the last."""
    if shift := getattr(model, "prepare_decoder_input_ids_from_labels", None):
        return shift(labels=torch.tensor([labels]))[0].tolist()
    for name in ("decoder_start_token_id", "bos_token_id", "pad_token_id"):
        start = getattr(model.config, name, None)
        if start is not None:
            return [start, *labels[:-1]]
    raise InputError("The model does not say what its decoder begins with.")


def _check(weights: Tensor, queries: int, keys: int) -> None:
    if tuple(weights.shape[-2:]) != (queries, keys):
        raise InputError(
            f"The model gave weights of {weights.shape[-2]} queries over "
            f"{weights.shape[-1]} keys for {queries} and {keys} tokens. If it adds "
            "tokens of its own, run it yourself and use show with all of them."
        )


@contextmanager
def _as_it_is_read(model: Any) -> Iterator[None]:
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
