"""The second step of the lab of pictures: a gate for each map, by the whole picture."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.worlds.street import Street
from core.worlds.streets import LECTURES
from viz.address.labs.pictures import Choices
from viz.content.texts import texts
from viz.figures.gates import Gated
from viz.figures.gates import gates as figure
from viz.pages.app import frame, library
from viz.pages.app.widgets import slider
from viz.pages.labs import pictures_drawn as drawn
from viz.pages.labs.lab import show
from viz.payload.seen import gates_view
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.networks.pictures import GatesRecord

say = texts("labs/pictures")
USUAL, SOUGHT = LECTURES["sign"], "stop sign"
MODEL, ALONE = "gates", "gates-alone"


def gates() -> None:
    """A street, what is thought to stand there, and its gates with and without."""
    street = drawn.street(USUAL)
    record = _record(street)
    header, body = library.kept(
        ("gates", street.text()),
        lambda: gates_view(street, record.logits[0].sigmoid()),
    )
    drawn.draw(
        "pictures-gates",
        header,
        body,
        drawn.changing(lambda: drawn.street(USUAL)),
        row=0,
        usual_map=0,
        of=street.text(),
        results=_results(),
    )
    beside(street, frame.choices(Choices).pic_channel - 1, "pictures-gates-figure")
    slider("pic_channel", say("gates.channel"))


def beside(street: Street, channel: int, key: str) -> None:
    """The gates of a street and of the one beside it, and the map of a channel."""
    other, kind = without(street)
    record, dark = _record(street), frame.night()
    show(
        library.kept(
            ("gates", street.text(), channel, dark),
            lambda: figure(
                _gated(record),
                _gated(_record(other)),
                say(f"gates.{kind}"),
                channel,
                dark=dark,
            ),
        ),
        key=key,
        note=say("gates.note"),
    )


def without(street: Street) -> tuple[Street, str]:
    """The same street without its stop sign, or the usual one, which has one."""
    left = tuple(one for one in street.things if one.kind != SOUGHT)
    if left and len(left) < len(street.things):
        return Street(left), "other_without"
    return drawn.parse(USUAL), "other_with"


def _record(street: Street) -> "GatesRecord":
    from core.in_use.pictures import find_kinds

    model = library.small(MODEL)
    key = (MODEL, model.digest, street.text())
    return library.kept(key, lambda: find_kinds(model, street))


def _gated(record: "GatesRecord") -> Gated:
    """One street's gates, and what they are made of."""
    if record.averages is None or record.narrow is None or record.gates is None:
        raise TypeError("this network has no gates")
    return Gated(
        record.averages[0].numpy(),
        record.narrow[0].numpy(),
        record.gates[0].numpy(),
        record.maps[0].numpy(),
        record.scaled[0].numpy(),
    )


def _results() -> dict[str, object]:
    head = [
        say("gates.results"),
        *(say(f"gates.columns.{one}") for one in ("exact", "kinds")),
    ]
    rows = [
        [
            say(f"gates.{way}"),
            drawn.accuracy(name, "exact"),
            drawn.accuracy(name, "kinds"),
            drawn.parameters(name),
        ]
        for way, name in (("with", MODEL), ("alone", ALONE))
    ]
    return {"head": [*head, say("twins.columns.parameters")], "rows": rows, "shown": 0}


def gates_slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    found = _gated(_record(drawn.parse(USUAL))).gates
    return {
        "with": drawn.accuracy(MODEL, "exact"),
        "alone": drawn.accuracy(ALONE, "exact"),
        "sum": written(float(found.sum())),
        "least": written(float(found.min())),
        "most": written(float(found.max())),
    }
