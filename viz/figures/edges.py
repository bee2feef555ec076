"""What carries a piece, as a graph: the English at the foot, the prediction on top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz.content.texts import part, texts
from viz.figures.drawing import Drawing, Part, Span, axis, labelled, pen, plain, strokes
from viz.figures.figure import Figure
from viz.say import theme
from viz.say.captions import apart, percent, probability

if TYPE_CHECKING:
    from torch import Tensor

    from core.analysis.contributions import Carried
    from core.networks.names import AttentionName

LEVEL, MARGIN = 74, 60  # pixels
WIDEST, STEPS = 15, 12  # of a line, and in how many widths lines are drawn
LOWEST = -0.35  # of the levels
SLANTED = (0, -45, -90)
LARGEST, DOT = 26, 4  # of a place that all passes through, and that nothing does

say = texts("edges")


@dataclass(frozen=True)
class Line:
    """One line of the graph: from where to where, what passes, and what it is called.

    `head` counts from 0; None is a residual connection, which stays in its place.
    """

    start: Span
    end: Span
    share: float
    where: str
    key: str
    query: str
    head: int | None


@dataclass(frozen=True)
class Words:
    """The pieces of each side; of what is predicted one is followed, so probable."""

    source: Sequence[str]
    read: Sequence[str]
    predicted: Sequence[str]
    probability: float


def graph(
    found: "Carried", words: Words, least: float, *, dark: bool = False
) -> Figure:
    """The lines that carry at least that share of the prediction, thicker for more.

    Places stand side by side, layers one above the other: encoder, then decoder.
    """
    lines = sorted(_lines(found, words), key=lambda line: -line.share)
    drawn = [line for line in lines if line.share >= least]
    levels = len(found.encoder) + len(found.decoder)
    drawing = Drawing(
        dark,
        MARGIN + LEVEL * (levels + 1),
        margin={"l": 4, "r": 8, "t": 4, "b": 4},
        yaxis=labelled(_levels(found), range=[LOWEST, levels], ticklabelstandoff=8),
    )
    colours = drawing.colours
    foot = (len(found.encoder) - 0.2 - LOWEST) / (levels - LOWEST)
    free: Part = {"overlaying": "x", "anchor": "free", "position": foot}
    read = words.read[: found.row + 1]
    drawing.update_layout(
        xaxis=_named(words.source, found.encoder[0], colours.key),
        xaxis2={**_named(read, found.decoder[0], colours.query), **free},
    )
    for stays in (True, False):
        by_width: dict[int, list[tuple[Span, Span]]] = {}
        for line in drawn:
            if (line.head is None) == stays:
                width = max(1, round(line.share * STEPS))
                by_width.setdefault(width, []).append((line.start, line.end))
        for width, pairs in sorted(by_width.items()):
            ink = colours.hatch if stays else colours.beam
            drawing.add_line(
                *strokes(pairs), pen(ink, WIDEST * width / STEPS), opacity=0.8
            )
    _places(drawing, found, words)
    drawing.add_targets(
        [(line.start[0] + line.end[0]) / 2 for line in drawn],
        [(line.start[1] + line.end[1]) / 2 for line in drawn],
        16,
        customdata=[plain(_said(line)) for line in drawn],
        says="%{customdata}",
    )
    title = say("title", piece=words.predicted[found.row])
    caption = _caption(found, words, lines, drawn, least)
    return Figure(drawing.made(), caption, rows(drawn), title)


def rows(lines: Sequence[Line]) -> list[list]:
    """A header, then one row a line, the strongest first."""
    return [
        say.row("columns"),
        *(
            [
                line.where,
                line.key,
                line.query,
                line.share,
                None if line.head is None else line.head + 1,
            ]
            for line in lines
        ),
    ]


def _lines(found: "Carried", words: Words) -> Iterator[Line]:
    """Every line of the graph: all heads together, and the residual connections."""
    source, read = apart(words.source), apart(words.read)
    sides = {"source": source, "read": read, "predicted": apart(words.predicted)}
    for edge in found.edges():
        name = edge.name
        queries, keys = (sides[side] for side in name.sides)
        start, end = _ends(found, name, edge.query, edge.key)
        yield Line(
            *(start, end, edge.share, part(name)),
            *(keys[edge.key], queries[edge.query], edge.head),
        )
    for stack, levels, pieces in (
        ("encoder", found.encoder, source),
        ("decoder", found.decoder, read),
    ):
        for layer in range(len(levels) - 1):
            for at, share in enumerate(_stayed(found, stack, layer)):
                if share > 0 and (stack == "encoder" or at <= found.row):
                    level = layer + (len(found.encoder) if stack == "decoder" else 0)
                    many = len(pieces) if stack == "encoder" else found.row + 1
                    across = _across(at, many)
                    where = say("residual.name", stack=stack, layer=layer + 1)
                    below, above = (across, level), (across, level + 1)
                    word = pieces[at]
                    yield Line(below, above, share, where, word, word, None)


def _stayed(found: "Carried", stack: str, layer: int) -> list[float]:
    """What reaches a layer's places from themselves, through residual connections."""
    names = {(name.stack, name.layer, name.across): name for name in found.before}
    return found.before[names[stack, layer, False]].tolist()


def _ends(
    found: "Carried", name: "AttentionName", query: int, key: int
) -> tuple[Span, Span]:
    """Where the line of an edge begins, at the key, and where it ends."""
    source, target = len(found.encoder[0]), found.row + 1
    first = len(found.encoder)  # the level of the decoder's embeddings
    if name.stack == "encoder":
        begin = _across(key, source), name.layer
        return begin, (_across(query, source), name.layer + 1)
    above = _across(query, target), first + name.layer + 1
    if name.across:
        return (_across(key, source), first - 1), above
    return (_across(key, target), first + name.layer), above


def _across(place: int, places: int) -> float:
    return (place + 0.5) / places


def _levels(found: "Carried") -> list[str]:
    """The names of the levels, from the foot."""
    encoder, decoder = range(1, len(found.encoder)), range(1, len(found.decoder))
    return [
        say("level.english"),
        *(say("level.encoder", layer=layer) for layer in encoder),
        say("level.french"),
        *(say("level.decoder", layer=layer) for layer in decoder),
    ]


def _places(drawing: Drawing, found: "Carried", words: Words) -> None:
    """A dot for every place, larger for more; the words, and how much each brings."""
    colours, first = drawing.colours, len(found.encoder)
    for levels, places, up, ink, axis_of in (
        (found.encoder, len(words.source), 0, colours.key, "x"),
        (found.decoder, found.row + 1, first, colours.query, "x2"),
    ):
        shares = [level.tolist()[:places] for level in levels]
        drawing.add_points(
            [_across(at, places) for _ in levels for at in range(places)],
            [up + level for level in range(len(levels)) for _ in range(places)],
            {
                "size": [
                    DOT + (LARGEST - DOT) * share**0.5
                    for level in shares
                    for share in level
                ],
                "color": ink,
                "opacity": 1,
                "line": pen(colours.page, 1.5),
            },
            cliponaxis=False,
            xaxis=axis_of,
        )
    written = plain(words.predicted[found.row])
    drawing.add_annotation(
        x=_across(found.row, found.row + 1),
        y=first + len(found.decoder) - 1 + 0.3,
        yanchor="bottom",
        xanchor="right",  # it may stand at the edge
        xshift=LARGEST,
        text=f"<b>{written}</b> {probability(words.probability)}",
        font={"family": theme.LANGUAGE, "size": 19, "color": colours.query},
    )


def _named(pieces: Sequence[str], flow: "Tensor", ink: str) -> Part:
    """An axis of pieces, each with the share that it brings; slanted where it must."""
    shares = [percent(share) for share in flow.tolist()]
    labels = [
        f'{plain(piece)}<br><span style="font-size:13px">{share}</span>'
        for piece, share in zip(pieces, shares, strict=False)
    ]
    places = [_across(at, len(pieces)) for at in range(len(pieces))]
    return labelled(labels) | axis(
        tickvals=places,
        range=[-0.02, 1.02],
        tickfont={"family": theme.LANGUAGE, "size": 15, "color": ink},
        autotickangles=SLANTED,
        ticks="",
    )


def _said(line: Line) -> str:
    share = percent(line.share)
    if line.head is None:
        return say("edge.residual", where=line.where, query=line.query, share=share)
    return say(
        "edge.hover",
        where=line.where,
        key=line.key,
        query=line.query,
        share=share,
        head=line.head + 1,
    )


def _caption(
    found: "Carried",
    words: Words,
    lines: Sequence[Line],
    drawn: Sequence[Line],
    least: float,
) -> str:
    english = found.encoder[0]
    most = int(english.argmax())
    strongest = next(line for line in lines if line.head is not None)
    named = {"where": strongest.where, "key": strongest.key, "query": strongest.query}
    return say(
        "caption",
        drawn=len(drawn),
        all=len(lines),
        least=percent(least),
        piece=words.predicted[found.row],
        source=percent(float(english.sum())),
        most=apart(words.source)[most],
        most_share=percent(float(english[most])),
        target=percent(float(found.decoder[0].sum())),
        strongest=say("edge.named", **named),
        strongest_share=percent(strongest.share),
    )
