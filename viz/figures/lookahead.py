"""Two decoders in training, one of which may look ahead: their losses as a picture."""

import math

from core.labs.lookahead import Found
from core.labs.two_voices import WORDS
from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, axis, pen
from viz.figures.figure import Figure
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/masks")
HEIGHT = 330
GUESSING = math.log(len(WORDS) - 1)  # every piece but ‹start› can be a target


def losses(found: Found, ratio: float = 1.0, *, dark: bool = False) -> Figure:
    """The losses of both against updates, and what the text costs at least, dashed.

    With the mask: wide and pale; without: thin ink; on held-out texts: dotted. `ratio`
    is the share of texts that were fed as they are.
    """
    forced = found.at(ratio)
    updates = list(found.updates)
    formula = f"{found.words} ln 2 / {found.words + 1}"
    figure = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(say("losses.updates"), rangemode="tozero"),
        yaxis=axis(say("losses.loss"), rangemode="tozero"),
    )
    colours, least = figure.colours, written(found.entropy, ".3f")
    lines = dict(
        zip(
            say.row("losses.lines"),
            (
                (forced.masked.losses, pen(colours.beam, 5)),
                (forced.masked.held_out, pen(colours.text, 2.5, "dot")),
                (forced.unmasked.losses, pen(colours.text, 2.5)),
                (forced.unmasked.held_out, pen(colours.muted, 4, "dot")),
            ),
            strict=True,
        )
    )
    for name, (values, line) in lines.items():
        says = say("losses.point", decoder=name, updates="%{x}", loss="%{y:.3f}")
        figure.add_line(updates, values, line, name=name, says=says)
    figure.add_line(
        [0, updates[-1]],
        [found.entropy] * 2,
        pen(colours.muted, 2, "dash"),
        name=say("losses.least"),
        says=f"{formula} = {least}",
    )
    caption = say(
        "losses.caption",
        fed=say(f"losses.fed.{ratio:g}"),
        masked=written(forced.masked.losses[-1], ".3f"),
        masked_held=written(forced.masked.held_out[-1], ".3f"),
        formula=formula,
        least=least,
        unmasked=written(forced.unmasked.losses[-1], ".3f"),
        unmasked_held=written(forced.unmasked.held_out[-1], ".3f"),
        ahead=percent(forced.unmasked.ahead),
        copied=say(f"losses.copied.{ratio:g}"),
    )
    values = zip(updates, *(values for values, _ in lines.values()), strict=True)
    rows = [[say("losses.updates"), *lines], *map(list, values)]
    return Figure(figure.made(), caption, rows, say("losses.title"))
