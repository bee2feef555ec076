"""What a value in an address may be: closed sets and ranges, read from plain text."""

import re
from dataclasses import dataclass, replace

from core.shelf.models import described
from viz.content.models import Sizes
from viz.content.texts import texts

say = texts("address")


@dataclass(frozen=True)
class Text:
    """Any text: what it may say and how long it may be is core's business.

    A text that core refuses stays in its field, where the reader can mend it.
    """

    def read(self, raw: str) -> str:
        """The text as it is."""
        return raw


@dataclass(frozen=True)
class OneOf:
    """A closed set of words."""

    words: tuple[str, ...]

    def read(self, raw: str) -> str:
        """Raise ValueError when `raw` is not one of the words."""
        if raw not in self.words:
            words = ", ".join(word for word in self.words if word)
            raise ValueError(say("wanted.one_of", words=words))
        return raw


@dataclass(frozen=True)
class Between:
    """A whole number from `low` to `high`, written in plain digits.

    `last` says of what `high` is the number in the model that is shown: "layers" or
    "heads"; nothing where it is the same for every model.
    """

    low: int
    high: int
    last: str = ""

    def read(self, raw: str) -> int:
        """Raise ValueError for anything but plain digits within the range."""
        if not self.plain(raw) or not self.low <= int(raw) <= self.high:
            low, high = str(self.low), str(self.high)  # as an address writes them
            raise ValueError(say("wanted.whole_number", low=low, high=high))
        return int(raw)

    @staticmethod
    def plain(raw: str) -> bool:
        """Whether these are digits: `²` and `١` are some to Python, and not to us."""
        return raw.isascii() and raw.isdigit() and len(raw) <= 4


@dataclass(frozen=True)
class Several:
    """Some of the numbers from 1 to `high`, as `1.3.5`; or nothing."""

    high: int
    last: str = ""

    def read(self, raw: str) -> str:
        """Raise ValueError for anything but rising numbers with dots between them."""
        known = [str(number) for number in range(1, self.high + 1)]
        parts = raw.split(".") if raw else []
        if parts != [number for number in known if number in parts]:
            raise ValueError(say("wanted.rising", high=str(self.high)))
        return raw


@dataclass(frozen=True)
class Model:
    """The name of a model that is there; or nothing. Never a path."""

    def read(self, raw: str) -> str:
        """Raise ValueError for any other name."""
        known = described()
        if raw and raw not in known:
            raise ValueError(say("wanted.one_of", words=", ".join(known)))
        return raw


@dataclass(frozen=True)
class Switch:
    """On or off, written `true` and `false` as Streamlit does; `1` and `0` are read."""

    def read(self, raw: str) -> bool:
        """Raise ValueError for anything but 1, 0, true, false."""
        if raw.lower() not in {"0", "1", "true", "false"}:
            raise ValueError(say("wanted.switch"))
        return raw.lower() in {"1", "true"}


@dataclass(frozen=True)
class Decimal:
    """A number from `low` to `high` with at most `digits` digits after the point."""

    low: float
    high: float
    digits: int

    def read(self, raw: str) -> float:
        """Raise ValueError for anything but plain digits within the range."""
        sign, _, bare = raw.rpartition("-")
        whole, _, part = bare.partition(".")
        plain = sign == "" and bare.isascii() and whole.isdigit() and len(raw) <= 12
        if not plain or (part and not part.isdigit()) or len(part) > self.digits:
            raise ValueError(self._wanted())
        if not self.low <= float(raw) <= self.high:
            raise ValueError(self._wanted())
        return float(raw)

    def _wanted(self) -> str:
        low, high = written(self.low), written(self.high)
        return say("wanted.number", low=low, high=high)


@dataclass(frozen=True)
class Listed:
    """At most `most` entries with commas between them, each of one pattern.

    `what` they are is the name of a text.
    """

    pattern: str
    most: int
    what: str

    def read(self, raw: str) -> str:
        """Raise ValueError for too many entries, or one that is not of the pattern."""
        entries = raw.split(",") if raw else []
        fits = all(re.fullmatch(self.pattern, entry) for entry in entries)
        if not fits or len(entries) > self.most:
            raise ValueError(say(f"wanted.listed.{self.what}", most=self.most))
        return raw


@dataclass(frozen=True)
class Matrix:
    """A small matrix as text; what does not parse stays in its field, as a text does.

    `core.labs.typed_matrices` reads it.
    """

    def read(self, raw: str) -> str:
        """The text as it is."""
        return raw


@dataclass(frozen=True)
class Letters:
    """Letters to be counted; what is none stays in its field, as a text does.

    `core.labs.letters` reads them.
    """

    def read(self, raw: str) -> str:
        """The text as it is."""
        return raw


Rule = (
    Model
    | Matrix
    | Letters
    | Listed
    | Text
    | OneOf
    | Between
    | Several
    | Switch
    | Decimal
)


def of_model(rule: Rule, sizes: Sizes) -> Rule:
    """The rule as it is for a model of these sizes."""
    if isinstance(rule, Between | Several) and rule.last:
        return replace(rule, high=getattr(sizes, rule.last))
    return rule


def written(value: str | int | float | bool) -> str:
    """A value as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return str(value)
