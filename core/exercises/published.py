"""Every table that an exercise may ask for, by its name, and what it can be asked.

`masks.after` with scores = "2 1 3" and forbidden = 3 is the function `after` of
`lab_tables`; a setting that is not given is as the function has it.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from core.errors import InputError
from core.exercises import lab_tables, model_tables, review_tables, world_tables
from core.exercises.checks import Settings, Table

if TYPE_CHECKING:
    from core.in_use.translator import Translator

PUBLISHED: Mapping[str, Callable[..., Table]] = {
    **lab_tables.PUBLISHED,
    **model_tables.PUBLISHED,
    **world_tables.PUBLISHED,
    **review_tables.PUBLISHED,
}


@cache
def settings(name: str) -> tuple[str, ...]:
    """What a table can be asked; KeyError where there is none of that name."""
    names = inspect.signature(PUBLISHED[name]).parameters
    return tuple(one for one in names if one != "load")


def table(
    name: str,
    of: Settings,
    load: "Callable[[str], Translator]",
    usual: Settings | None = None,
) -> Table:
    """A table; `usual` are settings that it takes where it has them, such as a text."""
    if name not in PUBLISHED:
        raise InputError("no_table", "There is no table {name}.", name=name)
    known = settings(name)
    if unknown := [key for key in of if key not in known]:
        raise InputError(
            "no_setting",
            "{name} cannot be asked for {key}; it knows {names}.",
            name=name,
            key=unknown[0],
            names=", ".join(known) or "–",
        )
    asked = {key: value for key, value in (usual or {}).items() if key in known}
    given = {**asked, **of}
    if "load" in inspect.signature(PUBLISHED[name]).parameters:
        return PUBLISHED[name](load, **given)
    return PUBLISHED[name](**given)
