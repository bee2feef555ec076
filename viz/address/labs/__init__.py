"""What can be chosen in the labs: every name, its range, its default, its lab.

A file a lab: its choices, their rules, and which of the shared names it uses. A name
begins with its lab; `step` and `turned` mean the same in all.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from viz.address.labs import (
    block,
    costs,
    heads,
    masks,
    order,
    pooling,
    positions,
    query_key_value,
    scores,
    sizes,
)
from viz.address.rules import Between, Rule, Switch

LABS = {
    "pooling": pooling,
    "query-key-value": query_key_value,
    "scores": scores,
    "masks": masks,
    "heads": heads,
    "block": block,
    "positions": positions,
    "order": order,
    "costs": costs,
    "sizes": sizes,
}


@dataclass(frozen=True)
class Choices(
    pooling.Choices,
    query_key_value.Choices,
    scores.Choices,
    masks.Choices,
    heads.Choices,
    block.Choices,
    positions.Choices,
    order.Choices,
    costs.Choices,
    sizes.Choices,
):
    """What a reader can choose in the labs, one field for each name in the address.

    `step` is the question that is open; `turned` puts queries in columns, in the map
    and in the formula together.
    """

    step: int = 1
    turned: bool = False


RULES: Mapping[str, Rule] = {
    "step": Between(1, 3),
    "turned": Switch(),
    **{name: rule for lab in LABS.values() for name, rule in lab.RULES.items()},
}
USED: Mapping[str, tuple[str, ...]] = {
    name: (*lab.COMMON, *lab.RULES) for name, lab in LABS.items()
}
"""The names that matter in each lab."""
