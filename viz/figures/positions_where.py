"""Encodings of places as pictures: a map of waves, and single curves."""

import math

from core.labs.positions import DOUBLE, binary_digits, frequencies
from core.layers import sinusoidal_positions
from viz.content.texts import texts
from viz.figures.drawing import BARE, LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say import tables
from viz.say.numbers import written

HEIGHT = 400

say = texts("labs/positions")


def waves(
    n: int, d: int, base: int, *, notation: str = "rows", dark: bool = False
) -> Figure:
    """The encoding as a map, place by component, and beside it the same in binary.

    Violet is −1, leaf +1. A digit 0 is drawn as −1 and 1 as +1, the fastest digit
    left, as the fastest wave is. Where columns are queries, places stand in columns,
    and the digits below.
    """
    places = sinusoidal_positions(n, d, base, DOUBLE)
    digits = binary_digits(n)
    last = digits.shape[1]
    ends = sorted({0, last - 1})
    turned, names = notation == "columns", _axes(notation == "named")
    place, component = ("%{x}", "%{y}") if turned else ("%{y}", "%{x}")
    main, down, small = ("y", "x", "y2") if turned else ("x", "y", "x2")
    drawing = Drawing(
        dark,
        HEIGHT,
        **{
            f"{main}axis": axis(
                names["component"], domain=[0.28, 1] if turned else [0, 0.72], **BARE
            ),
            f"{main}axis2": axis(
                say("waves.digit"),
                domain=[0, 0.22] if turned else [0.78, 1],
                tickvals=ends,
                **BARE,
            ),
            f"{down}axis": axis(names["place"], **BARE),
        },
    )
    drawing.update_layout(yaxis={"autorange": "reversed"})
    if turned:
        drawing.update_layout(xaxis={"anchor": "y2"}, yaxis2={"autorange": "reversed"})
    drawing.add_heatmap(
        (places.T if turned else places).numpy(),
        drawing.colours.signed,
        (-1, 1),
        says=say("waves.wave", place=place, component=component, value="%{z:.3f}"),
    )
    drawing.add_heatmap(
        (2 * (digits.T if turned else digits) - 1).numpy(),
        drawing.colours.signed,
        (-1, 1),
        customdata=(digits.T if turned else digits).numpy(),
        **{f"{main}axis": small, f"{down}axis": down, f"{main}gap": 1},
        says=say("waves.bit", place=place, digit=component, value="%{customdata}"),
    )
    caption = say(
        "waves.caption",
        places=n,
        width=d,
        slowest=written(_turn(d, base, d - 1), ",.0f"),
        digits=last,
        period=2**last,
    )
    return Figure(drawing.made(), caption, _rows(n, d, base), say("waves.title"))


def single(n: int, d: int, base: int, *, dark: bool = False) -> Figure:
    """A few components of the encoding, each a curve over the places.

    Components count from 0; an even one is a sine, drawn through, an odd one a cosine,
    dashed. The fastest are the thinnest.
    """
    places = sinusoidal_positions(n, d, base, DOUBLE)
    shown = _a_few(d)
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("waves.place")),
        yaxis=axis(range=[-1.08, 1.08]),
    )
    named = {"text": say("curves.legend"), "font": {"size": 16}}
    drawing.update_layout(legend={"title": named})
    colours = drawing.colours
    inks = (colours.text, colours.query, colours.beam_far)
    for at, component in enumerate(shown):
        wave, dash = ("cosine", "dash") if component % 2 else ("sine", "solid")
        drawing.add_line(
            list(range(n)),
            places[:, component].numpy(),
            {**pen(inks[at // 2 % len(inks)], 2 + at // 2, dash), "shape": "spline"},
            dots=5 if n <= 80 else 1,
            name=say(f"curves.{wave}", component=component + 1),
            says=say("curves.point", place="%{x}", value="%{y:.3f}"),
        )
    repeats = ", ".join(
        say(
            "curves.repeats",
            component=component + 1,
            places=written(_turn(d, base, component), ",.1f"),
        )
        for component in shown
        if component % 2 == 0
    )
    caption = say("curves.caption", width=d, places=n, repeats=repeats)
    return Figure(drawing.made(), caption, _rows(n, d, base), say("curves.title"))


def _axes(named: bool) -> dict[str, str]:
    """What stands along the axes of the map or, `named`, what they are called."""
    if named:
        return say.all("waves.named")
    return {name: say(f"waves.{name}") for name in ("place", "component")}


def _a_few(d: int) -> list[int]:
    """Components from 0: the first pair, one a quarter on, and the last."""
    pairs = sorted({0, d // 8, (d - 1) // 2})
    return [c for pair in pairs for c in (2 * pair, 2 * pair + 1) if c < d]


def _turn(d: int, base: int, component: int) -> float:
    """Places until a component repeats."""
    return 2 * math.pi / frequencies(d, base)[component // 2].item()


def _rows(n: int, d: int, base: int) -> list[list[tables.Cell]]:
    """A row a place, a column a component."""
    places = sinusoidal_positions(n, d, base, DOUBLE).tolist()
    return [
        [say("waves.column"), *range(1, d + 1)],
        *([place, *numbers] for place, numbers in enumerate(places)),
    ]
