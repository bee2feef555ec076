"""What was asked and cannot be run: said while what it was asked of is on the page."""

from collections.abc import Hashable

from viz.pages.app import frame
from viz.pages.app.session import Remembered


def keep(place: str, of: Hashable, wrong: str) -> None:
    """Why nothing was done there, of that; empty where it was. For callbacks."""
    _last(place).set((of, wrong))


def tell(place: str, of: Hashable) -> None:
    """Say what was refused there last, if it was asked of that."""
    asked_of, wrong = _last(place).get()
    if wrong and asked_of == of:
        frame.refuse(wrong)


def _last(place: str) -> Remembered[tuple[Hashable, str]]:
    return Remembered(f"_refused_{place}", (None, ""))
