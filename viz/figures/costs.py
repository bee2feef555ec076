"""Operations of one layer as curves over words, width and kernel."""

import math

from core.labs import costs
from viz.content.texts import texts
from viz.figures.cost_curves import CostCurves, doubling
from viz.figures.drawing import axis
from viz.figures.figure import Figure
from viz.say.amounts import short

PANELS = (("words", 4096), ("width", 2048), ("kernel", 15))
TICKS = {"words": (8, 512), "width": (8, 512), "kernel": (2, 8, 14)}  # fit on a phone

say = texts("labs/costs")


def operations(n: int, d: int, k: int, *, dark: bool = False) -> Figure:
    """Three panels, over n, d and k, the other two as they are; dots at this n, d, k.

    Both axes are logarithmic and all panels share the vertical one, so that a slope is
    a power. Where recurrence and self-attention cross, at n = d, stands a line.
    """
    now = {"words": n, "width": d, "kernel": k}
    here = costs.operations(n, d, k)
    drawing = CostCurves(dark)
    for at, (size, end) in enumerate(PANELS):
        panel, logarithmic = str(at + 1) if at else "", size != "kernel"
        steps = doubling(end) if logarithmic else list(range(1, end + 1))
        counts = [costs.operations(*{**now, size: step}.values()) for step in steps]
        for kind in costs.LAYER_KINDS:
            drawing.add_curve(
                kind,
                say(f"kinds.{kind}"),
                steps,
                [count[kind] for count in counts],
                panel=panel,
                named=at == 0,
            )
        drawing.add_dots(now[size], here, panel=panel)
        across = axis(
            say(f"sizes.{size}"),
            zeroline=False,
            domain=[at * 0.35, at * 0.35 + 0.3],
            type="log" if logarithmic else "linear",
            tickvals=TICKS[size],
            tickangle=0,
            range=[-0.1, math.log10(end) + 0.1] if logarithmic else [0.5, end + 0.5],
        )
        down = axis(
            "" if at else say("operations.axis"),
            zeroline=False,
            type="log",
            dtick=3,
            exponentformat="SI",
            matches="y" if at else None,
            anchor=f"x{panel}",
            showticklabels=at == 0,
        )
        drawing.update_layout(**{f"xaxis{panel}": across, f"yaxis{panel}": down})
    drawing.add_crossing(d, "n = d")
    caption = say(
        "operations.caption",
        words=n,
        width=d,
        attention=short(here["self-attention"]),
        recurrence=short(here["recurrent"]),
        cheaper=say(f"operations.cheaper.{_cheaper(n, d)}"),
    )
    rows = [
        say.row("operations.columns"),
        *([say(f"kinds.{kind}"), count] for kind, count in here.items()),
    ]
    return Figure(drawing.made(), caption, rows, say("operations.title"))


def _cheaper(n: int, d: int) -> str:
    if n == d:
        return "same"
    return "self-attention" if n < d else "recurrent"
