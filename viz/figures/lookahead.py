"""Two decoders in training, one of which may look ahead: their losses as a picture."""

import math

from core.labs.lookahead import WORDS, Found
from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/masks")
HEIGHT = 330
GUESSING = math.log(len(WORDS) - 1)  # every piece but ‹start› can be wanted


def losses(found: Found, *, dark: bool = False) -> Figure:
    """The loss of both against updates, and what the text costs at least, dashed.

    With the mask: wide and pale; without: thin ink. The range begins at 0.
    """
    masked, unmasked = found.masked, found.unmasked
    names, updates = say.row("decoders"), list(found.updates)
    formula = f"{found.words} ln 2 / {found.words + 1}"
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("losses.updates"), rangemode="tozero"),
        yaxis=axis(say("losses.loss"), rangemode="tozero"),
    )
    colours, least = figure.colours, written(found.entropy, ".3f")
    pens = (pen(colours.beam, 5), pen(colours.text, 2.5))
    for name, decoder, line in zip(names, (masked, unmasked), pens, strict=True):
        figure.add_line(
            updates,
            decoder.losses,
            line,
            name=name,
            says=say("losses.point", decoder=name, updates="%{x}", loss="%{y:.3f}"),
        )
    figure.add_line(
        [0, updates[-1]],
        [found.entropy] * 2,
        pen(colours.muted, 2, "dash"),
        name=say("losses.least"),
        says=f"{formula} = {least}",
    )
    caption = say(
        "losses.caption",
        masked=written(masked.losses[-1], ".3f"),
        formula=formula,
        least=least,
        unmasked=written(unmasked.losses[-1], ".3f"),
        ahead=percent(unmasked.ahead),
    )
    lines = zip(updates, masked.losses, unmasked.losses, strict=True)
    rows = [[say("losses.updates"), *names], *map(list, lines)]
    return Figure(figure.made(), caption, rows, say("losses.title"))
