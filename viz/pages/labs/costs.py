"""Costs: operations a layer, how far a unit sees, a whole layer, what is recalled."""

from core.labs import costs
from viz.address.labs.costs import Choices
from viz.content.texts import texts
from viz.figures import cones, recall, whole_layer
from viz.figures import costs as figures
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, show, table
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say.numbers import written

HEADS = 8
WORDS, WIDTH = 10, 20  # of the row that is worked by hand; the blank is 10² · 20
FORMULAS = {
    "recurrent": ("n d²", "n", "n − 1"),
    "convolution": ("k n d²", "1", "⌈(n − 1)/(k − 1)⌉"),
    "self-attention": ("n² d", "1", "1"),
    "restricted": ("k n d", "1", "⌈(n − 1)/(k − 1)⌉"),
}

say = texts("labs/costs")


def page() -> None:
    """Draw the lab."""
    lab(
        "costs",
        Step("layer", _operations),
        Step("far", _reach),
        Step("all", _everything, _measured),
    )


def _sizes() -> tuple[int, int]:
    choices = frame.choices(Choices)
    return int(choices.cost_n), int(choices.cost_d)


# --- operations ----------------------------------------------------------------------


def _operations() -> None:
    (n, d), k = _sizes(), frame.choices(Choices).cost_k
    show(
        figures.operations(n, d, k, dark=frame.night()),
        key="costs-operations",
        note=say("operations.note", words=n, width=d, kernel=k),
    )
    controls(
        cost_n=say("sizes.words"), cost_d=say("sizes.width"), cost_k=say("sizes.kernel")
    )
    play.lines("costs", say.row("operations.by_hand"))
    blank(
        "cost_blank",
        say("operations.blank.label"),
        float(costs.operations(WORDS, WIDTH, 1)["self-attention"]),
        digits=0,
        reason=say("operations.blank.reason", words=WORDS, width=WIDTH),
    )
    table(_table(n, d, k), say("table.title"))


def _table(n: int, d: int, k: int) -> list[list[str]]:
    """Table 1 of the paper, and windows with gaps, which it does not have."""
    counts, paths = costs.operations(n, d, k), costs.paths(n, k)
    waiting = costs.waiting_steps(n)
    rows = [say.row("table.columns")]
    for kind, (operations, steps, path) in FORMULAS.items():
        waits = f"{steps} = {written(waiting[kind], ',')}" if steps != "1" else "1"
        count = written(counts[kind], ",")
        rows.append(
            [say(f"kinds.{kind}"), operations, count, waits, path, _layers(paths[kind])]
        )
    count, dilated = written(counts["convolution"], ","), costs.layers_dilated(n, k)
    gaps = [say("table.gaps"), "k n d²", count, "1", "⌈logₖ n⌉", _layers(dilated)]
    return [*rows, gaps]


def _layers(count: int | None) -> str:
    return say("table.never") if count is None else written(count, ",")


# --- how far -------------------------------------------------------------------------


def _reach() -> None:
    choices = frame.choices(Choices)
    n, k = choices.cost_reach, choices.cost_k
    show(
        cones.reach(n, k, choices.cost_kind, dark=frame.night()),
        key="costs-reach",
        note=say("reach.note", words=n, kernel=k),
    )
    choice("cost_kind", say("reach.kind"), say.all("reach.kinds"))
    controls(cost_reach=say("sizes.words"), cost_k=say("sizes.kernel"))


# --- the whole layer -----------------------------------------------------------------


def _everything() -> None:
    views = {
        "counted": _counted,
        "timed": _timed,
        "memory": _memory,
        "recall": _recall,
        "doubling": _doubling,
    }
    views[choice("cost_view", say("all.view"), say.all("all.views"))]()


def _counted() -> None:
    n, d = _sizes()
    show(
        whole_layer.counted(n, d, dark=frame.night()),
        key="costs-whole",
        note=say("counted.note", words=n, width=d),
    )
    controls(cost_n=say("sizes.words"), cost_d=say("sizes.width"))


def _memory() -> None:
    n, d = _sizes()
    show(
        whole_layer.memory(n, d, HEADS, dark=frame.night()),
        key="costs-memory",
        note=say("memory.note", words=n, width=d),
    )
    controls(cost_n=say("sizes.words"), cost_d=say("sizes.width"))


def _timed() -> None:
    result = stored("costs", say("timed.minutes"))
    if result is not None:
        show(
            whole_layer.timed(result.found, dark=frame.night()),
            key="costs-timed",
            note=say("timed.note"),
        )


def _recall() -> None:
    result = stored("recall", say("recall.minutes"))
    if result is not None:
        show(
            recall.by_distance(result.found, dark=frame.night()),
            key="costs-recall",
            note=say("recall.note"),
        )


def _doubling() -> None:
    result = stored("recall", say("recall.minutes"))
    if result is not None:
        show(
            recall.doubling(result.found, dark=frame.night()),
            key="costs-doubling",
            note=say("doubling.note"),
        )


def _measured() -> dict[str, str]:
    """What was measured of the stored runs, for the lesson."""
    found = library.stored("recall").found
    known = {
        f"{network.kind}_known": written(network.known, ",.1f")
        for network in found.networks
    }
    return {"slopes": _slopes(), "pairs": written(found.pairs, ","), **known}


def _slopes() -> str:
    """The slopes of the stored times."""
    slopes = {times.kind: times.slope for times in library.stored("costs").found.times}
    kinds = say.all("kinds")
    told = (
        say("timed.slope", kind=kinds[kind], slope=written(slope, ".1f"))
        for kind, slope in slopes.items()
    )
    return ", ".join(told)
