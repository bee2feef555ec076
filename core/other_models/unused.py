"""What is said of weights that have no place for it: refused, not left out unsaid."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.errors import InputError


def only_of_one_pass(of_a_generation: bool, **said: Any) -> None:
    """InputError where something is said of a generation that one pass alone has."""
    names = [name for name, one in said.items() if one is not None and one is not False]
    if of_a_generation and names:
        raise InputError(
            f"{' and '.join(names)} can't be said of what generate() returned: leave "
            "it out, or run one pass over the finished text and show that."
        )


def belongs(name: str, said: Any, to: str, is_there: bool) -> None:
    """InputError where `name` is said without what it belongs to."""
    if said is not None and not is_there:
        raise InputError(f"{name} is nothing without {to}: say {to}, too, or neither.")


def item_chooses(item: int | None, found: Mapping[str, Any], *beside: Any) -> None:
    """InputError where an item is chosen, and nothing that is given is a batch.

    `found` are the attentions, `beside` masks and tokens.
    """
    known = [one for one in found.values() if one is not None]
    if item is None or any(map(_is_batch, known)) or any(map(_is_rows, beside)):
        return
    raise InputError(
        f"item={item!r} chooses a text of a batch, but no batch is given: an array of "
        "four axes is [layer, head, query, key]. If these are the weights of one layer "
        "for several texts, give a list with that one layer: [weights]."
    )


def _is_batch(given: Any) -> bool:
    """Whether layers have a batch axis: four axes of their own."""
    if isinstance(given, list | tuple):
        return any(_is_batch_of_a_layer(one) for one in given)
    return len(getattr(given, "shape", (0,) * 5)) > 4


def _is_batch_of_a_layer(layer: Any) -> bool:
    """Whether it has four axes, or is a step of a generation; lists are not known."""
    return len(getattr(layer, "shape", (0,) * 4)) > 3


def _is_rows(given: Any) -> bool:
    """Whether tokens or a mask are of several texts."""
    if isinstance(given, list | tuple):
        return bool(given) and (
            isinstance(given[0], list | tuple)
            or len(getattr(given[0], "shape", ())) > 0
        )
    return given is not None and len(np.shape(given)) > 1
