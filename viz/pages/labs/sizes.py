"""Sizes: a row of the table in parameters, all rows compared, memory."""

from typing import TYPE_CHECKING

from core.labs import sizes
from viz.address.labs.sizes import LENGTHS, Choices
from viz.content.texts import texts
from viz.figures import batch_and_rate as trained
from viz.figures import sizes as figures
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, switch
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, show, table
from viz.pages.labs.typed_matrix import blank
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.checkpoint import Checkpoint

LAYERS, WIDTH = 10, 1000  # of the blank: 10 · (8 · 1,000² + 5 · 1,000) = 80,050,000

say = texts("labs/sizes")


def page() -> None:
    """Draw the lab."""
    lab(
        "sizes",
        Step("row", _one),
        Step("table", _all),
        Step("memory", _memory),
    )


# --- one row -------------------------------------------------------------------------


def _one() -> None:
    name = frame.choices(Choices).size_row
    row = next(row for row in sizes.TABLE if row.name == name)
    show(
        figures.by_part(row, dark=frame.night()), key="sizes-one", note=say("row.note")
    )
    choice("size_row", say("row.choice"))
    play.lines("sizes", _part_by_part(row))
    blank(
        "size_blank",
        say("row.blank.label", layers=LAYERS, width=WIDTH),
        LAYERS * sizes.feed_forward(WIDTH, 4 * WIDTH) / sizes.MILLION,
        digits=2,
        reason=say("row.blank.reason"),
    )


def _part_by_part(row: sizes.Row) -> list[str]:
    """The row counted by hand: each part from layers and width, and their sum."""
    parts = sizes.gpt(row.layers, row.d_model)
    counts = {**parts, "words": parts["words"] + parts["positions"]}
    return [
        say(
            f"row.by_hand.{part}",
            layers=row.layers,
            norms=2 * row.layers + 1,
            width=row.d_model,
            count=counts[part],
            together=sum(parts.values()),
        )
        for part in ("words", "attention", "feed-forward", "norms")
    ]


# --- all rows ------------------------------------------------------------------------


def _shipped() -> "list[Checkpoint]":
    """The models that are shipped here, of the kinds that are counted."""
    from core import checkpoint

    opened = [library.any_model(name) for name in checkpoint.models()]
    return [model for model in opened if model.kind in sizes.COUNTED]


def _models(*, tied: bool = True) -> list[figures.Model]:
    """The rows of the table, then the models that are shipped here."""
    return figures.table(tied=tied) + [_counted(model) for model in _shipped()]


def _counted(model: "Checkpoint") -> figures.Model:
    kind, config = model.kind, model.info["sizes"]
    return figures.shipped(model.name, kind, config, model.parameters)


def _all() -> None:
    shown = {what: say(f"table.show.{what}") for what in ("counts", "training")}
    if frame.choices(Choices).size_show == "training":
        _trained(shown)
    else:
        _compared(shown)


def _trained(shown: dict[str, str]) -> None:
    ours = [
        trained.shipped(model.name, model.info["recipe"], model.parameters)
        for model in _shipped()
        if "recipe" in model.info
    ]
    models = trained.stated() + ours
    show(
        trained.batch_and_rate(models, dark=frame.night()),
        key="sizes-trained",
        note=say("trained.note"),
    )
    choice("size_show", say("table.show.label"), shown)
    table(trained.rows(models), say("trained.heading"))


def _compared(shown: dict[str, str]) -> None:
    tied = frame.choices(Choices).size_tied
    models = _models(tied=tied)
    show(
        figures.differences(models, tied=tied, dark=frame.night()),
        key="sizes-all",
        note=say("table.note.tied" if tied else "table.note.untied"),
    )
    choice("size_show", say("table.show.label"), shown)
    switch("size_tied", say("table.switch"))
    table(figures.compared(models), say("table.heading"))


# --- memory --------------------------------------------------------------------------


def _memory() -> None:
    choices = frame.choices(Choices)
    n, bits = int(choices.size_context), int(choices.size_bits)
    models = _models()
    show(
        figures.shares(models, n, bits, dark=frame.night()),
        key="sizes-memory",
        note=say("memory.note"),
    )
    lengths = {length: written(int(length), ",") for length in LENGTHS}
    choice("size_context", say("memory.pieces"), lengths)
    precisions = {str(bits): say("memory.bits", bits=bits) for bits in sizes.BITS}
    choice("size_bits", say("memory.precision"), precisions)
    table(figures.memory(models, n, bits), say("memory.heading", bits=bits))
