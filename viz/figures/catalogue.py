"""A catalogue as pictures: films and three answers, and draws that settle."""

from collections.abc import Mapping, Sequence

from viz.content.texts import texts
from viz.figures.curves import axis
from viz.figures.drawing import Drawing, hover
from viz.figures.figure import Figure
from viz.figures.heatmap import plain
from viz.figures.query_key_value import HEIGHT, Point
from viz.say import theme
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/query-key-value")
YEARS = 1920, 1960


def catalogue(
    films: Mapping[str, tuple[Point, float]],
    around: Sequence[int],
    soft: Point,
    best: str,
    drawn: str,
    *,
    dark: bool = False,
) -> Figure:
    """Films as points, each as large as its weight, the hull they span, three answers.

    `films` holds the value and the weight of each, `around` the corners of the hull in
    order; `best` is ringed, `drawn` has a square, `soft` is the dot that is mixed.
    """
    colours = theme.palette(dark)
    points = [value for value, _ in films.values()]
    names = [
        say("films.film", film=plain(name), share=percent(weight))
        for name, (_, weight) in films.items()
    ]
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
        text=names,
        hovertemplate=hover(
            "%{text}<br>" + say("films.point", year="%{x:.0f}", minutes="%{y:.0f}")
        ),
        cliponaxis=False,
    )
    for at, (name, (x, y)) in enumerate(zip(names, points, strict=True)):
        side = 1 if x > YEARS[1] - 10 else -1 if x < YEARS[0] + 10 else 0
        figure.add_annotation(
            x=x,
            y=y,
            text=name,
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
        text=[f"<b>{say('films.soft')}</b>"],
        textposition="middle right",
        textfont={"size": 17},
        hovertemplate=hover(
            say("films.soft_point", year="%{x:.0f}", minutes="%{y:.0f}")
        ),
    )
    figure.update_layout(
        xaxis={**axis(say("films.year"), range=list(YEARS)), "tickformat": "d"},
        yaxis=axis(say("films.minutes"), range=[35, 235]),
    )
    caption = say(
        "films.caption",
        best=best,
        share=percent(films[best][1]),
        drawn=drawn,
        year=written(soft[0], ".0f"),
        minutes=written(soft[1], ".0f"),
    )
    rows = [
        say.row("films.columns"),
        *([name, *point, weight] for name, (point, weight) in films.items()),
    ]
    return Figure(figure.made(), caption, rows, say("films.title"))


def settling(
    mean: Sequence[float],
    variance: Sequence[float],
    soft: tuple[float, float],
    *,
    dark: bool = False,
) -> Figure:
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
                hovertemplate=hover(
                    say("draws.point", draws="%{x:.0f}", value="%{y:.1f}")
                ),
            )
    across = {
        "type": "log",
        "title": {"text": say("draws.across")},
        "fixedrange": True,
        "automargin": True,
    }
    down = {"fixedrange": True, "automargin": True}
    figure.update_layout(
        xaxis={**across, "domain": [0, 0.45], "dtick": 1},
        yaxis={**down, "title": {"text": say("draws.mean")}},
        xaxis2={**across, "domain": [0.57, 1], "anchor": "y2", "dtick": 1},
        yaxis2={**down, "title": {"text": say("draws.variance")}, "anchor": "x2"},
    )
    caption = say(
        "draws.caption",
        draws=len(mean),
        mean=written(mean[-1], ".1f"),
        variance=written(variance[-1], ",.0f"),
        soft=written(soft[0], ".1f"),
        spread=written(soft[1], ",.0f"),
    )
    rows = [say.row("draws.columns"), *zip(count, mean, variance, strict=True)]
    return Figure(figure.made(), caption, rows, say("draws.title"))
