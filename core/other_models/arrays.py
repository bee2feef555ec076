"""Attention weights of any model, as they come, as one pass with its words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from torch import Tensor

from core.errors import InputError
from core.other_models.attentions import Attentions, Layers, Line
from core.other_models.between import between, sink_behind
from core.other_models.checking import Wanted
from core.other_models.generations import generation_of
from core.other_models.outputs import taken_apart
from core.other_models.reading import chosen, tensor_of
from core.other_models.shapes import POOLED, Shape, groups_of, is_one_row, shaped
from core.other_models.tokens import line_of
from core.other_models.written import written as pass_of
from core.text.sides import Side

MODEL = "own model"
Tokens = Sequence[str] | Sequence[Sequence[str]]


def show(
    attentions: Any = None,
    tokens: Tokens | None = None,
    target: Tokens | None = None,
    cross: Any = None,
    *,
    decoder: Any = None,
    causal: bool | None = None,
    mask: Any = None,
    target_mask: Any = None,
    item: int | None = None,
    word_ids: Sequence[int | None] | None = None,
    model: str = MODEL,
    attention: Any = None,
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Tokens | None = None,
    decoder_tokens: Tokens | None = None,
    sentence_b_start: int | None = None,
    allowed: Any = None,
    normalised: bool = True,
    signed: bool = False,
    window: bool = False,
    global_tokens: Sequence[int] | None = None,
    sink: bool = False,
) -> Attentions:
    """Attention weights of any model as one pass: picture, tables, statistics.

    `attentions` are the self-attentions over `tokens` as `output_attentions=True`
    returns them, the whole output of a model, or the `ActivationCache` of
    TransformerLens; numpy and torch, with a batch axis or without. With a `target`,
    `cross` are its attentions to the tokens and `decoder` those to itself; `target`
    alone says that `attentions` lead from it to the tokens.

    `causal` says whether a token may attend to later ones (the weights tell unless it
    is given); `mask` and `target_mask` are attention masks, 1 for a token and 0 for
    padding, which is left out; `item` chooses a text of a batch; `word_ids` say which
    tokens make up a word. The other names are those of BertViz.

    NaN is a cell that nobody may attend to, and so is False in `allowed`, [query, key]
    or with heads and layers in front. Rows need not add up to 1 if they are not
    `normalised`; `signed` weights may be below 0. With `window` columns are places
    around each token, behind those of `global_tokens`; with `sink` what a row leaves
    over is a column of its own. InputError says what does not fit.
    """
    found = {
        "attentions": _either(
            attentions=attentions,
            attention=attention,
            encoder_attention=encoder_attention,
        ),
        "cross": _either(cross=cross, cross_attention=cross_attention),
        "decoder": _either(decoder=decoder, decoder_attention=decoder_attention),
    }
    output = found["attentions"]
    inside = taken_apart(output) or {}
    given_layers = inside.get("attentions", output)
    wanted = Wanted(normalised and not signed, signed)
    generation = generation_of(found | inside, output, item, wanted)
    source = _line(
        _either(tokens=tokens, encoder_tokens=encoder_tokens), "tokens", item
    )
    written = _line(
        _either(target=target, decoder_tokens=decoder_tokens), "target", item
    )
    if generation is not None:
        masks = mask, target_mask
        shown = pass_of(generation, source, written, *masks, word_ids, model)
        return replace(shown, normalised=wanted.normalised, signed=signed)
    if written is None and len(groups := groups_of(given_layers)) > 1:
        each = [
            show(
                [given_layers[at] for at in group],
                tokens=source,
                causal=causal,
                mask=mask,
                item=item,
                word_ids=word_ids,
                model=model,
                allowed=allowed,
                normalised=normalised,
                signed=signed,
                window=window,
                global_tokens=global_tokens,
                sink=sink,
            )
            for group in groups
        ]
        kinds = [
            replace(one.kinds[0], at=at) for one, at in zip(each, groups, strict=True)
        ]
        return replace(each[0], kinds=tuple(kinds))
    given = {name: one for name, one in found.items() if one is not None} | inside
    parts = shaped(given, item, Shape(wanted, window, global_tokens, sink), source)
    if written is None and "attentions" in parts and is_one_row(output):
        written = [POOLED]
    if source is None and written is not None and "attentions" not in parts:
        source, written = written, None  # a decoder alone, in the words of BertViz
        parts = {"attentions": parts.pop("decoder", None), **parts}
    parts = {name: weights for name, weights in parts.items() if weights is not None}
    if source is None or not {"attentions", "cross"} & set(parts):
        raise InputError(
            "There is nothing to show: give attentions and tokens, or what "
            "model(..., output_attentions=True) returns."
        )
    if written is not None and not {"cross", "decoder"} & set(parts):
        parts["cross"] = parts.pop("attentions")
    if written is None and {"cross", "decoder"} & set(parts):
        raise InputError("The attentions of a decoder need target: its own tokens.")
    keep = _kept(mask, source, "mask", item)
    keep_target = _kept(target_mask, written, "target_mask", item)
    sides = {"source": (source, keep), "target": (written, keep_target)}
    lines = {"source": Line(_side(source, keep, "tokens", word_ids))}
    if sink:
        behind = sides["with_sink"] = sink_behind(source, keep)
        lines["with_sink"] = Line(line_of(_of_places(*behind), "tokens"))
    if written is not None and causal and "decoder" not in parts:
        raise InputError("causal=True is said of a text that attends to itself.")
    kinds = [
        between(name, weights, sides, causal, allowed if at == 0 else None)
        for at, (name, weights) in enumerate(parts.items())
    ]
    if written is not None:
        lines["target"] = Line(_side(written, keep_target, "target"), "output")
    return Attentions(
        model,
        " → ".join(
            " ".join(lines[name].side.words)
            for name in ("source", "target")
            if name in lines
        ),
        lines,
        tuple(sorted(kinds, key=lambda kind: ORDER.index(kind.short))),
        _second(sentence_b_start, lines["source"].side, kinds),
        wanted.normalised,
        signed,
    )


ORDER = ("encoder", "decoder", "cross")


def _either(**names: Any) -> Any:
    """The one that is given of several names of the same thing; None without any."""
    given = {name: value for name, value in names.items() if value is not None}
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} are the same: give one of them.")
    return next(iter(given.values()), None)


def _line(tokens: Any, what: str, item: int | None) -> list[str] | None:
    """The tokens of one text; of a batch those of the item."""
    if tokens is None:
        return None
    if isinstance(tokens, str) or not isinstance(tokens, Iterable):
        raise InputError(f"{what} must be a list of strings, one for each token.")
    tokens = list(tokens)
    if tokens and isinstance(tokens[0], list | tuple):
        return _line(tokens[chosen(len(tokens), what, item)], what, None)
    return tokens


def _kept(
    mask: Any, tokens: list[str] | None, what: str, item: int | None
) -> Tensor | None:
    """Which tokens are no padding, from an attention mask [key] or [batch, key]."""
    if mask is None or tokens is None:
        return None
    found = tensor_of(mask, what)
    if found.dim() == 2:
        found = found[chosen(len(found), what, item)]
    if tuple(found.shape) != (len(tokens),):
        raise InputError(
            f"{what} has the shape {tuple(found.shape)}; expected one number for each "
            f"of {len(tokens)} tokens."
        )
    if not bool(found.bool().any()):
        raise InputError(f"{what} leaves no token.")
    return found.bool().nonzero()[:, 0]


def _of_places(tokens: list[str], keep: Tensor | None) -> list[str]:
    """The tokens that are no padding."""
    return tokens if keep is None else [tokens[at] for at in keep.tolist()]


def _side(
    tokens: list[str],
    keep: Tensor | None,
    what: str,
    word_ids: Sequence[int | None] | None = None,
) -> Side:
    """Tokens along a side, without what is padding."""
    places = range(len(tokens)) if keep is None else keep.tolist()
    if word_ids is not None:
        word_ids = _ids(word_ids)
        if len(word_ids) == len(tokens):
            word_ids = [word_ids[at] for at in places]
    return line_of(_of_places(tokens, keep), what, word_ids)


def _ids(word_ids: Any) -> list[int | None]:
    """The numbers of words as they were given, one for each token."""
    found = list(word_ids) if isinstance(word_ids, Iterable) else [word_ids]
    if not all(one is None or type(one) is int for one in found):
        raise InputError(
            "word_ids must be a list: the number of its word for each token, None for "
            "a special one."
        )
    return found


def _second(start: int | None, side: Side, kinds: list[Layers]) -> int | None:
    """Where the second sentence begins, checked."""
    if start is None:
        return None
    fits = type(start) is int and 0 < start < len(side.pieces)
    if kinds[0].short != "encoder" or not fits:
        raise InputError(
            f"sentence_b_start={start!r}: the second sentence begins at one of the "
            f"tokens 1 to {len(side.pieces) - 1} of a model that reads both ways."
        )
    return start
