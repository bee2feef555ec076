"""Which model a page shows: the one that the address names, or one like it."""

from functools import cache
from typing import NamedTuple

from core.shelf import models as shelf
from core.shelf.languages import USUAL, Languages
from core.shelf.models import Shelved, described

TRANSFORMER, RECURRENT = "transformer", "bahdanau"
SHIPPED = {TRANSFORMER: shelf.TRANSFORMER, RECURRENT: shelf.BAHDANAU}
"""What a page shows of either kind unless something else is asked for."""


class Sizes(NamedTuple):
    """How many layers a Transformer has, and heads in each."""

    layers: int = 3
    heads: int = 8


def of_kind(kind: str) -> tuple[Shelved, ...]:
    """Every model of a kind, its variants among them; the shipped ones first."""
    return tuple(one for one in described().values() if one.kind.startswith(kind))


def shown(name: str, kind: str) -> str:
    """The model of a kind that is shown where `name` is asked for.

    That one; where it is of another kind, the first of its languages; else the shipped.
    """
    known = described() if name else {}
    asked = known.get(name)
    if asked is None or asked.kind.startswith(kind):
        return asked.name if asked else SHIPPED[kind]
    alike = (one for one in known.values() if one.languages == asked.languages)
    return next((one.name for one in alike if one.kind.startswith(kind)), SHIPPED[kind])


def languages(name: str) -> Languages:
    """From which language a model translates, and into which."""
    if name in SHIPPED.values():
        return USUAL
    found = described().get(name)
    return found.languages if found else USUAL


def asked(name: str) -> tuple[str, ...]:
    """The sentences that a model brings along: those it was asked when recorded."""
    found = described().get(name)
    return found.golden if found else ()


def sizes(name: str = "") -> Sizes:
    """The layers and heads of the Transformer that is shown for a name."""
    return _sizes(name) if name else _shipped_sizes()


@cache
def _shipped_sizes() -> Sizes:
    return _sizes("")


def _sizes(name: str) -> Sizes:
    found = described().get(shown(name, TRANSFORMER))
    told = found.sizes if found else {}
    usual = Sizes()
    layers, heads = told.get("n_layers"), told.get("n_heads")
    return Sizes(
        layers if isinstance(layers, int) else usual.layers,
        heads if isinstance(heads, int) else usual.heads,
    )
