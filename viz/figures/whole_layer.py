"""A whole Transformer layer over the words it reads: counted, timed, its memory."""

from core.labs import costs
from core.labs.layer_times import Found
from viz.content.texts import texts
from viz.figures.cost_curves import CostCurves, doubling
from viz.figures.figure import Figure
from viz.say.amounts import in_memory, short
from viz.say.captions import percent
from viz.say.numbers import written

LONGEST = 12_288

say = texts("labs/costs")


def counted(n: int, d: int, *, dark: bool = False) -> Figure:
    """The two parts of a whole layer over n, which meet at 6 d; and where n = d."""
    steps = doubling(LONGEST)
    counts = (costs.whole_layer(step, d).values() for step in steps)
    linear, square = zip(*counts, strict=True)
    names = say.all("counted.parts")
    drawing = CostCurves(dark)
    drawing.add_curve("recurrent", names["linear"], steps, linear)
    drawing.add_curve("self-attention", names["square"], steps, square)
    parts = dict(zip(names, costs.whole_layer(n, d).values(), strict=True))
    drawing.add_dots(
        n, {"recurrent": parts["linear"], "self-attention": parts["square"]}
    )
    drawing.add_crossing(d, f"n = d = {written(d, ',')}")
    drawing.add_crossing(6 * d, f"n = 6 d = {written(6 * d, ',')}", 0.12)
    drawing.update_axes(say("sizes.words"), say("counted.axis"))
    caption = say(
        "counted.caption",
        words=n,
        width=d,
        square=short(parts["square"]),
        linear=short(parts["linear"]),
        share=percent(parts["square"] / sum(parts.values())),
        half=6 * d,
    )
    rows = [
        say.row("counted.columns"),
        *([names[part], count] for part, count in parts.items()),
    ]
    return Figure(drawing.made(), caption, rows, say("counted.title"))


def timed(found: Found, *, dark: bool = False) -> Figure:
    """Milliseconds over n, measured, one line a kind with its fitted slope."""
    drawing = CostCurves(dark)
    kinds = say.all("kinds")
    slopes = {times.kind: written(times.slope, ".1f") for times in found.times}
    for times in found.times:
        drawing.add_curve(
            times.kind,
            say("timed.curve", kind=kinds[times.kind], slope=slopes[times.kind]),
            found.sizes,
            times.milliseconds,
            dots=6,
        )
    drawing.update_axes(say("sizes.words"), say("timed.axis"), exponentformat="none")
    last = {times.kind: times.milliseconds[-1] for times in found.times}
    caption = say(
        "timed.caption",
        width=found.width,
        kernel=found.kernel,
        repeats=found.repeats,
        slopes=", ".join(
            say("timed.slope", kind=kinds[kind], slope=slope)
            for kind, slope in slopes.items()
        ),
        words=found.sizes[-1],
        recurrent=written(last["recurrent"], ",.0f"),
        attention=written(last["self-attention"], ",.0f"),
    )
    columns = [times.milliseconds for times in found.times]
    rows = [
        [say("timed.words"), *(kinds[times.kind] for times in found.times)],
        *map(list, zip(found.sizes, *columns, strict=True)),
    ]
    return Figure(drawing.made(), caption, rows, say("timed.title"))


def memory(n: int, d: int, heads: int, *, dark: bool = False) -> Figure:
    """Bytes of the attention matrices of a layer, and of queries, keys and values."""
    steps = doubling(LONGEST)
    names = say.all("memory.curves")
    drawing = CostCurves(dark)
    drawing.add_curve(
        "recurrent",
        names["vectors"],
        steps,
        [costs.vector_bytes(step, d) for step in steps],
    )
    drawing.add_curve(
        "self-attention",
        names["matrices"],
        steps,
        [costs.matrix_bytes(step, heads) for step in steps],
    )
    matrices, vectors = costs.matrix_bytes(n, heads), costs.vector_bytes(n, d)
    drawing.add_dots(n, {"recurrent": vectors, "self-attention": matrices})
    drawing.update_axes(say("sizes.words"), say("memory.axis"))
    caption = say(
        "memory.caption",
        heads=heads,
        words=n,
        matrices=in_memory(matrices),
        vectors=in_memory(vectors),
    )
    rows = [
        say.row("memory.columns"),
        [say("memory.rows.matrices"), matrices],
        [say("memory.rows.vectors"), vectors],
    ]
    return Figure(drawing.made(), caption, rows, say("memory.title"))
