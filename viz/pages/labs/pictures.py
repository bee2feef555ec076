"""Pictures: cells that look for a twin, gates for whole maps, patches as words."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.worlds.street import SIZE, Street
from core.worlds.twins import twins
from viz.address.labs.pictures import Choices
from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.pages.labs import pictures_drawn as drawn
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, table
from viz.pages.labs.pictures_gates import gates, gates_slots
from viz.pages.labs.pictures_patches import patches, patches_slots
from viz.pages.labs.typed_matrix import blank
from viz.payload.seen import twins_view
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.pictures import Marked

say = texts("labs/pictures")
USUAL = "car.red.1.34~car.red.30.36~house.blue.18.9~duck.yellow.4.15~cup.red.38.18"
MODELS = {"with": "twins", "without": "twins-alone"}
COLUMNS = ("iou", "things")
SCORES, BLANKED = (4.0, 0.0, 0.0), (2.0, 0.0, 0.0)
"""Scores of a red car for three cells: by hand, and in the blank."""


def page() -> None:
    """Draw the lab."""
    lab(
        "pictures",
        Step("twins", _twins, _slots, worked=_by_hand),
        Step("gates", gates, gates_slots),
        Step("patches", patches, patches_slots),
    )


def _twins() -> None:
    """A street, where each cell looks for a twin, and what is marked."""
    street = drawn.street(USUAL)
    found = {way: _marked(name, street) for way, name in MODELS.items()}
    header, body = library.kept(
        ("twins", street.text()), lambda: twins_view(found["with"], found["without"])
    )
    chosen, grid = frame.choices(Choices).pic_cell, header["grid"]
    row = chosen - 1 if 1 <= chosen <= grid * grid else _first(street, grid)
    drawn.draw(
        "pictures-twins",
        header,
        body,
        drawn.changing(lambda: drawn.street(USUAL), "twins"),
        row=row,
        usual_map=_finder(),
        of=street.text(),
        results=_results(),
    )


def _marked(name: str, street: Street) -> "Marked":
    from core.in_use.pictures import find_twins

    model = library.small(name)
    key = (name, model.digest, street.text())
    return library.kept(key, lambda: find_twins(model, street))


def _first(street: Street, grid: int) -> int:
    """The cell in the middle of the first thing with a twin, or of the first thing."""
    has = [place for place, twin in enumerate(twins(street)) if twin is not None]
    box = street.things[has[0] if has else 0].box
    side = SIZE // grid
    row, column = (box.y + box.height // 2) // side, (box.x + box.width // 2) // side
    return row * grid + column


def _finder() -> int:
    """The map of the head that attends most to twins, on streets held out."""
    on = library.small(MODELS["with"]).info["measured"]["on"]
    return 1 + max(range(len(on)), key=on.__getitem__)


def _results() -> dict[str, Any]:
    """Both networks on streets that were held out, and all things marked."""
    head = [say("twins.results"), *(say(f"twins.columns.{one}") for one in COLUMNS)]
    head.append(say("twins.columns.parameters"))
    rows = [
        [
            say(f"twins.{way}"),
            *(drawn.accuracy(name, one) for one in COLUMNS),
            drawn.parameters(name),
        ]
        for way, name in MODELS.items()
    ]
    common = [drawn.accuracy("twins", one) for one in ("iou_all", "things_common")]
    return {"head": head, "rows": [*rows, [say("twins.all"), *common, ""]], "shown": 0}


def _slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    return {
        **{way: drawn.accuracy(name, "iou") for way, name in MODELS.items()},
        "all": drawn.accuracy("twins", "iou_all"),
        "on": drawn.accuracy("twins", "on"),
        "even": drawn.accuracy("twins", "on_uniform"),
    }


# --- three cells by hand --------------------------------------------------------------


def _by_hand() -> None:
    """A red car asks three cells; with a smaller score it is left blank."""
    exps = [math.exp(score) for score in SCORES]
    total = sum(exps)
    names = say.row("hand.cells")
    rows = [
        [name, written(score, "g"), written(exp), written(exp / total)]
        for name, score, exp in zip(names, SCORES, exps, strict=True)
    ]
    rows.append([say("hand.sum"), "", written(total), "1"])
    with play.case("pictures"):
        table([say.row("hand.columns"), *rows], say("hand.table"))
    found = [math.exp(score) for score in BLANKED]
    blank(
        "pic_hand",
        say("hand.blank"),
        found[0] / sum(found),
        reason=say("hand.reason", exp=written(found[0]), sum=written(sum(found))),
    )
