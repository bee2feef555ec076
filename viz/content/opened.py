"""Where an entry of a teacher's file leads: a page of the app, and its state."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from viz.content import path as way
from viz.content import presets
from viz.content.slips import Reader


@dataclass(frozen=True)
class Opened:
    """The address of a page, and what its address says of it."""

    path: str
    state: Mapping[str, str]

    @property
    def opened(self) -> dict[str, str]:
        """What its address says, the sentence of a preset among it."""
        return presets.opened(self.path, self.state)


def opened_by(of: Reader, key: str = "opens") -> Opened:
    """The "page?name=value" of an entry; SlipError where there is no such page."""
    page, _, query = of.text(key).partition("?")
    places = {name or way.START: name for name in way.load().places}
    if page not in places:
        raise of.slip(key, f"there is no page {page!r}", page, places)
    state = dict(parse_qsl(query, keep_blank_values=True))
    preset, known = state.get("preset"), presets.by_id()
    if preset is not None and preset not in known:
        raise of.slip(key, f"there is no preset {preset!r}", preset, known)
    return Opened(places[page], state)
