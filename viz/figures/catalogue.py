"""A catalogue as pictures: films and three answers, and draws that settle."""

from collections.abc import Mapping, Sequence

from viz.content.texts import texts
from viz.figures.drawing import Drawing, Part, axis, pen, plain
from viz.figures.figure import Figure
from viz.figures.query_key_value import HEIGHT, Point
from viz.say import theme
from viz.say.captions import percent
from viz.say.numbers import written

say = texts("labs/query-key-value")
TWO_HIGH = 440
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
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(say("films.year"), range=list(YEARS), tickformat="d"),
        yaxis=axis(say("films.minutes"), range=[35, 235]),
    )
    colours = figure.colours
    points = [value for value, _ in films.values()]
    names = [
        say("films.film", film=plain(name), share=percent(weight))
        for name, (_, weight) in films.items()
    ]
    corners = [points[at] for at in (*around, *around[:1])]
    figure.add_line(
        [x for x, _ in corners],
        [y for _, y in corners],
        pen(colours.border, 2, "dot"),
        fill="toself",
        fillcolor=colours.hair,
    )
    figure.add_points(
        [x for x, _ in points],
        [y for _, y in points],
        {
            "size": [10 + 40 * weight**0.5 for _, weight in films.values()],
            "color": colours.value,
            "opacity": 0.85,
        },
        text=names,
        says="%{text}<br>" + say("films.point", year="%{x:.0f}", minutes="%{y:.0f}"),
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
            font={"family": theme.LANGUAGE, "size": 16},
        )
    ink = {"color": colours.text, "line": pen(colours.text, 2.5)}
    for name, symbol, size in ((best, "circle-open", 62), (drawn, "square-open", 50)):
        (x, y), _ = films[name]
        figure.add_points([x], [y], {**ink, "symbol": symbol, "size": size})
    figure.add_points(
        [soft[0]],
        [soft[1]],
        {"size": 18, "color": colours.beam, "line": {"width": 2}},
        text=[f"<b>{say('films.soft')}</b>"],
        textposition="middle right",
        textfont={"size": 17},
        says=say("films.soft_point", year="%{x:.0f}", minutes="%{y:.0f}"),
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
    """Mean and variance of the first n draws, and the lines of the soft answer.

    One stands above the other, so that both have room on a phone.
    """
    across: Part = {"type": "log", "dtick": 1}
    figure = Drawing(
        dark,
        TWO_HIGH,
        xaxis=axis(showticklabels=False, **across),
        yaxis=axis(say("draws.mean"), domain=[0.54, 1]),
        xaxis2=axis(say("draws.across"), anchor="y2", **across),
        yaxis2=axis(say("draws.variance"), domain=[0, 0.46], anchor="x2"),
    )
    colours, point = (
        figure.colours,
        say("draws.point", draws="%{x:.0f}", value="%{y:.1f}"),
    )
    count = list(range(1, len(mean) + 1))
    for values, aim, panel in zip((mean, variance), soft, ("", "2"), strict=True):
        on: Part = {"panel": panel, "says": point}
        figure.add_line([1, len(mean)], [aim, aim], pen(colours.beam, 7), **on)
        figure.add_line(count, values, pen(colours.text, 2), **on)
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
