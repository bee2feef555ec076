"""Colours by meaning, fonts by voice, and the look of every Plotly figure.

The values are those of `.streamlit/config.toml`; the comparison stands in the tests.
Colour belongs to attention: what glows is a weight, everything else is paper and ink.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from viz.say.numbers import separators

LANGUAGE = "Literata, Georgia, serif"
INSTRUMENT = "'Atkinson Hyperlegible Next', system-ui, sans-serif"
FORMULA = "'STIX Two Math', math, serif"


@dataclass(frozen=True)
class Palette:
    """One side of the day. `weights` runs from 0 to 1, `signed` from less to more.

    `curves` tells models or runs apart, also for those who see red and green alike.
    """

    page: str
    surface: str
    text: str
    muted: str
    border: str
    hair: str
    control: str
    query: str
    key: str
    value: str
    beam: str
    beam_far: str
    lit: str
    less: str
    more: str
    refused: str
    hatch: str
    curves: tuple[str, ...]
    weights: tuple[str, ...]
    signed: tuple[str, ...]


DAY = Palette(
    page="#F4F6F9",
    surface="#FFFFFF",
    text="#131A2A",
    muted="#525C70",
    border="#CFD6E1",
    hair="#E2E7EE",
    control="#131A2A",
    query="#AF5504",
    key="#0B3FAE",
    value="#057D70",
    beam="#D97010",
    beam_far="#F8AE45",
    lit="#FFE3A6",
    less="#6832B1",
    more="#296818",
    refused="#B3261E",
    hatch="#9AA5B8",
    curves=("#C25E06", "#1763C8", "#131A2A"),
    weights=(
        *("#FFF9E8", "#FDD78A", "#FCAF41", "#F1871E", "#DF601B"),
        *("#C53C33", "#9E2747", "#711F4D", "#3F1D49", "#151927"),
    ),
    signed=(
        *("#44087E", "#6832B1", "#8C69CD", "#B5A0E5", "#E1D9F6"),
        *("#CAE8C3", "#80C271", "#499537", "#296818", "#124105"),
    ),
)
NIGHT = Palette(
    page="#0E1320",
    surface="#161C2B",
    text="#F1EEE6",
    muted="#A9B2C4",
    border="#343D52",
    hair="#232B3D",
    control="#697694",
    query="#FEB251",
    key="#70ADFB",
    value="#69EBD4",
    beam="#FFC565",
    beam_far="#E07A1F",
    lit="#5A3A10",
    less="#C7ADFF",
    more="#83D670",
    refused="#FF9A8F",
    hatch="#56617A",
    curves=("#FFA63D", "#5C9DFF", "#F1EEE6"),
    weights=(*reversed(DAY.weights[1:]), "#FEF6DC"),
    signed=(
        *("#EAE3FF", "#C7ADFF", "#A077EB", "#6F4BAC", "#3D2D5B"),
        *("#263F21", "#3A732C", "#57A943", "#83D670", "#C9F7BE"),
    ),
)


def palette(dark: bool) -> Palette:
    """The colours of the night road or of the overcast day."""
    return NIGHT if dark else DAY


def colorscale(stops: tuple[str, ...]) -> list[list[Any]]:
    """Evenly spaced stops from 0 to 1, as Plotly wants them."""
    return [[n / (len(stops) - 1), colour] for n, colour in enumerate(stops)]


def weight_colour(weight: float, dark: bool) -> str:
    """The colour of a weight from 0 to 1, mixed between the two nearest stops."""
    return on_scale(palette(dark).weights, min(max(weight, 0.0), 1.0))


def on_scale(stops: tuple[str, ...], share: float) -> str:
    """The colour at that share of the way through evenly spaced stops, as drawn."""
    place = share * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    pairs = zip(_channels(stops[low]), _channels(stops[low + 1]), strict=True)
    mixed = (round(a + (b - a) * (place - low)) for a, b in pairs)
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


def signed_colour(value: float, limit: float, dark: bool) -> str:
    """The colour of a change between −limit and limit; nearly none is the page."""
    colours = palette(dark)
    size = min(abs(value) / limit, 1.0) if limit else 0.0
    if size < 0.02:
        return colours.page
    side = colours.signed[5:] if value > 0 else colours.signed[4::-1]
    return on_scale(side, size)


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on `colour`."""
    above_black = _luminance(colour) + 0.05  # WCAG's contrast with both, multiplied out
    return "#000000" if above_black**2 >= 0.05 * 1.05 else "#FFFFFF"


@cache
def plotly_template(dark: bool) -> Any:
    """The look of figures, a `plotly.graph_objects.layout.Template`; each copies it."""
    from plotly import graph_objects as go

    colours = palette(dark)
    axis = {
        "gridcolor": colours.hair,
        "linecolor": colours.border,
        "showline": False,
        "ticklabeloverflow": "allow",
        "zerolinecolor": colours.border,
        "tickfont": {"size": 15, "color": colours.text},
        "ticklabelstandoff": 5,  # else the first labels of both axes touch
        "title": {"font": {"size": 15, "color": colours.muted}},
    }
    return go.layout.Template(
        layout={
            "font": {"family": INSTRUMENT, "size": 16, "color": colours.text},
            "title": {"font": {"family": LANGUAGE, "size": 20}},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "colorway": [
                *(colours.query, colours.key, colours.value),
                *(colours.less, colours.text),
            ],
            "colorscale": {
                "sequential": colorscale(colours.weights),
                "diverging": colorscale(colours.signed),
            },
            "hoverlabel": {
                "bgcolor": colours.surface,
                "bordercolor": colours.border,
                "font": {"family": INSTRUMENT, "size": 15, "color": colours.text},
            },
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": axis,
            "yaxis": axis,
        }
    )


def layout(dark: bool, height: int) -> dict[str, Any]:
    """The layout of a figure that stands still: its look and height, no legend.

    Its numbers are written as in the language of the run.
    """
    return {
        "template": plotly_template(dark),
        "height": height,
        "separators": separators(),
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
    }


def clear(colour: str, opacity: float) -> str:
    """The colour, as far as what lies under it shines through."""
    red, green, blue = _channels(colour)
    return f"rgba({red}, {green}, {blue}, {opacity})"


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    """How much light a colour gives, 0 to 1 (WCAG 2.2, "relative luminance")."""
    shares = (channel / 255 for channel in _channels(colour))
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
