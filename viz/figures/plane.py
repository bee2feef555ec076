"""Queries and keys of one head as points of a plane, one query with its keys lit."""

from typing import TYPE_CHECKING

from viz.content.texts import texts
from viz.figures.drawing import BARE, LEGEND, Drawing, Part, axis, pen, plain, strokes
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import apart, brightest, percent

if TYPE_CHECKING:
    from core.analysis.queries_and_keys import Plane
    from core.attention_map import AttentionMap

HEIGHT = 480
MOST_NAMED = 3  # keys that are said where a query is pointed at
STEPS = 5  # widths of the lines from a query to its keys
LEAST = 0.02  # of a weight that has a line
COLUMNS = ("point", "piece", "across", "up", "distance", "weight")
MARGIN = 0.12  # of the width, for the words at the edge

say = texts("plane")


def points(
    found: "Plane", shown: "AttentionMap", row: int, *, title: str, dark: bool = False
) -> Figure:
    """The points, with lines from the query `row` to its keys, as wide as weights.

    `shown` is the map of the same head over the same pieces. Points of other sentences
    are small and without words.
    """
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=axis(range=_span(found, 0), showticklabels=False, **BARE),
        yaxis=axis(range=_span(found, 1), showticklabels=False, **BARE),
    )
    colours = drawing.colours
    _others(drawing, found)
    _links(drawing, found, shown, row)
    weights = shown.weights[row].tolist()
    allowed = shown.allowed[row].tolist()
    ways: tuple[tuple[str, Part], ...] = (
        ("key", {"color": colours.key, "symbol": "diamond", "size": 12}),
        ("query", {"color": colours.query, "symbol": "circle", "size": 12}),
    )
    for kind, marker in ways:
        places = getattr(found, kind).tolist()
        words = apart(shown.query_words if kind == "query" else shown.key_words)
        lit = (
            [at == row for at in range(len(words))]
            if kind == "query"
            else [may and w >= LEAST for w, may in zip(weights, allowed, strict=True)]
        )
        drawing.add_points(
            [x for x, _ in places],
            [y for _, y in places],
            marker
            | {
                "opacity": [1.0 if on else 0.45 for on in lit],
                "line": pen(colours.page, 1.5),
            },
            name=say(f"legend.{kind}"),
            meta=kind,
            showlegend=True,
            text=[plain(word) for word in words],
            textposition="top center" if kind == "query" else "bottom center",
            textfont={
                "family": theme.LANGUAGE,
                "size": 15,
                "color": [
                    getattr(colours, kind) if on else colours.muted for on in lit
                ],
            },
            customdata=_said(kind, shown),
            says="%{customdata}",
            cliponaxis=False,
        )
    return Figure(
        drawing.made(),
        _caption(found, shown, row),
        rows(found, shown, row),
        title,
    )


def rows(found: "Plane", shown: "AttentionMap", row: int) -> list[list]:
    """A header, then one row a point: first the queries, then the keys."""
    query = apart(shown.query_words)[row]
    table: list[list] = [
        [say(f"columns.{name}", query=query) for name in COLUMNS],
        *(
            [say("kinds.query"), word, *place, None, None]
            for word, place in zip(
                apart(shown.query_words), found.query.tolist(), strict=True
            )
        ),
    ]
    far = distances(found, row)
    for key, (word, place) in enumerate(
        zip(apart(shown.key_words), found.key.tolist(), strict=True)
    ):
        may = bool(shown.allowed[row, key])
        weight = float(shown.weights[row, key]) if may else None
        table.append([say("kinds.key"), word, *place, far[key], weight])
    return table


def distances(found: "Plane", row: int) -> list[float]:
    """How far each key lies from a query, in the plane."""
    return (found.key - found.query[row]).norm(dim=-1).tolist()


def _caption(found: "Plane", shown: "AttentionMap", row: int) -> str:
    keys, most = apart(shown.key_words), brightest(shown, row)
    far = distances(found, row)
    may = [key for key, on in enumerate(shown.allowed[row].tolist()) if on]
    nearest = min(may, key=far.__getitem__)
    same = "same" if nearest == most else "other"
    return say(
        "caption",
        query=apart(shown.query_words)[row],
        key=keys[most or 0],
        weight=percent(float(shown.weights[row, most or 0])),
        near=say(f"nearest.{same}", key=keys[nearest]),
        kept=say("kept", share=percent(found.variance)),
    )


def _said(kind: str, shown: "AttentionMap") -> list[str]:
    """What a point says: a query the keys it attends to most, a key its word."""
    if kind == "key":
        return [plain(say("hover.key", word=word)) for word in apart(shown.key_words)]
    keys, said = apart(shown.key_words), []
    for row, word in enumerate(apart(shown.query_words)):
        weights = shown.weights[row].tolist()
        order = sorted(range(len(keys)), key=lambda at: -weights[at])[:MOST_NAMED]
        named = ", ".join(
            say("hover.attends", word=keys[at], share=percent(weights[at]))
            for at in order
            if weights[at] >= LEAST
        )
        said.append(plain(say("hover.query", word=word, keys=named)))
    return said


def _links(drawing: Drawing, found: "Plane", shown: "AttentionMap", row: int) -> None:
    """Lines from the chosen query to its keys, in a few widths."""
    start, by_width = found.query[row].tolist(), dict[int, list]()
    for key, weight in enumerate(shown.weights[row].tolist()):
        if weight >= LEAST and bool(shown.allowed[row, key]):
            line = (tuple(start), tuple(found.key[key].tolist()))
            by_width.setdefault(round(weight * STEPS), []).append(line)
    for width, lines in sorted(by_width.items()):
        drawing.add_line(
            *strokes(lines),
            pen(drawing.colours.beam, 1 + 9 * width / STEPS),
            opacity=0.55,
            showlegend=False,
            meta="link",
        )


def _others(drawing: Drawing, found: "Plane") -> None:
    """The points of other sentences: where queries and keys of this head lie at all."""
    for kind, symbol in (("key", "diamond"), ("query", "circle")):
        places = getattr(found.others, kind).tolist()
        if places:
            drawing.add_points(
                [x for x, _ in places],
                [y for _, y in places],
                {
                    "color": getattr(drawing.colours, kind),
                    "symbol": symbol,
                    "size": 5,
                    "opacity": 0.3,
                },
                name=say(f"more_points.{kind}"),
                showlegend=True,
            )


def _span(found: "Plane", side: int) -> list[float]:
    """From the first point to the last, with room for words at both ends."""
    parts = (found.query, found.key, found.others.query, found.others.key)
    places = [place[side] for part in parts for place in part.tolist()]
    low, high = min(places), max(places)
    room = MARGIN * (high - low) or 1.0
    return [low - room, high + room]
