"""Why scores are divided by √d: a variance that grows, a softmax that saturates."""

import math
from collections.abc import Sequence

from torch import Tensor

from core.labs.scores import Heads
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures.drawing import Drawing, Part, axis, labelled, pen
from viz.figures.figure import Figure
from viz.say.numbers import written

say = texts("labs/scores")
HEIGHT = 400
Curve = Sequence[int | float]
Softmax = tuple[float, float]
"""The entropy of its weights, and the norm of its Jacobian."""


def variance(
    widths: Curve,
    measured: Curve,
    d: int,
    products: Tensor,
    *,
    follows: float = 0.0,
    dark: bool = False,
) -> Figure:
    """The variance of q·k against d: measured points on the line of theory, log-log.

    `products` are samples of q·k at the chosen `d`; `follows` is the correlation of the
    numbers of q and k.
    """
    mean, value = products.mean().item(), products.var().item()
    found = written(value, ".1f")
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(say("variance.across"), **_doubling(widths)),
        yaxis=axis(say("variance.down"), type="log", dtick=1),
    )
    colours, ends = figure.colours, [min(widths), max(widths)]
    figure.add_line(ends, ends, pen(colours.beam, 8), says=say("variance.theory"))
    figure.add_points(
        widths,
        measured,
        {"size": 9, "color": colours.text},
        says=say("variance.measured", width="%{x}", variance="%{y:.2f}"),
    )
    one = pen(colours.muted, 2, "dash")
    figure.add_line(ends, [1, 1], one, says=say("variance.one"))
    figure.add_points(
        [d],
        [value],
        {"size": 15, "color": colours.text},
        text=[say("variance.chosen", variance=f"<b>{found}</b>", width=d)],
        textposition="top left" if d > 16 else "bottom right",
        textfont={"size": 17},
        cliponaxis=False,
    )
    figure.add_annotation(
        x=1,
        y=0,
        text=say("variance.divided"),
        yshift=12,
        xanchor="right",
        xref="paper",
        font={"size": 15, "color": colours.muted},
    )
    caption = say(
        f"variance.caption.{'following' if follows else 'independent'}",
        samples=len(products),
        width=d,
        variance=found,
        follows=written(follows, "g"),
        theory=written(d * (1 + follows**2), ".1f"),
        mean=written(mean, ".1f"),
        divided=written(mean / math.sqrt(d), ".1f"),
    )
    rows = [say.row("variance.columns"), *zip(widths, measured, strict=True)]
    return Figure(figure.made(), caption, rows, say("variance.title"))


def softmax(
    widths: Curve,
    plain: Sequence[Softmax],
    divided: Sequence[Softmax],
    d: int,
    chosen: tuple[Softmax, Softmax],
    keys: int,
    *,
    dark: bool = False,
) -> Figure:
    """Entropy and Jacobian norm of a softmax over that many `keys` against d.

    Ink: scores not divided; the beam: divided by √d. `chosen` are both at `d`.
    """
    most = math.log(keys)
    across = axis(say("softmax.across"), **_doubling(widths, every=2))
    figure = Drawing(
        dark,
        HEIGHT,
        showlegend=True,
        legend={"orientation": "h", "y": -0.2, "x": 0},
        xaxis={**across, "domain": [0, 0.45]},
        yaxis=axis(say("softmax.entropy"), range=[0, 1.1 * most or 1]),
        xaxis2={**across, "domain": [0.56, 1], "anchor": "y2"},
        yaxis2=axis(say("softmax.norm"), range=[0, 0.55], anchor="x2"),
    )
    colours = figure.colours
    for panel, at in (("", 0), ("2", 1)):
        for name, pairs, line in (
            (say("softmax.divided"), divided, pen(colours.beam, 6)),
            (say("softmax.plain"), plain, pen(colours.text, 2.5)),
        ):
            figure.add_line(
                widths,
                [pair[at] for pair in pairs],
                line,
                dots=7,
                name=name,
                showlegend=at == 0,
                panel=panel,
                says=say("softmax.point", curve=name, width="%{x}", value="%{y:.3f}"),
            )
    (entropy, norm), (entropy_divided, norm_divided) = chosen
    caption = say(
        "softmax.caption",
        keys=keys,
        width=d,
        entropy=written(entropy),
        norm=written(norm, ".3f"),
        entropy_divided=written(entropy_divided),
        norm_divided=written(norm_divided, ".3f"),
        most=written(most),
    )
    lines = zip(widths, plain, divided, strict=True)
    rows = [
        say.row("softmax.columns"),
        *([width, *one, *other] for width, one, other in lines),
    ]
    return Figure(figure.made(), caption, rows, say("softmax.title"))


def heads(found: Heads, sentences: int, *, dark: bool = False) -> Figure:
    """One dot a head, in a column for each attention; the line is what theory has.

    The variances are over that many `sentences`.
    """
    d_head = found.d_head
    variances = {_attention(name): values for name, values in found.variances.items()}
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=labelled(
            [name.replace(", ", "<br>") for name in variances],
            range=[-0.6, len(variances) - 0.4],
        ),
        yaxis=axis(say("heads.variance"), type="log", dtick="D2"),
    )
    figure.add_line(
        [-0.5, len(variances) - 0.5],
        [d_head, d_head],
        pen(figure.colours.beam, 8),
        says=say("heads.theory", variance=d_head),
    )
    dots = [
        (
            at + 0.09 * (head - (len(values) - 1) / 2),
            value,
            say("heads.head", attention=name, head=head + 1),
        )
        for at, (name, values) in enumerate(variances.items())
        for head, value in enumerate(values)
    ]
    x, y, text = zip(*dots, strict=True)
    marker = {"size": 10, "color": figure.colours.text}
    figure.add_points(x, y, marker, text=text, says="%{text}: %{y:.1f}")
    every = sorted(value for values in variances.values() for value in values)
    caption = say(
        "heads.caption",
        heads=len(every),
        width=d_head,
        sentences=sentences,
        least=written(every[0], ".1f"),
        most=written(every[-1], ",.1f"),
        above=sum(value > d_head for value in every),
    )
    rows = [
        say.row("heads.columns"),
        *(
            [name, head, value]
            for name, values in variances.items()
            for head, value in enumerate(values, 1)
        ),
    ]
    return Figure(figure.made(), caption, rows, say("heads.title"))


def _attention(name: str) -> str:
    """ "encoder.0.self_attention" is "encoder, 1"."""
    found = AttentionName.parse(name)
    called = say(f"heads.attentions.{found.stack}.{found.kind}")
    return say("heads.attention", name=called, layer=found.layer + 1)


def _doubling(widths: Curve, every: int = 1) -> Part:
    """A logarithmic axis with a mark at each (or every second) width."""
    marks = list(widths)[::every]
    return {
        "type": "log",
        "tickmode": "array",
        "tickvals": marks,
        "ticktext": [str(mark) for mark in marks],
    }
