"""A catalogue as pictures: films and three answers, and draws that settle."""

from collections.abc import Mapping, Sequence

from plotly import graph_objects as go

from viz.figures.curves import axis
from viz.figures.drawing import Drawing
from viz.figures.heatmap import plain
from viz.figures.query_key_value import HEIGHT, Point
from viz.say import theme
from viz.say.captions import percent

YEARS = 1920, 1960


def catalogue(
    films: Mapping[str, tuple[Point, float]],
    around: Sequence[int],
    soft: Point,
    best: str,
    drawn: str,
    *,
    dark: bool = False,
) -> go.Figure:
    """Films as points, each as large as its weight, the hull they span, three answers.

    `films` holds the value and the weight of each, `around` the corners of the hull in
    order; `best` is ringed, `drawn` has a square, `soft` is the dot that is mixed.
    """
    colours = theme.palette(dark)
    points = [value for value, _ in films.values()]
    corners = [points[at] for at in (*around, *around[:1])]
    figure = Drawing(theme.layout(dark, HEIGHT))
    figure.add_scatter(
        x=[x for x, _ in corners],
        y=[y for _, y in corners],
        mode="lines",
        line={"color": colours.border, "width": 2, "dash": "dot"},
        fill="toself",
        fillcolor=colours.hair,
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        mode="markers",
        marker={
            "size": [10 + 40 * weight**0.5 for _, weight in films.values()],
            "color": colours.value,
            "opacity": 0.85,
        },
        text=[f"{plain(n)}, {percent(w)}" for n, (_, w) in films.items()],
        hovertemplate="%{text}<br>%{x:.0f}, %{y:.0f} minutes<extra></extra>",
        cliponaxis=False,
    )
    for at, (name, ((x, y), weight)) in enumerate(films.items()):
        side = 1 if x > YEARS[1] - 10 else -1 if x < YEARS[0] + 10 else 0
        figure.add_annotation(
            x=x,
            y=y,
            text=f"{plain(name)}, {percent(weight)}",
            xanchor=("left", "center", "right")[side + 1],
            xshift=24 * side,  # a name at the edge runs inwards
            yshift=42 if at % 2 else -42,
            showarrow=False,
            font={"family": theme.LANGUAGE, "size": 16},
        )
    for name, symbol, size in (
        (best, "circle-open", 62),
        (drawn, "square-open", 50),
    ):
        (x, y), _ = films[name]
        figure.add_scatter(
            x=[x],
            y=[y],
            mode="markers",
            marker={
                "symbol": symbol,
                "size": size,
                "color": colours.text,
                "line": {"width": 2.5, "color": colours.text},
            },
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=[soft[0]],
        y=[soft[1]],
        mode="markers+text",
        marker={"size": 18, "color": colours.beam, "line": {"width": 2}},
        text=["<b>soft</b>"],
        textposition="middle right",
        textfont={"size": 17},
        hovertemplate="soft: %{x:.0f}, %{y:.0f} minutes<extra></extra>",
    )
    figure.update_layout(
        xaxis={**axis("year", range=list(YEARS)), "tickformat": "d"},
        yaxis=axis("minutes", range=[35, 235]),
    )
    return figure.made()


def settling(
    mean: Sequence[float],
    variance: Sequence[float],
    soft: tuple[float, float],
    *,
    dark: bool = False,
) -> go.Figure:
    """Mean and variance of the first n draws, and the lines of the soft answer."""
    colours = theme.palette(dark)
    figure = Drawing(theme.layout(dark, HEIGHT))
    count = list(range(1, len(mean) + 1))
    for values, aim, panel in zip((mean, variance), soft, ("", "2"), strict=True):
        for x, y, line in (
            ([1, len(mean)], [aim, aim], {"width": 7, "color": colours.beam}),
            (count, list(values), {"width": 2, "color": colours.text}),
        ):
            figure.add_scatter(
                x=x,
                y=y,
                mode="lines",
                line=line,
                xaxis=f"x{panel}",
                yaxis=f"y{panel}",
                hovertemplate="%{x:.0f} draws: %{y:.1f}<extra></extra>",
            )
    across = {
        "type": "log",
        "title": {"text": "draws"},
        "fixedrange": True,
        "automargin": True,
    }
    down = {"fixedrange": True, "automargin": True}
    figure.update_layout(
        xaxis={**across, "domain": [0, 0.45], "dtick": 1},
        yaxis={**down, "title": {"text": "mean minutes"}},
        xaxis2={**across, "domain": [0.57, 1], "anchor": "y2", "dtick": 1},
        yaxis2={**down, "title": {"text": "variance of minutes"}, "anchor": "x2"},
    )
    return figure.made()
