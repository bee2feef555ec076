"""Positions: where a word stands, how far two words are apart, what else is done."""

import streamlit as st

from core.errors import InputError
from core.labs.positions import DOUBLE, Derivation, derivation
from core.labs.sizes import attention, feed_forward
from core.layers import sinusoidal_positions
from core.shelf.models import shelved
from viz.address.labs.positions import BASES, Choices
from viz.content.texts import error, texts
from viz.figures import positions as figures
from viz.figures import positions_learned, positions_where
from viz.figures.demands import demands
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, opened, slider
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, matrices, show, table
from viz.pages.labs.typed_matrix import blank
from viz.say.numbers import written

ASKED = (2, 0)  # the blank: sin 2
DERIVED = 8
EARLIER, MOVED = 10, 50  # the place t' of the derivation, and both moved on
WIDER = 4  # a feed-forward network than its layer

say = texts("labs/positions")


def page() -> None:
    """Draw the lab."""
    lab(
        "positions",
        Step("where", _where, worked=_by_hand),
        Step("far", _how_far),
        Step("else", _what_else),
    )


def _size() -> tuple[int, int]:
    """The width and the base of the encoding."""
    choices = frame.choices(Choices)
    return choices.pos_d, int(choices.pos_base)


def _even(d: int) -> int:
    """A width of whole pairs."""
    return d - d % 2


# --- where ----------------------------------------------------------------------------


def _where() -> None:
    """The map; under it single curves, where they are open."""
    (d, base), n = _size(), frame.choices(Choices).pos_length
    show(
        positions_where.waves(
            n, d, base, notation=frame.choices().notation, dark=frame.night()
        ),
        key="positions-where",
        note=say(
            "waves.note_columns"
            if frame.choices().notation == "columns"
            else "waves.note"
        ),
    )
    controls(pos_length=say("sizes.length"), pos_d=say("sizes.width"))
    bases = {base: written(int(base), ",") for base in BASES}
    choice("pos_base", say("sizes.base"), bases)
    table(demands(n, d, base), say("demands.title"))
    opened("pos_curves", say("curves.open"), _curves)


def _curves() -> None:
    (d, base), n = _size(), frame.choices(Choices).pos_length
    show(
        positions_where.single(n, d, base, dark=frame.night()),
        key="positions-curves",
        note=say("curves.note", width=d, base=base),
    )


def _by_hand() -> None:
    """Four places of width 4, one worked; a number of another is left blank."""
    places = sinusoidal_positions(4, 4, 10_000, DOUBLE)
    shown = matrix(
        "p",
        places,
        [say("hand.place", place=place) for place in range(4)],
        ("sin t", "cos t", "sin t/100", "cos t/100"),
        means="signed",
        limit=1.0,
        down=say("hand.down"),
        across=say("hand.across"),
    )
    matrices(
        [cover(shown, [ASKED])],
        say("hand.caption"),
        key="positions-hand",
        title=say("hand.title"),
        note=say("hand.note"),
    )
    play.lines("positions", say.row("hand.lines"))
    blank(
        "pos_blank",
        say("hand.blank.label"),
        places[ASKED].item(),
        reason=say("hand.blank.reason"),
    )


# --- how far -------------------------------------------------------------------------


def _how_far() -> None:
    views = {"all": _whole, "lines": _lines, "parts": _parts, "shift": _shift}
    views[choice("pos_view", say("far.view"), say.all("far.views"))]()


def _whole() -> None:
    d, base = _size()
    distance = frame.choices(Choices).pos_distance
    show(
        figures.products(d, base, distance, dark=frame.night()),
        key="positions-products",
        note=say("products.note", width=d, base=base),
    )
    controls(pos_d=say("sizes.width"), pos_distance=say("sizes.distance"))


def _lines() -> None:
    """The derivation, line by line, with the numbers of every pair."""
    chosen, (d, base) = frame.choices(Choices), (DERIVED, _size()[1])
    later, earlier = EARLIER + chosen.pos_distance, EARLIER
    found = derivation(d, base, later, earlier)
    slider("pos_line", say("lines.slider"))
    names = ("products", "pairs", "addition", "distance")[: chosen.pos_line]
    for name in names:
        st.markdown(say(f"lines.formulas.{name}"))
        frame.note(say(f"lines.why.{name}"))
    slots = {"t": later, "other": earlier, "width": d, "base": base}
    table(_pairs(found, chosen.pos_line), say("lines.title", **slots))
    moved = derivation(d, base, later + MOVED, earlier + MOVED)
    total, same = (written(one.products.sum().item(), ".3f") for one in (found, moved))
    further = {"further_t": later + MOVED, "further_other": earlier + MOVED}
    frame.note(say("lines.caption", total=total, same=same, **slots, **further))
    controls(pos_distance=say("sizes.distance"))


def _pairs(found: Derivation, line: int) -> list[list[str]]:
    """A row for each pair of components; a column more with each line."""
    columns = [
        (say("lines.columns.sines"), found.products[:, 0]),
        (say("lines.columns.cosines"), found.products[:, 1]),
        (say("lines.columns.sum"), found.products.sum(-1)),
        (say("lines.columns.difference"), found.angles[:, 0] - found.angles[:, 1]),
        (say("lines.columns.cosine"), found.cosines),
    ][: line + 1]
    numbers = [[written(n, ".3f") for n in column.tolist()] for _, column in columns]
    names = [say("lines.columns.pair"), *(name for name, _ in columns)]
    return [
        names,
        *([str(i), *row] for i, row in enumerate(zip(*numbers, strict=True))),
    ]


def _parts() -> None:
    d, base = _size()
    reach = frame.choices(Choices).pos_reach
    show(
        figures.parts(_even(d), base, reach, dark=frame.night()),
        key="positions-share",
        note=say("parts.note", width=_even(d), base=base),
    )
    controls(pos_d=say("sizes.width"), pos_reach=say("sizes.reach"))


def _shift() -> None:
    d, base = _size()
    distance = frame.choices(Choices).pos_distance
    shown = min(figures.SHOWN, _even(d))
    show(
        figures.shift(_even(d), base, distance, dark=frame.night()),
        key="positions-shift",
        note=say("shift.note", shown=shown, width=_even(d), shift=distance),
    )
    controls(pos_d=say("sizes.width"), pos_distance=say("sizes.shift"))


# --- what else -----------------------------------------------------------------------


def _what_else() -> None:
    choices = frame.choices(Choices)
    kind, d = choices.pos_kind, _even(choices.pos_d)
    choice("pos_kind", say("else.kind"), say.all("else.kinds"))
    places = figures.TRAINED if kind == "learned" else figures.LAST
    show(
        figures.scores(kind, d, dark=frame.night()),
        key="positions-kinds",
        note=say("else.note", places=places, width=d),
    )
    slider("pos_d", say("sizes.width"))
    if kind == "concatenation":
        _twice_as_wide(d)
    if kind == "learned" and library.WRITER in shelved():
        _learned(choices.pos_place)


def _twice_as_wide(d: int) -> None:
    """What a layer costs where positions stand beside the words, not added to them."""
    parts = {
        "attention": attention,
        "feed_forward": lambda width: feed_forward(width, WIDER * width),
    }
    counted = {name: (count(d), count(2 * d)) for name, count in parts.items()}
    counted["layer"] = (
        sum(one for one, _ in counted.values()),
        sum(two for _, two in counted.values()),
    )
    rows = [
        [say("wide.part"), *(say("wide.at", width=width) for width in (d, 2 * d)), "×"],
        *(
            [
                say(f"wide.parts.{name}"),
                written(one, ","),
                written(two, ","),
                written(two / one, ".2f"),
            ]
            for name, (one, two) in counted.items()
        ),
    ]
    table(rows, say("wide.title"))
    frame.note(say("wide.caption"))


def _learned(place: int) -> None:
    """The positions that a model has learned, and where they end."""
    try:
        writer = library.writer(library.WRITER).writer
        learned = writer.positions(0, writer.config.max_positions)
    except InputError as problem:
        frame.refuse(error(problem))
        return
    rows, width = learned.shape
    show(
        positions_learned.learned(learned, place, dark=frame.night()),
        key="positions-learned",
        note=say("learned.note", rows=rows, width=width),
    )
    slider("pos_place", say("learned.slider"))
