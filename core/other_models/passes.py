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
from core.other_models.reading import across, layers_of, seen
from core.other_models.tokens import joined, plain, pretty
from core.text.sides import Side

MOST_WRITTEN = 64  # tokens that a translator writes where no target is given


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
        layers = getattr(found, field, None)
        if source.patches and short == "encoder" and windowed(layers):
            continue
        weights = layers_of(layers, field)
        sizes = {"source": len(source.side.pieces)}
        check_sizes(weights, *(sizes.get(side, len(read)) for side in sides))
        if short == "cross":
            kinds.append(Layers(short, *sides, weights, across(weights)))
            continue
        allowed, back = seen(weights, short == "decoder")
        kinds.append(Layers(short, *sides, weights, allowed, back))
    given = target is not None
    said = target if given else tokenizer.decode(labels, skip_special_tokens=True)
    lines = {
        "source": source,
        "read": Line(_read_side(tokenizer, read[0], predicted), "output", given),
        "predicted": Line(predicted, "output", given),
    }
    kinds.sort(key=lambda kind: ORDER.index(kind.short))
    return Attentions(name_of(model), f"{title} → {said}", lines, tuple(kinds))


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
    again = tokenizer(text_target=text, **_options(tokenizer))
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


def encoded(tokenizer: Any, what: str, *texts: Any, output: bool = False) -> Any:
    """The tokens of a text, or of two, without padding."""
    if not all(isinstance(one, str) for one in texts):
        raise InputError(f"{what} is one text. Show the texts of a batch one by one.")
    given = (
        {"text_target": texts[0]} if output else dict(zip(PARTS, texts, strict=False))
    )
    found = tokenizer(**given, **_options(tokenizer))
    if not any(text.strip() for text in texts) or not found["input_ids"]:
        raise InputError(f"{what} is empty: there is nothing to read.")
    return found


PARTS = ("text", "text_pair")


def _options(tokenizer: Any) -> dict[str, Any]:
    return {"return_offsets_mapping": True} if _is_fast(tokenizer) else {}


def _is_fast(tokenizer: Any) -> bool:
    """Whether it says which piece stands where in the text."""
    return bool(getattr(tokenizer, "is_fast", False))


def side_of(tokenizer: Any, cut: Any, *texts: str) -> Side:
    """Pieces and words of a text, or of two, as they are spelled there."""
    ids = cut["input_ids"]
    if not _is_fast(tokenizer):
        return pieces_of(tokenizer, ids)
    tokens, special = tokenizer.convert_ids_to_tokens(ids), tokenizer.all_special_ids
    pieces: list[str] = []
    words: list[tuple[int, int] | None] = []
    spans: dict[object, tuple[int, int]] = {}
    places = zip(ids, cut.sequence_ids(), cut.word_ids(), strict=True)
    for at, (index, sequence, word) in enumerate(places):
        if sequence is None or word is None or index in special:
            pieces.append(tokens[at])
            words.append(None)
            continue
        start, end = cut["offset_mapping"][at]
        pieces.append(plain(texts[sequence][start:end]))
        words.append((sequence, word))
        first, last = spans.get(words[-1], (start, end))
        spans[words[-1]] = min(first, start), max(last, end)
    spelled = {
        word: texts[word[0]][slice(*spans[word])] for word in words if word is not None
    }
    return joined(pieces, words, spelled)


def pieces_of(tokenizer: Any, ids: list[int]) -> Side:
    """Pieces alone: of a tokenizer that knows no words, or of what a model wrote."""
    tokens, special = tokenizer.convert_ids_to_tokens(ids), tokenizer.all_special_ids
    known = [index in special for index in ids]
    shown = tuple(
        token if one else pretty(token)
        for token, one in zip(tokens, known, strict=True)
    )
    return Side(shown, shown, tuple(range(len(shown))), tuple(known))


def _read_side(tokenizer: Any, start: int, predicted: Side) -> Side:
    """The side that is read: the decoder's start, then all but the last predicted."""
    first = tokenizer.convert_ids_to_tokens([start])
    of = [None if predicted.special[word] else word for word in predicted.word_of[:-1]]
    spelled = dict(enumerate(predicted.words))
    return joined([*first, *predicted.pieces[:-1]], [None, *of], spelled)


def check_sizes(weights: Tensor, queries: int, keys: int) -> None:
    if tuple(weights.shape[-2:]) != (queries, keys):
        raise InputError(
            f"The model gave weights of {weights.shape[-2]} queries over "
            f"{weights.shape[-1]} keys for {queries} and {keys} tokens. If it adds "
            "tokens of its own, run it yourself and use show with all of them."
        )


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
