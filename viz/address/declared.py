"""How a choice is declared: once, with its usual value, its rule, and its pages.

    beam: int = choice(3, Between(1, 8), on=("bahdanau",))

The name of the field is the name in the address. What a page's links write, what is
forgotten with a sentence and what an address may say follow from these lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar

from viz.address.rules import Between, Rule, Switch, of_model, written
from viz.content.models import sizes

Value = TypeVar("Value")
EVERYWHERE = ("*",)


@dataclass(frozen=True)
class Declared:
    """What is known of a choice beside its usual value.

    `on` are the pages whose links say it. It is `of_sentence` where another sentence
    makes it void; a `row` of a picture is that too, and moves with words and pieces.
    Once chosen it is `said`, its usual value too, where an address without it leaves
    the choice to the page.
    """

    rule: Rule
    on: Sequence[str]
    of_sentence: bool
    row: bool
    said: bool


def choice(
    usual: Value,
    rule: Rule,
    *,
    on: Sequence[str] = (),
    of_sentence: bool = False,
    row: bool = False,
    said: bool = False,
) -> Value:
    """A field of a class of choices; those of a lab are on the page of their lab."""
    known = Declared(rule, on, of_sentence or row, row, said)
    return field(default=usual, metadata={"choice": known})


@dataclass(frozen=True)
class Chosen:
    """What a reader has chosen: values of the right type, each within its rule.

    What is usual is always allowed: a page makes the best of it for its model.
    """

    def __post_init__(self) -> None:
        of = sizes(getattr(self, "model", ""))
        for name, declared in declarations(type(self)).items():
            value, usual = getattr(self, name), getattr(type(self), name)
            if type(value) is not type(usual):
                raise TypeError(f"{name} must be like its default, not {value!r}")
            if value != usual:
                of_model(declared.rule, of).read(written(value))


@dataclass(frozen=True)
class Stepped(Chosen):
    """For labs: `step` is the question that is open, of so many `STEPS`."""

    STEPS: ClassVar[int] = 3

    step: int = choice(1, Between(1, 3))


@dataclass(frozen=True)
class Turned(Stepped):
    """For labs with a map: `turned` puts queries in columns, in map and formula.

    `named` calls axes by their names instead, for which no order of axes matters.
    """

    turned: bool = choice(False, Switch())
    named: bool = choice(False, Switch())

    @property
    def notation(self) -> str:
        """How formulas are written: "rows", "columns" or "named"."""
        return "named" if self.named else "columns" if self.turned else "rows"


def declarations(choices: type[Any]) -> dict[str, Declared]:
    """What is known of each choice of a class, by its name, as they are declared."""
    return {one.name: one.metadata["choice"] for one in fields(choices)}
