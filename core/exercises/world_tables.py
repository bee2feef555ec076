"""What the models of pictures and films publish: measured, or from a pass of theirs."""

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from core.exercises.checks import Number, Table
from core.in_use.pictures import find_kinds, find_twins
from core.in_use.seeing import see
from core.in_use.small import Small, load
from core.labs.results import read
from core.worlds.street import parse
from core.worlds.streets import lecture


@cache
def model(name: str) -> Small:
    """A small model by its name, read once."""
    return load(name)


def measured(name: str) -> Mapping[str, Any]:
    """What was measured of a model on what it never learned from."""
    return model(name).info["measured"]


def twins_overlap() -> Table:
    """Overlap of marks and truth: with attention, without, and marking every thing."""
    found = measured("twins")
    rows = ("attention", "convolutions", "every thing")
    values = (found["iou"], measured("twins-alone")["iou"], found["iou_all"])
    return Table(rows, ("overlap",), tuple((float(one),) for one in values))


def twins_row(street: str, cell: Number = 1) -> Table:
    """Where a cell of a street, from 1, attends to: the mean of the heads, a row."""
    weights = find_twins(model("twins"), parse(street)).weights.mean(0)
    columns = tuple(f"cell {n + 1}" for n in range(len(weights)))
    return Table(("weights",), columns, (tuple(weights[int(cell) - 1].tolist()),))


def gates_of(street: str = "sign") -> Table:
    """The gates of a street of the lectures: a row."""
    gates = find_kinds(model("gates"), lecture(street)).gates
    if gates is None:
        raise TypeError("this network has no gates")
    columns = tuple(f"channel {n + 1}" for n in range(gates.shape[-1]))
    return Table(("gates",), columns, (tuple(gates[0].tolist()),))


def kinds_right() -> Table:
    """The share of new streets of which all kinds of things are named correctly."""
    names = ("gates", "gates-alone", "patches-streets", "patches-streets-alone")
    return Table(names, ("exact",), tuple((measured(n)["exact"],) for n in names))


def ways_right() -> Table:
    """How often the direction of a film is right: in order, shuffled, backwards."""
    found = measured("film")
    orders = {"in order": found} | {n: found[n] for n in ("shuffled", "backwards")}
    return Table(
        tuple(orders), ("way",), tuple((one["way"],) for one in orders.values())
    )


def summaries_right() -> Table:
    """The share of summaries that are right: by pointing, line by line, by a name."""
    found = measured("pointer")
    ways = {
        "pointing": found,
        "each line by itself": measured("pointer-alone"),
        "every line that names it": found["named"],
    }
    return Table(
        tuple(ways), ("exact",), tuple((one["exact"],) for one in ways.values())
    )


def gates_shut(opened: Number = 0) -> Table:
    """The largest difference of scores to those of the writer that never saw."""
    names = ("seeing", "soft", "writer")
    sees, reader, writer = (model(f"captions-{name}") for name in names)
    found = see(sees, reader, writer, lecture("sign"), float(opened))
    return Table(("scores",), ("difference",), ((found.difference,),))


def looks() -> Table:
    """Where one looks on new streets: shares on the thing that is asked for, means."""
    found = read("looking").found
    rows = ("attention", "salience", "equal weights")
    values = (found.asked, found.free, found.uniform)
    return Table(rows, ("on the thing",), tuple((one,) for one in values))


def samples(radius: Number = 16, ring: Number = 0) -> Table:
    """How many samples a sharp spot of that radius needs, or one of its rings."""
    inside = math.pi * float(radius) ** 2
    return Table(("samples",), ("n",), ((inside * (0.75 if int(ring) else 1.0),),))


def spelled() -> Table:
    """Words in voices that were never learned from: how many are spelled right."""
    found = measured("listening")
    ways = {"model": found, "most alike clip": found["nearest"]}
    ways["model, new words"] = found["unheard"]
    return Table(
        tuple(ways), ("right",), tuple((one["exact"],) for one in ways.values())
    )


def keys_of(frames: Number = 102) -> Table:
    """How many keys a listener has after its pyramid has halved time twice."""
    return Table(("keys",), ("n",), ((float(math.ceil(float(frames) / 4)),),))


PUBLISHED: Mapping[str, Callable[..., Table]] = {
    "pictures.overlap": twins_overlap,
    "pictures.row": twins_row,
    "pictures.gates": gates_of,
    "pictures.kinds": kinds_right,
    "films.way": ways_right,
    "captions.shut": gates_shut,
    "stories.summaries": summaries_right,
    "looking.shares": looks,
    "looking.samples": samples,
    "listening.words": spelled,
    "listening.keys": keys_of,
}
