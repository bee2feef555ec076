"""The sentence of the lab of order, whose words the reader drags to other places."""

from core.errors import InputError
from core.labs.order import SENTENCES, check
from viz import address
from viz.address.labs.order import Choices
from viz.components.words import words
from viz.content.texts import error, texts
from viz.pages.app import frame
from viz.pages.app.session import reported

say = texts("labs/order")


def sentence() -> str:
    """The sentence as it is written."""
    return SENTENCES[frame.choices(Choices).ord_sentence]


def dragged(name: str, played: int | None = None) -> tuple[int, ...]:
    """The words to drag, and their order; the usual one where it is none.

    They take their places anew when `played` is another number.
    """
    shown = sentence().split()
    try:
        order = _read(getattr(frame.choices(), name), len(shown))
    except InputError as problem:
        frame.refuse(error(problem))
        order = usual(name)
    key = f"drag-{name}"
    words(
        shown,
        order,
        label=say("words.label"),
        key=key,
        played=played,
        on_moved=lambda: keep(name, reported(key, "order")),
    )
    return order


def usual(name: str) -> tuple[int, ...]:
    """The order that the lab opens with."""
    return _read(getattr(address.DEFAULTS, name), len(sentence().split()))


def _read(text: str, n: int) -> tuple[int, ...]:
    order = tuple(int(place) - 1 for place in text.split(",") if place)
    check(order, n)
    return order


def keep(name: str, order: object) -> None:
    """An order comes from a browser: what is none changes nothing."""
    if isinstance(order, list) and all(isinstance(word, int) for word in order):
        frame.keep(**{name: ",".join(str(word + 1) for word in order)})
