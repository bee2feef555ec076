"""Attention weights of any model, as they come, as one pass with its words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.errors import InputError
from core.other_models.attentions import Attentions, Line
from core.other_models.between import between, sink_behind
from core.other_models.checking import Wanted
from core.other_models.generations import generation_of
from core.other_models.given import (
    either,
    kept,
    of_places,
    second_from,
    side_along,
    tokens_of,
    with_patches,
)
from core.other_models.grids import laid_over
from core.other_models.outputs import taken_apart
from core.other_models.placing import Placed, placed, sizes_of, without_hidden
from core.other_models.shapes import POOLED, Shape, groups_of, is_one_row, shaped
from core.other_models.tokens import line_of
from core.other_models.unused import belongs, item_chooses, only_of_one_pass
from core.other_models.written import placed_in
from core.other_models.written import written as pass_of

MODEL = "own model"
ORDER = ("encoder", "decoder", "cross")
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
    word_ids: Any = None,
    image: Any = None,
    grid: Any = None,
    first_patch: Any = None,
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
    global_tokens: Any = None,
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
    tokens make up a word. Where keys or queries are patches of an `image` (a path, a
    picture of Pillow, an array), `grid` is their (rows, columns), or a list of several,
    and `first_patch` where they begin, see `core.other_models.placing`. The other names
    are those of BertViz.

    NaN is a cell that nobody may attend to, and so is False in `allowed`, [query, key]
    or with heads and layers in front. Rows need not add up to 1 if they are not
    `normalised`; `signed` weights may be below 0. With `window` columns are places
    around each token, behind those of `global_tokens`; with `sink` what a row leaves
    over is a column of its own. InputError says what does not fit.
    """
    found = {
        "attentions": either(
            attentions=attentions,
            attention=attention,
            encoder_attention=encoder_attention,
        ),
        "cross": either(cross=cross, cross_attention=cross_attention),
        "decoder": either(decoder=decoder, decoder_attention=decoder_attention),
    }
    output = found["attentions"]
    inside = taken_apart(output) or {}
    wanted = Wanted(normalised and not signed, signed)
    generation = generation_of(found | inside, output, item, wanted)
    of_pass = {"window": window, "sink": sink, "allowed": allowed}
    of_pass |= {"causal=False": causal is False or None}
    of_pass |= {"global_tokens": global_tokens, "sentence_b_start": sentence_b_start}
    only_of_one_pass(generation is not None, **of_pass)
    pictured = image is not None or grid is not None
    belongs("first_patch", first_patch, "image", pictured)
    windowed = window or inside.get("global") is not None
    belongs("global_tokens", global_tokens, "window", windowed)
    source = tokens_of(
        either(tokens=tokens, encoder_tokens=encoder_tokens), "tokens", item
    )
    written = tokens_of(
        either(target=target, decoder_tokens=decoder_tokens), "target", item
    )
    laid = laid_over(image, grid) if pictured else None
    if generation is not None:
        on = Placed({"source": source, "target": written})
        if laid:
            on = placed_in(generation, laid, first_patch, on.tokens)
        shown = pass_of(generation, on, mask, target_mask, word_ids, model)
        return replace(shown, normalised=wanted.normalised, signed=signed)
    given = {name: one for name, one in found.items() if one is not None} | inside
    item_chooses(item, given, mask, target_mask, tokens, target)
    layers: Any = given.get("attentions")
    groups = groups_of(layers) if written is None else []
    apart = [{"attentions": [layers[at] for at in group]} for group in groups]
    if len(groups) < 2:
        groups, apart = [()], [given]
    shape = Shape(wanted, window, global_tokens, sink)
    parts, *others = (shaped(one, item, shape) for one in apart)
    if written is None and "attentions" in parts and is_one_row(output):
        written = [POOLED]
    on = Placed({"source": source, "target": written})
    if laid:
        own = parts.get("attentions")
        if own is not None and not sink and own.shape[-1] != own.shape[-2]:
            parts["cross"] = parts.pop("attentions")
        on = placed(laid, first_patch, sizes_of(parts), on.tokens)
        if written is None and causal is None and "decoder" in parts:
            causal = False  # queries of a detector, all at once
    numbered = written is None and "target" not in on.patches
    source, written = on.tokens["source"], on.tokens["target"]
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
    keep = kept(mask, source, "mask", item)
    keep_target = kept(target_mask, written, "target_mask", item)
    sides = {"source": (source, keep), "target": (written, keep_target)}
    patches = {
        name: without_hidden(each, sides[name][1]) for name, each in on.patches.items()
    }
    word_ids = with_patches(word_ids, on.patches.get("source", ()))
    lines = {"source": Line(side_along(source, keep, "tokens", word_ids))}
    if sink:
        behind = sides["with_sink"] = sink_behind(source, keep)
        lines["with_sink"] = Line(line_of(of_places(*behind), "tokens"))
        patches["with_sink"] = patches.get("source", ())
    if written is not None and causal and "decoder" not in parts:
        raise InputError("causal=True is said of a text that attends to itself.")
    kinds = [
        replace(between(name, weights, sides, causal, None if n else allowed), at=at)
        for at, maps in zip(groups, [parts, *others], strict=True)
        for n, (name, weights) in enumerate(maps.items())
    ]
    if written is not None:
        lines["target"] = Line(side_along(written, keep_target, "target"), "output")
    for name, line in lines.items():
        lines[name] = replace(line, patches=patches.get(name, ()))
    titles = {name: line.title for name, line in lines.items() if name != "with_sink"}
    if numbered and written is not None:
        titles["target"] = f"{len(lines['target'].side.words)} queries"
    return Attentions(
        model,
        " → ".join(titles.values()),
        lines,
        tuple(sorted(kinds, key=lambda kind: ORDER.index(kind.short))),
        second_from(sentence_b_start, lines["source"].side, kinds),
        on.pictures,
        normalised=wanted.normalised,
        signed=signed,
    )
