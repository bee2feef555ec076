"""Curves of what layers cost, one pen for each kind of layer."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from viz.figures.curves import LEGEND, axis
from viz.figures.drawing import Drawing, hover
from viz.say import theme

HEIGHT = 400
Number = int | float
# Ink, dash, width: told apart by all three; attention carries the light.
PENS: Mapping[str, tuple[str, str, Number]] = {
    "recurrent": ("text", "solid", 2),
    "convolution": ("muted", "dash", 2.5),
    "self-attention": ("beam", "solid", 5),
    "restricted": ("beam", "dot", 3.5),
    "a whole layer": ("value", "dashdot", 2.5),
}


class CostCurves(Drawing):
    """A drawing of such curves: their names above, dots where the reader stands."""

    def __init__(self, dark: bool) -> None:
        super().__init__(theme.layout(dark, HEIGHT))
        self.update_layout(showlegend=True, legend={**LEGEND, "y": 1.03})
        self._colours = theme.palette(dark)

    def add_curve(
        self,
        kind: str,
        name: str,
        x: Sequence[Number],
        y: Sequence[Number],
        *,
        panel: str = "",
        mode: str = "lines",
        named: bool = True,
    ) -> None:
        """A curve with the pen of that kind."""
        ink, dash, width = PENS[kind]
        self.add_scatter(
            mode=mode,
            name=name,
            legendgroup=name,
            showlegend=named,
            x=list(x),
            y=list(y),
            xaxis=f"x{panel}",
            yaxis=f"y{panel}",
            line={"color": getattr(self._colours, ink), "dash": dash, "width": width},
            hovertemplate=hover(f"{name}, %{{x:,}}: %{{y:.3~s}}"),
        )

    def add_dots(self, x: int, counts: Mapping[str, int], *, panel: str = "") -> None:
        """Where the curves of these kinds are now, above one place of an axis."""
        self.add_scatter(
            mode="markers",
            x=[x] * len(counts),
            y=list(counts.values()),
            xaxis=f"x{panel}",
            yaxis=f"y{panel}",
            showlegend=False,
            hoverinfo="skip",
            marker={
                "size": 11,
                "color": [getattr(self._colours, PENS[kind][0]) for kind in counts],
                "line": {"width": 2, "color": self._colours.page},
            },
        )

    def add_upright(self, x: int, text: str, height: float = 0.02) -> None:
        """A line that stands at a place of a logarithmic axis, and its name."""
        muted = self._colours.muted
        self.add_shape(
            type="line",
            x0=x,
            x1=x,
            y0=0,
            y1=1,
            yref="paper",
            line={"width": 1.5, "dash": "dot", "color": muted},
        )
        self.add_annotation(
            x=math.log10(x),
            y=height,
            yref="paper",
            text=text,
            showarrow=False,
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
