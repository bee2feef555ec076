"""How models of different sizes were trained: tokens an update and learning rate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.labs import sizes
from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, axis, plain
from viz.figures.figure import Figure
from viz.say.amounts import short
from viz.say.numbers import written

HEIGHT = 520
GAP = 0.06
LOG = {"type": "log", "zeroline": False}

say = texts("labs/sizes")


@dataclass(frozen=True)
class Trained:
    """A model, its parameters, the tokens of an update and the largest learning rate.

    `ours` are models of this app.
    """

    name: str
    parameters: int
    batch: int
    rate: float
    ours: bool = False


def stated() -> list[Trained]:
    """The eight rows of the table."""
    return [Trained(row.name, row.stated, row.batch, row.rate) for row in sizes.TABLE]


def shipped(name: str, recipe: Mapping[str, Any], in_weights: int) -> Trained:
    """A model of this app, as its recipe says."""
    schedule = recipe["schedule"]
    batch, peak = schedule["pieces_per_batch"], schedule["peak"]
    return Trained(name, in_weights, int(batch), float(peak), ours=True)


def batch_and_rate(models: Sequence[Trained], *, dark: bool = False) -> Figure:
    """Both against the number of parameters, all three on logarithmic axes."""
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(
            say("trained.parameters"), exponentformat="SI", anchor="y2", dtick=1, **LOG
        ),
        yaxis=axis(
            say("trained.batch"),
            exponentformat="SI",
            domain=[0.5 + GAP / 2, 1],
            dtick=1,
            **LOG,
        ),
        yaxis2=axis(
            say("trained.rate"),
            exponentformat="power",
            domain=[0, 0.5 - GAP / 2],
            dtick=1,
            **LOG,
        ),
    )
    colours = drawing.colours
    for ours, colour, symbol in (
        (False, colours.text, "circle"),
        (True, colours.beam, "diamond"),
    ):
        these = [model for model in models if model.ours == ours]
        name = say("trained.ours" if ours else "trained.table")
        for lower in (False, True):
            values = [model.rate if lower else model.batch for model in these]
            drawing.add_points(
                [model.parameters for model in these],
                values,
                {"size": 12, "color": colour, "symbol": symbol},
                name=name,
                legendgroup=name,
                showlegend=not lower,
                customdata=[plain(model.name) for model in these],
                says="%{customdata}: %{y:~g}" if lower else "%{customdata}: %{y:,}",
                **({"yaxis": "y2"} if lower else {}),
            )
    return Figure(drawing.made(), _caption(), rows(models), say("trained.title"))


def rows(models: Sequence[Trained]) -> list[list[str]]:
    """A row a model: parameters, tokens an update, the largest learning rate."""
    found = [say.row("trained.columns")]
    for model in models:
        batch, rate = written(model.batch, ","), written(model.rate * 1e4, ".1f")
        found.append([model.name, short(model.parameters), batch, f"{rate} · 10⁻⁴"])
    return found


def _caption() -> str:
    first, last = sizes.TABLE[0], sizes.TABLE[-1]
    return say(
        "trained.caption",
        first=first.name,
        last=last.name,
        parameters=written(last.stated / first.stated, ",.0f"),
        batch=written(last.batch / first.batch, ".1f"),
        rate=written(first.rate / last.rate, ".0f"),
    )
