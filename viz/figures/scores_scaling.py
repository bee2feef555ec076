"""Why scores are divided by √d: a variance that grows, a softmax that saturates."""

import math
from collections.abc import Sequence
from typing import Any

from torch import Tensor

from core.labs.scores import Heads
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures.curves import axis
from viz.figures.drawing import Drawing, hover
from viz.figures.figure import Figure
from viz.say import theme
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
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    ends = [min(widths), max(widths)]
    figure.add_scatter(
        x=ends,
        y=ends,
        mode="lines",
        line={"width": 8, "color": colours.beam},
        hovertemplate=hover(say("variance.theory")),
    )
    figure.add_scatter(
        x=list(widths),
        y=list(measured),
        mode="markers",
        marker={"size": 9, "color": colours.text},
        hovertemplate=hover(
            say("variance.measured", width="%{x}", variance="%{y:.2f}")
        ),
    )
    figure.add_scatter(
        x=ends,
        y=[1, 1],
        mode="lines",
        line={"width": 2, "dash": "dash", "color": colours.muted},
        hovertemplate=hover(say("variance.one")),
    )
    figure.add_scatter(
        x=[d],
        y=[value],
        mode="markers+text",
        marker={"size": 15, "color": colours.text},
        text=[say("variance.chosen", variance=f"<b>{value:.1f}</b>", width=d)],
        textposition="top left" if d > 16 else "bottom right",
        textfont={"size": 17},
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.add_annotation(
        x=1,
        y=0,
        text=say("variance.divided"),
        showarrow=False,
        yshift=12,
        xanchor="right",
        xref="paper",
        font={"size": 15, "color": colours.muted},
    )
    figure.update_layout(
        xaxis=axis(say("variance.across"), **_doubling(widths)),
        yaxis=axis(say("variance.down"), type="log", dtick=1),
    )
    caption = say(
        f"variance.caption.{'following' if follows else 'independent'}",
        samples=len(products),
        width=d,
        variance=written(value, ".1f"),
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
    """Entropy and Jacobian norm of a softmax over so many `keys` against d.

    Ink: scores not divided; the beam: divided by √d. `chosen` are both at `d`.
    """
    most = math.log(keys)
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    for panel, at in (("", 0), ("2", 1)):
        for name, pairs, ink, width in (
            (say("softmax.divided"), divided, colours.beam, 6),
            (say("softmax.plain"), plain, colours.text, 2.5),
        ):
            figure.add_scatter(
                x=list(widths),
                y=[pair[at] for pair in pairs],
                mode="lines+markers",
                name=name,
                showlegend=at == 0,
                line={"width": width, "color": ink},
                marker={"size": 7},
                xaxis=f"x{panel}",
                yaxis=f"y{panel}",
                hovertemplate=hover(
                    say("softmax.point", curve=name, width="%{x}", value="%{y:.3f}")
                ),
            )
    across = _doubling(widths, every=2)
    figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.2, "x": 0},
        xaxis=axis(say("softmax.across"), domain=[0, 0.45], **across),
        yaxis=axis(say("softmax.entropy"), range=[0, 1.1 * most or 1]),
        xaxis2=axis(say("softmax.across"), domain=[0.56, 1], anchor="y2", **across),
        yaxis2=axis(say("softmax.norm"), range=[0, 0.55], anchor="x2"),
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

    The variances are over so many `sentences`.
    """
    colours = theme.palette(dark)
    d_head = found.d_head
    variances = {_attention(name): values for name, values in found.variances.items()}
    columns = list(variances)
    figure = Drawing(theme.layout(dark, HEIGHT))
    figure.add_scatter(
        x=[-0.5, len(columns) - 0.5],
        y=[d_head, d_head],
        mode="lines",
        line={"width": 8, "color": colours.beam},
        hovertemplate=hover(say("heads.theory", variance=d_head)),
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
    figure.add_scatter(
        x=[x for x, _, _ in dots],
        y=[y for _, y, _ in dots],
        mode="markers",
        marker={"size": 10, "color": colours.text},
        text=[text for _, _, text in dots],
        hovertemplate=hover("%{text}: %{y:.1f}"),
    )
    figure.update_layout(
        xaxis=axis(
            "",
            tickmode="array",
            tickvals=list(range(len(columns))),
            ticktext=[name.replace(", ", "<br>") for name in columns],
            range=[-0.6, len(columns) - 0.4],
            showgrid=False,
            zeroline=False,
        ),
        yaxis=axis(say("heads.variance"), type="log", dtick="D2"),
    )
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


def _doubling(widths: Curve, every: int = 1) -> dict[str, Any]:
    """A logarithmic axis with a mark at each (or every second) width."""
    marks = list(widths)[::every]
    return {
        "type": "log",
        "tickmode": "array",
        "tickvals": marks,
        "ticktext": [str(mark) for mark in marks],
    }
