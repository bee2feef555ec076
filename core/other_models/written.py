"""A text that a model wrote, with the maps of every step: which word stands where."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from torch import Tensor, ones, tensor

from core.errors import InputError
from core.other_models.attentions import Attentions, Layers, Line
from core.other_models.checking import check_sizes
from core.other_models.generations import Generation
from core.other_models.given import kept, side_along, with_patches
from core.other_models.grids import Laid
from core.other_models.placing import Placed, placed, sizes_of, without_hidden
from core.other_models.reading import across, seen, tensor_of, without_padding
from core.other_models.tokens import line_of
from core.text.sides import NOT_YET, Side

ALL_OF_SOURCE = (
    "Give every token of the source, special ones too "
    "(tokenizer.convert_ids_to_tokens)."
)
OF_SEQUENCES = "tokenizer.convert_ids_to_tokens(output.sequences[0])"


def written(
    found: Generation,
    on: Placed,
    mask: Any,
    target_mask: Any,
    word_ids: Any,
    model: str,
) -> Attentions:
    """The stitched maps with their words; InputError where these do not fit.

    Of a decoder alone the source is prompt and written text in a row, as `sequences`
    holds them; of an encoder–decoder the target is. The last token was never read: it
    may be left out.
    """
    tokens, target = on.tokens["source"], on.tokens["target"]
    patches = on.patches.get("source", ())
    reads = found.reads
    of_target = reads or (tokens is None and target is not None)
    if not reads and tokens is not None and target is not None:
        raise InputError(
            "These are the steps of a decoder alone: give all of its tokens as tokens, "
            "the prompt and what it wrote, and leave target out."
        )
    line, what = (target, "target") if of_target else (tokens, "tokens")
    if line is None or (reads and tokens is None):
        raise InputError(
            f"A generation needs its tokens: {what}={OF_SEQUENCES}"
            + (", and tokens, those of the source." if reads else ".")
        )
    line = _fitting(found, line, what)
    keep = _read(found, target_mask if reads else mask)
    places = [*keep.tolist(), int(keep[-1]) + 1]
    line = [line[at] for at in places]
    if not reads:
        word_ids = with_patches(word_ids, patches)
        if word_ids is not None and len(word_ids) in (found.rows, found.rows + 1):
            word_ids = [[*word_ids, None][at] for at in places]
        read, predicted = read_and_next(line_of(line, what, word_ids))
        lying = Line(read, patches=without_hidden(patches, keep))
        shown = assembled(found, model, lying, predicted, keep=keep)
        return replace(shown, pictures=on.pictures)
    read, predicted = Line(line_of(line[:-1], what)), line_of(line[1:], what)
    tokens = tokens or []
    of_item = None if mask is None else _of_item(found, mask, "mask")
    keys = kept(of_item, tokens, "mask", None)
    word_ids = with_patches(word_ids, patches)
    source = side_along(tokens, keys, "tokens", word_ids)
    behind = Line(source, patches=without_hidden(patches, keys))
    shown = assembled(found, model, read, predicted, behind, keep, keys)
    return replace(shown, pictures=on.pictures)


def placed_in(
    found: Generation,
    laid: Laid,
    first: Any,
    tokens: Mapping[str, list[str] | None],
) -> Placed:
    """The picture under the source, or in the prompt of a decoder that stands alone.

    The last token may be left out. InputError as of `core.other_models.placing.placed`.
    """
    sizes = {**sizes_of(found.parts), "target": None}
    if found.reads:
        return placed(laid, first, sizes, tokens)
    line = tokens["target"] if tokens["source"] is None else tokens["source"]
    names = {"source": line, "target": None}
    try:
        return placed(laid, first, sizes, names)
    except InputError:
        with suppress(InputError):
            return placed(laid, first, {**sizes, "source": found.rows + 1}, names)
        raise


def assembled(
    found: Generation,
    model: str,
    read: Line,
    predicted: Side,
    source: Line | None = None,
    keep: Tensor | None = None,
    keys: Tensor | None = None,
) -> Attentions:
    """The pass: what was read step after step, and what was written then."""
    prompt = found.prompt if keep is None else int((keep < found.prompt).sum())
    if prompt == 1 and read.side.special[0]:  # what a text begins with is no prompt
        prompt = 0
    lines = {} if source is None else {"source": source}
    lines["read"] = replace(read, of="output", given=False, prompt=prompt)
    lines["predicted"] = Line(predicted, "output", False, max(0, prompt - 1))
    sides = {
        "attentions": ("encoder", "source", "source", keys, keys),
        "decoder": ("decoder", "read", "read", keep, keep),
        "cross": ("cross", "predicted", "source", keep, keys),
    }
    if source is None:
        sides["attentions"] = sides["decoder"]
    kinds = []
    for name in ("attentions", "decoder", "cross"):
        if name not in found.parts:
            continue
        short, queries, along, *kept = sides[name]
        weights = without_padding(found.parts[name], *kept)
        fits = len(lines[queries].side.pieces), len(lines[along].side.pieces)
        check_sizes(name, weights, *fits, ALL_OF_SOURCE)
        back = short == "decoder"
        allowed = across(weights) if short == "cross" else seen(weights, back)[0]
        kinds.append(Layers(short, queries, along, weights, allowed, back))
    title = " ".join([read.title, *predicted.words[-1:]])
    if source is not None:
        title = f"{source.title} → {title}"
    return Attentions(model, title, lines, tuple(kinds))


def read_and_next(whole: Side) -> tuple[Side, Side]:
    """Of a text in a row: what was read, all but the last piece; and what came next.

    Both have equally many words. What comes next of a word that is not all read is the
    word itself.
    """
    of, last = whole.word_of, len(whole.words) - 1
    words = [*whole.words[: of[-2] + 1]]
    if of[-1] == of[-2]:
        words[-1] = "".join(
            piece for piece, word in zip(whole.pieces[:-1], of, strict=False)
            if word == of[-1]
        )  # fmt: skip
    count = len(words)
    later = [min(at + 1, last) for at in range(count)]
    return (
        Side(whole.pieces[:-1], tuple(words), of[:-1], whole.special[:count]),
        Side(
            whole.pieces[1:],
            tuple(whole.words[at] for at in later),
            tuple(min(max(word - 1, 0), count - 1) for word in of[1:]),
            tuple(whole.special[at] for at in later),
        ),
    )


def _fitting(found: Generation, tokens: list[str], what: str) -> list[str]:
    """The tokens that were read and the last one, which was written."""
    rows, given = found.rows, len(tokens)
    if given == rows:
        return [*tokens, NOT_YET]
    if given == rows + 1 or (found.ended and given > rows):
        return tokens[: rows + 1]
    new = rows + 1 - found.prompt
    if given > rows + 1:
        why = (
            f"token {rows + 2}, {tokens[rows + 1]!r}, and those behind it have no row: "
            "leave them out"
        )
    elif given == new:
        why = f"these are the {new} that it wrote: put those of the prompt in front"
    else:
        why = (
            f"{rows + 1 - given} are missing: give every token that the model read, "
            "special ones and those of a picture too"
        )
    raise InputError(
        f"generate() read a prompt of {found.prompt} tokens and wrote {new} more: "
        f"{what} are {rows + 1}, or {rows} without the last, which was never read and "
        f"has no row. {given} are given; {why}."
    )


def _read(found: Generation, mask: Any) -> Tensor:
    """The places that were read and are no padding; what was written is none."""
    if mask is None:
        return tensor(range(found.rows))
    known = _of_item(found, mask, "mask")[: found.rows]
    if len(known) not in (found.prompt, found.rows):
        raise InputError(
            f"The mask is of {len(known)} tokens; expected one number for each of "
            f"{found.prompt} of the prompt, or of all {found.rows} that were read."
        )
    whole = ones(found.rows, dtype=known.dtype)
    whole[: len(known)] = known
    return whole.nonzero()[:, 0]


def _of_item(found: Generation, mask: Any, what: str) -> Tensor:
    """The mask of the text that is shown; several may go on from one prompt."""
    known = tensor_of(mask, what)
    if known.dim() == 2 and len(known) and found.texts % len(known) == 0:
        known = known[found.item * len(known) // found.texts]
    if known.dim() != 1:
        raise InputError(
            f"{what} has the shape {tuple(known.shape)}; expected one number for each "
            f"token, or a row of them for each of {found.texts} texts."
        )
    return known.bool()
