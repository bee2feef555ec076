"""The stream of an encoder layer as pictures: what is added to it, and many layers."""

from collections.abc import Sequence

import numpy as np

from core.labs.depth import Stack
from core.labs.stream import Added, alike, kept
from viz.content.texts import texts
from viz.figures.curves import pen_of
from viz.figures.drawing import LEGEND, Drawing, Part, axis, pen, worded
from viz.figures.figure import Figure
from viz.figures.heatmap import SLANTED
from viz.say.captions import apart, percent
from viz.say.lists import called
from viz.say.numbers import written

HEIGHT, TALL = 400, 480
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

say = texts("labs/block")


# --- one layer ------------------------------------------------------------------------


def stream(
    pieces: Sequence[str],
    found: Added,
    *,
    part: str,
    layer: int,
    cut: bool,
    french: str,
    dark: bool = False,
) -> Figure:
    """For each word the length of what goes by and of what a sublayer adds to it.

    Below, where there are any, the units of the feed-forward network that are above 0,
    those first that most words use. What is `cut` off is hatched. `french` is what the
    whole model then writes.
    """
    words = apart(pieces)
    before, update = (x.norm(dim=-1).tolist() for x in (found.before, found.update))
    cosines = kept(found).tolist()
    drawing = Drawing(
        dark,
        HEIGHT if found.active is None else TALL,
        **LEGEND,
        bargap=0.35,
        uniformtext={"minsize": 12, "mode": "hide"},
        bargroupgap=0.08,
        xaxis={**words_below(words), "anchor": "y"},
        yaxis=axis(
            say("stream.drawn.length"), rangemode="tozero", nticks=5, zeroline=False
        ),
    )
    first = say("stream.drawn.cut" if cut else "stream.drawn.before")
    _lengths(drawing, first, before, drawing.colours.text, hatched=cut)
    _lengths(drawing, say("stream.drawn.update"), update, drawing.colours.beam)
    if found.active is not None:
        _units(drawing, words, found.active.numpy())
    rows = [
        say.row("stream.columns"),
        *map(list, zip(words, before, update, cosines, strict=True)),
    ]
    caption = _added(words, found, cut, french)
    title = say(f"stream.title.{part}", layer=layer + 1)
    return Figure(drawing.made(), caption, rows, title)


def _added(words: Sequence[str], found: Added, cut: bool, french: str) -> str:
    """What the sublayer adds, and what cutting the residual does to the translation."""
    shares = (found.update.norm(dim=-1) / found.before.norm(dim=-1)).tolist()
    most = max(range(len(words)), key=shares.__getitem__)
    sentences = [
        say("stream.caption.largest", word=words[most], times=written(shares[most]))
    ]
    if found.active is not None:
        active = percent(found.active.float().mean().item())
        sentences.append(say("stream.caption.active", share=active))
    sentences.append(
        say(
            f"stream.caption.{'cut' if cut else 'added'}",
            cosine=written(kept(found).mean().item()),
            before=written(alike(found.before)),
            after=written(alike(found.after)),
        )
    )
    sentences.append(say("stream.caption.translation", french=french))
    return " ".join(sentences)


def _lengths(
    drawing: Drawing,
    name: str,
    lengths: Sequence[float],
    colour: str,
    *,
    hatched: bool = False,
) -> None:
    drawing.add_bar(
        x=list(range(len(lengths))),
        y=list(lengths),
        name=name,
        marker={
            "color": colour,
            "line": pen(colour, int(hatched)),
            "pattern": {"shape": "/" * hatched, "size": 7, "solidity": 0.2},
        },
        text=[written(length, ".1f") for length in lengths],
        textposition="outside",
        textfont={"size": 14},
        cliponaxis=False,
        says=called(name, "%{y:.2f}"),
    )


def _units(drawing: Drawing, words: Sequence[str], active: np.ndarray) -> None:
    order = np.argsort(-active.sum(0), kind="stable")
    drawing.add_heatmap(
        active[:, order].astype(float),
        (drawing.colours.surface, drawing.colours.beam),
        panel="2",
        ygap=3,
    )
    shares = zip(words, map(percent, active.mean(1)), strict=True)
    drawing.update_layout(
        yaxis={"domain": [0.6, 1]},
        xaxis2=axis(
            say("stream.drawn.units", n=active.shape[1]),
            anchor="y2",
            showgrid=False,
            showticklabels=False,
        ),
        yaxis2=worded(
            [f"{word} {share}" for word, share in shares],
            size=15,
            domain=[0, 0.42],
            anchor="x2",
            autorange="reversed",
            zeroline=True,
        ),
    )


def words_below(words: Sequence[str]) -> Part:
    """The horizontal axis of a figure that has a place for each word."""
    return worded(words, size=17, autotickangles=SLANTED)


# --- many layers ----------------------------------------------------------------------


def depth(stacks: Sequence[Stack], *, dark: bool = False) -> Figure:
    """Size of the stream above and of its gradient below, from the first layer up.

    The stacks are as deep as each other; both axes go by factors.
    """
    names = [say(f"depth.norms.{stack.order}") for stack in stacks]
    layers = list(range(stacks[0].depth + 1))
    powers = {
        "type": "log",
        "tickvals": TICKS,
        "ticktext": [written(tick, "g") for tick in TICKS],
        "zeroline": False,
    }
    drawing = Drawing(
        dark,
        TALL,
        **LEGEND,
        xaxis=axis(say("depth.passed"), anchor="y2", zeroline=False),
        yaxis=axis(say("depth.size.stream"), domain=[0.56, 1], **powers),
        yaxis2=axis(say("depth.size.gradient"), domain=[0, 0.46], **powers),
    )
    for place, (name, stack) in enumerate(zip(names, stacks, strict=True), 1):
        for what, curve, panel in (
            ("stream", stack.stream, "y"),
            ("gradient", stack.gradient, "y2"),
        ):
            point = say(
                f"depth.point.{what}", norm=name, layers="%{x}", size="%{y:.3f}"
            )
            drawing.add_line(
                layers,
                curve,
                pen_of(place, dark),
                dots=7,
                yaxis=panel,
                name=name,
                showlegend=panel == "y",
                says=point,
            )
    curves = [curve for stack in stacks for curve in (stack.stream, stack.gradient)]
    heads = [f"{name}, {symbol}" for name in names for symbol in ("x", "∂/∂x")]
    rows = [
        [say("depth.passed"), *heads],
        *map(list, zip(layers, *curves, strict=True)),
    ]
    caption = " ".join(map(_course, names, stacks))
    title = say("depth.title", layers=stacks[0].depth)
    return Figure(drawing.made(), caption, rows, title)


def _course(name: str, stack: Stack) -> str:
    return say(
        "depth.caption",
        norm=name.capitalize(),
        first=written(stack.stream[0]),
        last=written(stack.stream[-1]),
        gradient_first=written(stack.gradient[0]),
        gradient_last=written(stack.gradient[-1]),
        gradient_least=written(min(stack.gradient)),
    )
