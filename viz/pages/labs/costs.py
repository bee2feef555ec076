"""Costs: operations a layer, how far a unit sees, a whole layer counted and timed."""

import streamlit as st

from core.labs import costs as core
from viz.address.labs.costs import Choices
from viz.figures import cones
from viz.figures import costs as figures
from viz.figures.sizes import in_memory, short
from viz.pages.app import frame, library, widgets
from viz.pages.labs import play
from viz.pages.labs.lab import Step, choice, figure, lab, slider
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables

HEADS = 8
LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SLOPES_OVER = ("one", "two", "three", "four")[core.FITTED - 1]
# Two rows of the table by hand: 10 · 20² = 4,000, and the blank 10² · 20 = 2,000.
WORDS, WIDTH = 10, 20
BY_HAND = (
    "A recurrence, 10 words of width 20: a step is a 20 × 20 matrix times the state, "
    "d² = 400.",
    "A step for each word: n d² = 10 · 400 = 4,000.",
    "Each waits for the one before: 10 steps in a row, 9 from the first word to the "
    "last.",
)
KIND_LABELS = {
    "contiguous": "windows",
    "dilated": "windows with gaps",
    "recurrent": "recurrence",
    "self-attention": "self-attention",
}
VIEW_LABELS = {"counted": "counted", "timed": "timed", "memory": "memory"}
FORMULAS = {
    "recurrent": ("n d²", "n", "n − 1"),
    "convolution": ("k n d²", "1", "⌈(n − 1)/(k − 1)⌉"),
    "self-attention": ("n² d", "1", "1"),
    "restricted": ("k n d", "1", "⌈(n − 1)/(k − 1)⌉"),
}


def page() -> None:
    """Draw the lab."""
    lab(
        "costs",
        "Costs",
        (
            Step("A layer", _operations),
            Step("How far", _reach),
            Step("All of it", _everything),
        ),
    )


def _sizes() -> tuple[int, int]:
    choices = frame.choices(Choices)
    return int(choices.cost_n), int(choices.cost_d)


# --- operations ----------------------------------------------------------------------


def _operations() -> None:
    (n, d), k, dark = _sizes(), frame.choices(Choices).cost_k, frame.night()
    counts = core.operations(n, d, k)
    attention, recurrence = counts["self-attention"], counts["recurrent"]
    figure(
        library.kept(
            ("operations", n, d, k, dark),
            lambda: figures.operations(n, d, k, dark=dark),
        ),
        f"{n:,} words of width {d:,}: self-attention {short(attention)} operations, "
        f"recurrence {short(recurrence)}. {_cheaper(n, d)} The two cross at n = d; no "
        "projection is counted.",
        [["layer", "operations"], *map(list, counts.items())],
        key="costs-operations",
        title="Operations of one layer",
        note=f"n = {n:,}, d = {d:,}, k = {k}",
    )
    with st.container(horizontal=True):
        widgets.chosen("words n", "cost_n")
        widgets.chosen("width d", "cost_d")
        slider("cost_k", "kernel k")
    play.lines("costs", BY_HAND)
    blank(
        "cost_blank",
        "Your turn, the same words: how many operations has self-attention?",
        float(core.operations(WORDS, WIDTH, 1)["self-attention"]),
        digits=0,
        reason=f"{WORDS}² × {WIDTH}: every query meets every key.",
    )
    st.html(
        html_tables.table(_table(n, d, k), "Table 1 of the paper, with its numbers")
    )


def _cheaper(n: int, d: int) -> str:
    if n == d:
        return "They cost the same."
    return f"{'Self-attention' if n < d else 'Recurrence'} is cheaper here."


def _table(n: int, d: int, k: int) -> list[list[str]]:
    counts, paths = core.operations(n, d, k), core.paths(n, k)
    waiting = core.waiting_steps(n)
    rows = [["", "operations", "here", "one after another", "longest path", "here"]]
    for kind in core.KINDS:
        operations, steps, path = FORMULAS[kind]
        waits = f"{steps} = {waiting[kind]:,}" if steps != "1" else "1"
        rows.append(
            [kind, operations, f"{counts[kind]:,}", waits, path, _layers(paths[kind])]
        )
    dilated = _layers(core.layers_dilated(n, k))
    return [*rows, ["with gaps", "k n d²", rows[2][2], "1", "⌈logₖ n⌉", dilated]]


def _layers(count: int | None) -> str:
    return "never" if count is None else f"{count:,}"


# --- how far -------------------------------------------------------------------------


def _reach() -> None:
    choices, dark = frame.choices(Choices), frame.night()
    n, k, kind = choices.cost_reach, choices.cost_k, choices.cost_kind
    figure(
        library.kept(
            ("reach", n, k, kind, dark), lambda: cones.reach(n, k, kind, dark=dark)
        ),
        f"{_needed(n, k, kind)} {_both(n, k)}",
        [
            ["layer", "from", "to"],
            *(
                [level, start + 1, to + 1]
                for level, links in enumerate(cones.links_of(n, k, kind), 1)
                for start, to in links
            ),
        ],
        key="costs-reach",
        title="What the last unit rests on",
        note=f"n = {n}, k = {k}",
    )
    choice("cost_kind", "read by", KIND_LABELS)
    with st.container(horizontal=True):
        slider("cost_reach", "words n")
        slider("cost_k", "kernel k")


def _needed(n: int, k: int, kind: str) -> str:
    if n == 1:
        return "One word is seen without any layer."
    if kind == "self-attention":
        return f"One layer, for every query meets all {n} keys."
    if kind == "recurrent":
        return f"One layer, but word 1 takes {n - 1} steps to the last unit."
    if k == 1:
        return "With a kernel of 1 no unit ever sees another word."
    if kind == "contiguous":
        layers = core.layers_contiguous(n, k)
        return f"⌈({n} − 1)/({k} − 1)⌉ = {layers}: layers until one unit sees all."
    layers = core.layers_dilated(n, k)
    return (
        f"⌈log{str(k).translate(LOW)} {n}⌉ = {layers}: layers until one unit sees all."
    )


def _both(n: int, k: int) -> str:
    if n == 1 or k == 1:
        return ""
    return (
        f"Windows next to each other need {core.layers_contiguous(n, k)}, with gaps "
        f"that grow {core.layers_dilated(n, k)}."
    )


# --- the whole layer -----------------------------------------------------------------


def _everything() -> None:
    views = {"counted": _counted, "timed": _timed, "memory": _memory}
    choice("cost_view", "look at", VIEW_LABELS)
    views[frame.choices(Choices).cost_view]()


def _counted() -> None:
    (n, d), dark = _sizes(), frame.night()
    parts = core.whole_layer(n, d)
    linear, square = parts.values()
    share = square / (linear + square)
    figure(
        library.kept(
            ("whole", n, d, dark), lambda: figures.whole_layer(n, d, dark=dark)
        ),
        f"{n:,} words of width {d:,}: scores and mixing {short(square)} operations, "
        f"projections and feed-forward {short(linear)}. The part that grows with n² is "
        f"{share:.0%} of the layer. It is half at n = 6 d = {6 * d:,}, not at n = d = "
        f"{d:,}.".replace("%", " %"),
        [["part", "operations"], *map(list, parts.items())],
        key="costs-whole",
        title="A whole layer, its feed-forward 4 d wide",
        note=f"n = {n:,}, d = {d:,}",
    )
    _sliders()


def _memory() -> None:
    (n, d), dark = _sizes(), frame.night()
    matrices, vectors = core.matrix_bytes(n, HEADS), core.vector_bytes(n, d)
    figure(
        library.kept(
            ("memory", n, d, dark), lambda: figures.memory(n, d, HEADS, dark=dark)
        ),
        f"{HEADS} heads, 32 bits: {HEADS} matrices of {n:,} × {n:,} take "
        f"{in_memory(matrices)} a layer; queries, keys and values "
        f"{in_memory(vectors)}. Twice the words, four times the matrices.",
        [["what", "bytes"], ["matrices", matrices], ["vectors", vectors]],
        key="costs-memory",
        title="Memory of one layer's attention",
        note=f"n = {n:,}, d = {d:,}",
    )
    _sliders()


def _sliders() -> None:
    with st.container(horizontal=True):
        widgets.chosen("words n", "cost_n")
        widgets.chosen("width d", "cost_d")


def _timed() -> None:
    result = stored("costs", "a minute")
    if result is None:
        return
    found, dark = result.found, frame.night()
    taken = {t.kind: (t.milliseconds, t.slope) for t in found.times}
    longest = found.sizes[-1]
    slopes = ", ".join(f"{t.kind} {t.slope:.1f}" for t in found.times)
    last = {t.kind: t.milliseconds[-1] for t in found.times}
    figure(
        library.kept(
            ("timed", result.day, result.machine, found, dark),
            lambda: figures.times(found.sizes, taken, dark=dark),
        ),
        f"Width {found.width}, kernel {found.kernel}, one core, median of "
        f"{found.repeats}. Slopes over the {SLOPES_OVER} longest: {slopes}. At "
        f"{longest:,} words the recurrence takes {last['recurrent']:,.0f} ms, "
        f"self-attention {last['self-attention']:,.0f}.",
        figures.time_rows(found.sizes, taken),
        key="costs-timed",
        title="Milliseconds of one layer",
        note="both axes logarithmic: a slope is a power",
    )
