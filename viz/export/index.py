"""What the index of a talk calls its pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

from viz.content.texts import texts

say = texts("browser")

Header = Mapping[str, Any]


def names(headers: Sequence[Header]) -> list[str]:
    """What each picture is called: its title, or more where titles repeat.

    That is what tells them apart, of title, map and row, and no more than it takes.
    """
    parts = [_told(header) for header in headers]
    found: list[str] = []
    for depth in (1, 2, 3):
        telling = [at for at in range(depth) if len({part[at] for part in parts}) > 1]
        found = [" · ".join(part[at] for at in telling) or part[0] for part in parts]
        if len(set(found)) == len(found):
            break
    return found


def _told(header: Header) -> tuple[str, str, str]:
    """A picture's title, the map with which it begins, and that map's row."""
    view = header["view"]
    stack = next(one for one in header["stacks"] if one["id"] == view["stack"])
    layers, heads, *_ = stack["shape"]
    called = [stack["label"]]
    if layers > 1:
        called.append(say("map.layer", n=view["layer"] + 1))
    if chosen := view.get("heads"):
        several = ", ".join(str(head + 1) for head in chosen)
        called.append(say("map.some_heads", heads=several))
    elif heads > 1 and view["head"] >= 0:
        called.append(say("map.head", n=view["head"] + 1))
    elif heads > 1:
        called.append(say("map.heads", n=heads))
    row = header["sequences"][stack["queries"]]["words"][view["row"]]
    return header["labels"]["title"], ", ".join(called), row
