"""Curves of what layers cost, one pen for each kind of layer."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from viz.figures.drawing import LEGEND, Drawing, Number, axis, pen

HEIGHT = 400
# Ink, width, dash: told apart by all three; attention is highlighted.
PENS: Mapping[str, tuple[str, Number, str]] = {
    "recurrent": ("text", 2, "solid"),
    "convolution": ("muted", 2.5, "dash"),
    "self-attention": ("beam", 5, "solid"),
    "restricted": ("beam", 3.5, "dot"),
    "a whole layer": ("value", 2.5, "dashdot"),
}


class CostCurves(Drawing):
    """A drawing of such curves: their names above, dots where the reader stands."""

    def __init__(self, dark: bool) -> None:
        super().__init__(dark, HEIGHT, **LEGEND)
        self.update_layout(legend={"y": 1.03})

    def add_curve(
        self,
        kind: str,
        name: str,
        x: Sequence[Number],
        y: Sequence[Number],
        *,
        panel: str = "",
        dots: Number = 0,
        named: bool = True,
    ) -> None:
        """A curve with the pen of that kind."""
        ink, width, dash = PENS[kind]
        self.add_line(
            x,
            y,
            pen(getattr(self.colours, ink), width, dash),
            dots=dots,
            name=name,
            legendgroup=name,
            showlegend=named,
            panel=panel,
            says=f"{name}, %{{x:,}}: %{{y:.3~s}}",
        )

    def add_dots(self, x: int, counts: Mapping[str, int], *, panel: str = "") -> None:
        """Where the curves of these kinds are now, above one place of an axis."""
        self.add_points(
            [x] * len(counts),
            list(counts.values()),
            {
                "size": 11,
                "color": [getattr(self.colours, PENS[kind][0]) for kind in counts],
                "line": pen(self.colours.page, 2),
            },
            panel=panel,
            showlegend=False,
        )

    def add_crossing(self, x: int, text: str, height: float = 0.02) -> None:
        """A line that stands at a place of a logarithmic axis, and its name."""
        muted = self.colours.muted
        self.add_upright(x, pen(muted, 1.5, "dot"))
        self.add_annotation(
            x=math.log10(x),
            y=height,
            yref="paper",
            text=text,
            xanchor="left",
            xshift=5,
            font={"size": 14, "color": muted},
        )

    def update_axes(self, across: str, down: str, **more: Any) -> None:
        """Both axes of a single panel, logarithmic, with their titles."""
        shared = {"type": "log", "dtick": 1, "zeroline": False}
        self.update_layout(
            xaxis=axis(across, **shared),
            yaxis=axis(down, **{"exponentformat": "SI", **shared, **more}),
        )


def doubling(end: int) -> list[int]:
    """The powers of two up to an end."""
    return [2**power for power in range(end.bit_length()) if 2**power <= end]
