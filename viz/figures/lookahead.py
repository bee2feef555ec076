"""Two decoders in training, one of which may look ahead: their losses as a picture."""

from plotly import graph_objects as go

from core.labs.lookahead import Found
from viz.figures.curves import LEGEND, axis
from viz.say import tables, theme

HEIGHT = 330
NAMES = ("with the mask", "without")


def losses(found: Found, *, dark: bool = False) -> go.Figure:
    """The loss of both against updates, and what the text costs at least, dashed.

    With the mask: wide and pale; without: thin ink. The range begins at 0.
    """
    colours = theme.palette(dark)
    updates = list(found.updates)
    pens = ({"color": colours.beam, "width": 5}, {"color": colours.text, "width": 2.5})
    figure = go.Figure(
        layout={
            "template": theme.plotly_template(dark),
            "height": HEIGHT,
            "legend": LEGEND,
            "dragmode": False,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "xaxis": axis("updates", rangemode="tozero"),
            "yaxis": axis("training loss, nats a word", rangemode="tozero"),
        }
    )
    for name, decoder, pen in zip(
        NAMES, (found.masked, found.unmasked), pens, strict=True
    ):
        figure.add_scatter(
            x=updates,
            y=list(decoder.losses),
            mode="lines",
            name=name,
            line=pen,
            hovertemplate=f"{name}, %{{x}} updates: %{{y:.3f}}<extra></extra>",
        )
    figure.add_scatter(
        x=[0, updates[-1]],
        y=[found.entropy] * 2,
        mode="lines",
        name="the least it can cost",
        line={"color": colours.muted, "width": 2, "dash": "dash"},
        hovertemplate=(
            f"{found.words} ln 2 / {found.words + 1} = {found.entropy:.3f}"
            "<extra></extra>"
        ),
    )
    return figure


def rows(found: Found) -> list[list[tables.Cell]]:
    """A header, then the two losses after every so many updates."""
    lines = zip(found.updates, found.masked.losses, found.unmasked.losses, strict=True)
    return [["updates", *NAMES], *(list(line) for line in lines)]
