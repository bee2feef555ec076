"""What a norm makes of the numbers of each token, as a picture: means and spreads."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from core.labs.norms import normed
from viz.content.texts import texts
from viz.figures.block import HEIGHT, words_below
from viz.figures.drawing import LEGEND, Drawing, axis
from viz.figures.figure import Figure
from viz.say.captions import apart
from viz.say.numbers import written

ASIDE = 0.14  # how far the two marks of a token stand from its place

say = texts("labs/block")


def spread(
    pieces: Sequence[str],
    x: Float[Tensor, "token feature"],
    kind: str,
    *,
    usual: tuple[Sequence[str], Float[Tensor, "token feature"]] | None = None,
    dark: bool = False,
) -> Figure:
    """Mean and standard deviation of each token's numbers, before and after a norm.

    `usual` are the pieces and numbers of the sentence in which one token was exchanged;
    that token is marked, and the caption tells how far the norm moved the others.
    """
    words, after = apart(pieces), normed(x, kind)
    sides = (_means(x), _means(after))
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=words_below(words),
        yaxis=axis(say("sentence.drawn.axis")),
    )
    colours = drawing.colours
    for side, means, aside, colour, symbol in (
        (say("sentence.drawn.before"), sides[0], -ASIDE, colours.muted, "circle-open"),
        (say("sentence.drawn.after"), sides[1], ASIDE, colours.text, "circle"),
    ):
        deviations = [deviation for _, deviation in means]
        drawing.add_points(
            [place + aside for place in range(len(words))],
            [mean for mean, _ in means],
            {"size": 11, "color": colour, "symbol": symbol},
            error_y={
                "type": "data",
                "array": deviations,
                "thickness": 3,
                "width": 7,
                "color": colour,
            },
            name=side,
            customdata=deviations,
            says=say(
                "sentence.drawn.hover",
                side=side,
                mean="%{y:.3f}",
                deviation="%{customdata:.3f}",
            ),
        )
    sentences = [_variances(*sides)]
    if usual is not None:
        marked = _exchanged(pieces, usual[0])
        drawing.add_band((marked - 0.4, marked + 0.4), colours.lit)
        others = [place for place in range(len(words)) if place != marked]
        moved = (after - normed(usual[1], kind))[others].abs().max().item()
        sentences.append(
            say(
                "sentence.caption.exchanged",
                word=words[marked],
                usual=usual[0][marked],
                moved=written(moved, ".2g"),
            )
        )
    rows = [
        say.row("sentence.columns"),
        *(
            [word, *before, *later]
            for word, before, later in zip(words, *sides, strict=True)
        ),
    ]
    title = say(f"sentence.title.{kind}")
    return Figure(drawing.made(), " ".join(sentences), rows, title)


def _means(x: Float[Tensor, "token feature"]) -> list[tuple[float, float]]:
    deviations = x.std(-1, correction=0)
    return list(zip(x.mean(-1).tolist(), deviations.tolist(), strict=True))


def _exchanged(pieces: Sequence[str], usual: Sequence[str]) -> int:
    """The place of the one piece that differs."""
    pairs = zip(pieces, usual, strict=True)
    return next(place for place, (one, other) in enumerate(pairs) if one != other)


def _variances(*sides: Sequence[tuple[float, float]]) -> str:
    before, after = ([deviation**2 for _, deviation in means] for means in sides)
    return say(
        "sentence.caption.variances",
        least=written(min(before)),
        most=written(max(before)),
        least_after=written(min(after)),
        most_after=written(max(after)),
    )
