"""Experiments as the address writes them, counted from 1.

    forbid=cross.3.*.2-5     cross-attention, layer 3, every head, row 2, column 5
    silence=encoder.1.4      encoder self-attention, layer 1, head 4
    without=positions.encoder,scale,residual.decoder.2.feed
    edit=swap.2-5,delete.4,blank.1
    causal=false  pads=3  padmask=false

Several stand side by side with commas. A star is every head, row or column. Each kind
of change knows its own writing; here they are found by the name they stand under.
"""

import re
from collections.abc import Iterable

from core.errors import InputError
from core.experiments.changes import CHANGES, Change
from viz.address import rules

NAMES = tuple(dict.fromkeys(kind.address for kind in CHANGES))
"""The names under which changes stand, in the order in which they are made."""


def pattern(name: str) -> str:
    """How an entry under that name is written."""
    return "|".join(kind.pattern for kind in CHANGES if kind.address == name)


def entries(choices: object) -> list[tuple[str, str]]:
    """What the choices ask for: each entry with its name; what is as usual is none."""
    return [
        (name, entry)
        for name in NAMES
        for entry in rules.written(getattr(choices, name)).split(",")
        if re.fullmatch(pattern(name), entry)
    ]


def read(name: str, entry: str) -> Change:
    """The change that an entry names; InputError where it means nothing."""
    kinds = (kind for kind in CHANGES if kind.address == name)
    return next(k for k in kinds if re.fullmatch(k.pattern, entry)).read(entry)


def asked(choices: object) -> tuple[Change, ...]:
    """Every change that the choices ask for; an entry that means nothing is passed."""
    return read_all(choices)[0]


def read_all(choices: object) -> tuple[tuple[Change, ...], tuple[InputError, ...]]:
    """Every change that the choices ask for, and why an entry means nothing."""
    changes, problems = [], []
    for name, entry in entries(choices):
        try:
            changes.append(read(name, entry))
        except InputError as problem:
            problems.append(problem)
    return tuple(changes), tuple(problems)


def written(changes: Iterable[Change]) -> dict[str, str]:
    """The changes as they stand in an address, under each name that one of them has."""
    found: dict[str, list[str]] = {}
    for change in changes:
        found.setdefault(change.address, []).append(change.written())
    return {name: ",".join(listed) for name, listed in found.items()}
