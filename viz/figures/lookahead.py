"""Two decoders in training, one of which may look ahead: their losses as a picture."""

import math

from core.labs.lookahead import WORDS, Found
from viz.content.texts import texts
from viz.figures.curves import LEGEND, axis
from viz.figures.drawing import Drawing, hover
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/masks")
HEIGHT = 330
GUESSING = math.log(len(WORDS) - 1)  # every piece but ‹start› can be wanted


def losses(found: Found, *, dark: bool = False) -> Figure:
    """The loss of both against updates, and what the text costs at least, dashed.

    With the mask: wide and pale; without: thin ink. The range begins at 0.
    """
    colours = theme.palette(dark)
    masked, unmasked = found.masked, found.unmasked
    names, updates = say.row("decoders"), list(found.updates)
    formula = f"{found.words} ln 2 / {found.words + 1}"
    pens = ({"color": colours.beam, "width": 5}, {"color": colours.text, "width": 2.5})
    figure = Drawing(theme.layout(dark, HEIGHT))
    for name, decoder, pen in zip(names, (masked, unmasked), pens, strict=True):
        figure.add_scatter(
            x=updates,
            y=list(decoder.losses),
            mode="lines",
            name=name,
            line=pen,
            hovertemplate=hover(
                say("losses.point", decoder=name, updates="%{x}", loss="%{y:.3f}")
            ),
        )
    figure.add_scatter(
        x=[0, updates[-1]],
        y=[found.entropy] * 2,
        mode="lines",
        name=say("losses.least"),
        line={"color": colours.muted, "width": 2, "dash": "dash"},
        hovertemplate=hover(f"{formula} = {found.entropy:.3f}"),
    )
    figure.update_layout(
        showlegend=True,
        legend=LEGEND,
        xaxis=axis(say("losses.updates"), rangemode="tozero"),
        yaxis=axis(say("losses.loss"), rangemode="tozero"),
    )
    caption = say(
        "losses.caption",
        masked=written(masked.losses[-1], ".3f"),
        formula=formula,
        least=written(found.entropy, ".3f"),
        unmasked=written(unmasked.losses[-1], ".3f"),
        ahead=percent(unmasked.ahead),
        masked_alone=written(masked.alone, ".3f"),
        unmasked_alone=written(unmasked.alone, ".3f"),
        guessing=written(GUESSING, ".3f"),
    )
    lines = zip(updates, masked.losses, unmasked.losses, strict=True)
    rows = [[say("losses.updates"), *names], *map(list, lines)]
    return Figure(figure.made(), caption, rows, say("losses.title"))
