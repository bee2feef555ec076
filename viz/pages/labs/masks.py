"""Masks: before the softmax, after it, and why training needs one."""

from collections.abc import Iterator
from itertools import starmap

import streamlit as st
import torch
from torch import Tensor

from core.attention import masked_softmax
from core.errors import InputError
from core.labs.lookahead import Decoder, Found
from core.labs.masks import allowed, check, forbidding, zeroed
from core.labs.worked_example import WORDS
from viz.address.labs.masks import Choices
from viz.content.texts import error, texts
from viz.figures import mask_panels
from viz.figures.lookahead import GUESSING, losses
from viz.figures.small_matrices import Matrix, caption, cover, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, mirrored, slider
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, matrices, show, table
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank, right, typed
from viz.pages.labs.typed_matrix import matrix as field
from viz.say.captions import percent, subscript
from viz.say.numbers import written

say = texts("labs/masks")
WORKED = (2.0, 2.0, float("-inf"))
BLANK, THIRD = (1.0, 1.0, 1.0, float("-inf")), 1 / 3


def page() -> None:
    """Draw the lab."""
    lab(
        "masks",
        Step("before", _before, worked=_by_hand),
        Step("after", _after),
        Step("why", _why, _copying),
    )


# --- before ---------------------------------------------------------------------------


def _before() -> None:
    kind = choice("mask_kind", say("before.mask"), say.all("before.masks"))
    {"play": _three_keys, "blank": _four_keys}.get(kind, _sentence)()


def _sentence() -> None:
    found = typed("mask_scores", fit=_fits)
    scores = torch.tensor(found.matrices[0])
    queries, keys = scores.shape
    chosen = frame.choices(Choices)
    asked, pads = chosen.mask_pads, min(chosen.mask_pads, keys - 1)
    kind = chosen.mask_kind if queries == keys else "none"  # the field says so
    length = keys - pads
    forbidden = forbidding(queries, keys, kind, length, _cells())
    may = allowed(forbidden, queries, keys)
    panels = mask_panels.panels(scores, forbidden, length)
    matrices(
        panels,
        say(
            "before.caption",
            forbidden=mask_panels.forbidden_in_words(forbidden),
            weights=caption(panels[1]),
        ),
        key="masks-before",
        title=say("before.title"),
        note=say("before.note"),
        chosen=_toggle,
    )
    _refuse_empty(may)
    if asked > pads:
        frame.refuse(say("too_many", asked=asked, n=keys))
    left, right = st.columns(2)
    with left:
        field("mask_scores", say("before.field"), found)
    with right:
        slider("mask_pads", say("before.padding"))
    _without_pointing(queries, keys)
    _adding(scores, may)


def _fits(scores: tuple[tuple[float, ...], ...]) -> None:
    """A causal mask needs a square."""
    queries, keys = len(scores), len(scores[0])
    forbidding(queries, keys, frame.choices(Choices).mask_kind, keys)


def _refuse_empty(may: Tensor) -> None:
    try:
        check(may)
    except InputError as problem:
        frame.refuse(error(problem))


def _cells() -> frozenset[tuple[int, int]]:
    """The cells that the reader forbade, counted from 0."""
    entries = frame.choices(Choices).mask_cells.split(",")
    pairs = (entry.split("-") for entry in entries if entry)
    return frozenset((int(query) - 1, int(key) - 1) for query, key in pairs)


def _keep(cells: frozenset[tuple[int, int]]) -> None:
    written = ",".join(f"{query + 1}-{key + 1}" for query, key in sorted(cells))
    frame.keep(mask_cells=written)


def _toggle(query: int, key: int) -> None:
    _keep(_cells() ^ {(query, key)})


def _without_pointing(queries: int, keys: int) -> None:
    """The cells that are forbidden by hand, for those who do not point at them."""
    rows, columns = mask_panels.names(queries, keys)
    grid = [(query, key) for query in range(queries) for key in range(keys)]
    with st.expander(say("by_pointing.open")):
        mirrored(
            st.multiselect,
            "mask_cells",
            say("by_pointing.label"),
            grid,
            format_func=lambda cell: say(
                "by_pointing.cell", query=rows[cell[0]], key=columns[cell[1]]
            ),
            shown=[cell for cell in grid if cell in _cells()],
            picked=lambda cells: _keep(frozenset(cells)),
            placeholder=say("by_pointing.none"),
        )


def _adding(scores: Tensor, may: Tensor) -> None:
    """Where a mask is added, and what is added, for one row."""
    row = mask_panels.instructive(may)
    if row is None:
        frame.note(say("adding.nothing"))
        return
    query = mask_panels.names(*scores.shape)[0][row]
    ways = mask_panels.ways_to_add(scores[row : row + 1], may[row : row + 1])
    table(ways, say("adding.title", query=query))


def _worked(scores: tuple[float, ...]) -> list[Matrix]:
    """One row of scores, its exponentials, and its weights."""
    row = torch.tensor([scores])
    keys = [f"k{subscript(at)}" for at in range(1, len(scores) + 1)]
    return [
        matrix(say("worked.scores"), row, ["q"], keys, means="signed", digits=2),
        matrix(say("worked.exponentials"), row.exp(), ["q"], keys, means="signed"),
        matrix(say("worked.weights"), masked_softmax(row), ["q"], keys),
    ]


def _three_keys() -> None:
    matrices(
        _worked(WORKED),
        say("worked.three"),
        key="masks-worked",
        title="softmax(2, 2, −∞)",
    )


def _four_keys() -> None:
    *given, weights = _worked(BLANK)
    if not right("mask_third", THIRD):
        weights = cover(weights, [(0, key) for key in range(len(BLANK))])
    matrices(
        [*given, weights],
        say("worked.four"),
        key="masks-blank",
        title="softmax(1, 1, 1, −∞)",
    )


def _by_hand() -> None:
    play.lines("masks", say.row("by_hand"))
    blank("mask_third", say("worked.blank"), THIRD, reason=say("worked.reason"))


# --- after ----------------------------------------------------------------------------


def _after() -> None:
    found = typed("mask_row", fit=_one_row)
    scores = torch.tensor(found.matrices[0])
    keys = range(scores.shape[-1])
    out = [int(key) - 1 for key in frame.choices(Choices).mask_out.split(",") if key]
    may = torch.tensor([[key not in out for key in keys]])
    three = mask_panels.three_ways(scores, may)
    row = matrix(
        say("after.scores"), scores, ["q"], three.columns, means="signed", digits=2
    )
    total = zeroed(scores, may).sum().item()
    matrices(
        [row, three],
        say(
            f"after.caption.{'lost' if total < 1 else 'whole'}",
            sum=written(total, ".3f"),
            lost=written(1 - total, ".3f"),
        ),
        key="masks-after",
        title=say("after.title"),
        note=say("after.note"),
    )
    _refuse_empty(may)
    field("mask_row", say("after.field"), found)
    mirrored(
        st.pills,
        "mask_out",
        say("after.forbidden"),
        list(keys),
        format_func=lambda key: say("after.key", key=key + 1),
        selection_mode="multi",
        shown=[key for key in keys if key in out],
        picked=lambda out: frame.keep(
            mask_out=",".join(str(key + 1) for key in sorted(out))
        ),
    )


def _one_row(scores: tuple[tuple[float, ...], ...]) -> None:
    if len(scores) > 1:
        raise InputError(say("after.one_row", rows=len(scores)))


# --- why ------------------------------------------------------------------------------


def _why() -> None:
    above, below = st.container(), st.container()
    with below:
        table(mask_panels.strips(WORDS), say("shifted.title"))
        result = stored("masks", say("losses.run"))
    if result is None:
        return
    found, dark = result.found, frame.night()
    with above:
        ratio = float(choice("mask_forcing", say("forcing.label")))
        show(
            library.kept((found, ratio, dark), lambda: losses(found, ratio, dark=dark)),
            key="masks-why",
        )
    with st.expander(say("learned.open")):  # the answer to the guess
        _learned(found, ratio)


def _learned(found: Found, ratio: float) -> None:
    """What each decoder writes once nothing stands to its right, at every ratio."""
    table(
        [["", *say.row("learned.columns")], *starmap(_numbers, _decoders(found))],
        say("learned.title"),
    )
    chosen = found.at(ratio)
    frame.note(
        say(
            "learned.caption",
            masked_alone=written(chosen.masked.alone, ".3f"),
            unmasked_alone=written(chosen.unmasked.alone, ".3f"),
            guessing=written(GUESSING, ".3f"),
        )
    )
    frame.note(say(f"learned.why.{ratio:g}"))
    for name in ("masked", "unmasked"):
        text = mask_panels.voices(getattr(chosen, name).text)
        frame.note(say("learned.text", decoder=say(f"decoders.{name}"), text=text))


def _decoders(found: Found) -> Iterator[tuple[str, Decoder]]:
    """Every decoder with its name, ratio by ratio."""
    for each in found.forced:
        for name in ("masked", "unmasked"):
            ratio, decoder = written(each.ratio, "g"), say(f"decoders.{name}")
            said = say("learned.row", ratio=ratio, decoder=decoder)
            yield said, getattr(each, name)


def _numbers(name: str, decoder: Decoder) -> list[str]:
    losses = (decoder.losses[-1], decoder.held_out[-1], decoder.alone)
    return [name, *(written(loss, ".3f") for loss in losses), percent(decoder.fitting)]


def _copying() -> dict[str, str]:
    """The stored results of the two decoders, for the lesson."""
    found = library.stored("masks").found
    whole = found.at()
    masked, unmasked = whole.masked, whole.unmasked
    return {
        "words": str(found.words),
        "least": written(found.entropy, ".3f"),
        "guessing": written(GUESSING),
        "masked": written(masked.losses[-1], ".3f"),
        "masked_alone": written(masked.alone, ".3f"),
        "copying": written(unmasked.losses[-1], ".3f"),
        "alone": written(unmasked.alone),
        "fitting": percent(unmasked.fitting),
    }
