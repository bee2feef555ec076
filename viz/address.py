"""The state of every page as an address: names, ranges, defaults and the version.

Nothing else knows them. `decode` reads what somebody opened, never fails, and says in
plain words what it could not use; `encode` writes every value out. Numbers count from
1, as on the screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from viz import presets

VERSION = 1
MAX_TEXT = 400
MAX_ROW = 129  # a translation stops at 128 pieces; one row more predicts ‹end›


@dataclass(frozen=True)
class Text:
    """Any text of at most `longest` characters; what it may say is core's business."""

    longest: int

    def read(self, raw: str) -> str:
        """Raise ValueError when `raw` is too long."""
        if len(raw) > self.longest:
            raise ValueError(f"at most {self.longest} characters")
        return raw


@dataclass(frozen=True)
class OneOf:
    """A closed set of words."""

    words: tuple[str, ...]

    def read(self, raw: str) -> str:
        """Raise ValueError when `raw` is not one of the words."""
        if raw not in self.words:
            raise ValueError("one of " + ", ".join(word for word in self.words if word))
        return raw


@dataclass(frozen=True)
class Between:
    """A whole number from `low` to `high`, written in plain digits."""

    low: int
    high: int

    def read(self, raw: str) -> int:
        """Raise ValueError for anything but plain digits within the range.

        `²` and `١` are digits to Python and not to us, so the text must be ASCII.
        """
        plain = raw.isascii() and raw.isdigit() and len(raw) <= 4
        if not plain or not self.low <= int(raw) <= self.high:
            raise ValueError(f"a whole number from {self.low} to {self.high}")
        return int(raw)


@dataclass(frozen=True)
class Switch:
    """On or off, written `true` and `false` as Streamlit does; `1` and `0` are read."""

    def read(self, raw: str) -> bool:
        """Raise ValueError for anything but 1, 0, true, false."""
        if raw.lower() not in {"0", "1", "true", "false"}:
            raise ValueError("true or false")
        return raw.lower() in {"1", "true"}


@dataclass(frozen=True)
class Digest:
    """The short digest of a model's weights: eight hexadecimal digits, or nothing."""

    def read(self, raw: str) -> str:
        """Raise ValueError for anything but eight lower-case hexadecimal digits."""
        if raw and (len(raw) != 8 or set(raw) - set("0123456789abcdef")):
            raise ValueError("eight hexadecimal digits")
        return raw


Rule = Text | OneOf | Between | Switch | Digest


def _written(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


@dataclass(frozen=True)
class Choices:
    """Everything a reader can choose, one field for each name in the address.

    A head of 0 is the mean of all heads; a row of 0 leaves the choice to the page; a
    `compare_layer` of 0 is the map that aligns best. An empty `target` lets the model
    write freely. Names that mean different things on two pages are prefixed with the
    page: `b_` (Bahdanau), `start_`, `compare_`.
    """

    v: int = VERSION
    sentence: str = presets.shipped()[0].english
    target: str = ""
    preset: str = ""
    kind: str = "cross"
    layer: int = 3
    head: int = 0
    row: int = 0
    b_row: int = 0
    start_t: int = 0
    start_b: int = 0
    compare_from: str = "transformer"
    compare_layer: int = 0
    compare_head: int = 0
    compare_row: int = 0
    pieces: bool = False
    gloss: bool = True
    causal: bool = True
    pads: int = 0
    padmask: bool = True
    project: bool = False
    lang: str = "en"
    tm: str = ""
    bm: str = ""

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            value = getattr(self, name)
            if type(value) is not type(getattr(type(self), name)):
                raise TypeError(f"{name} must be like its default, not {value!r}")
            rule.read(_written(value))


LAYER, HEAD, ROW = Between(1, 3), Between(0, 8), Between(0, MAX_ROW)
RULES: Mapping[str, Rule] = {
    "v": Between(1, VERSION),
    "sentence": Text(MAX_TEXT),
    "target": Text(MAX_TEXT),
    "preset": OneOf(("", *(preset.id for preset in presets.shipped()))),
    "kind": OneOf(("encoder", "decoder", "cross")),
    "layer": LAYER,
    "head": HEAD,
    "row": ROW,
    "b_row": ROW,
    "start_t": ROW,
    "start_b": ROW,
    "compare_from": OneOf(("transformer", "bahdanau", "typed")),
    "compare_layer": Between(0, 3),
    "compare_head": HEAD,
    "compare_row": ROW,
    "pieces": Switch(),
    "gloss": Switch(),
    "causal": Switch(),
    "pads": Between(0, 12),
    "padmask": Switch(),
    "project": Switch(),
    "lang": OneOf(("en",)),
    "tm": Digest(),
    "bm": Digest(),
}
DEFAULTS = Choices()

EVERYWHERE = ("v", "sentence", "preset", "project", "lang")
USED: Mapping[str, tuple[str, ...]] = {
    "": (*EVERYWHERE, "start_t", "start_b", "pieces", "gloss", "tm", "bm"),
    "bahdanau": (*EVERYWHERE, "target", "b_row", "pieces", "gloss", "bm"),
    "transformer": (
        *EVERYWHERE,
        *("target", "kind", "layer", "head", "row", "pieces", "gloss"),
        *("causal", "pads", "padmask", "tm"),
    ),
    "compare": (
        *EVERYWHERE,
        *("target", "compare_from", "compare_layer", "compare_head", "compare_row"),
        *("pieces", "gloss", "tm", "bm"),
    ),
    "models": EVERYWHERE,
}
"""The names that matter on each page; only these are written into its links."""


def decode(query: Mapping[str, Any]) -> tuple[Choices, tuple[str, ...]]:
    """What an address says, and a quiet notice for each value that does not fit.

    A value is a text or a list of texts, of which the last counts. Names that are not
    ours are passed over in silence: the browser, the host and Streamlit have their own.
    """
    values: dict[str, Any] = {}
    notices: list[str] = []
    for name, rule in RULES.items():
        raw = _last(query.get(name))
        if raw is None:
            continue
        try:
            values[name] = rule.read(raw)
        except ValueError as problem:
            notices.append(_notice(name, problem))
    return Choices(**values), tuple(notices)


def encode(choices: Choices, page: str | None = None) -> dict[str, str]:
    """Every value written out, or only those that matter on `page`."""
    names = RULES if page is None else USED[page]
    return {name: _written(getattr(choices, name)) for name in names}


def adopt(choices: Choices, offered: Mapping[str, Any]) -> Choices:
    """The choices with the offered values that fit; the others change nothing."""
    accepted: dict[str, Any] = {}
    for name, value in offered.items():
        if name not in RULES or not isinstance(value, str | int | bool):
            continue
        try:
            accepted[name] = RULES[name].read(_written(value))
        except ValueError:
            continue
    return replace(choices, **accepted)


def _last(raw: object) -> str | None:
    if isinstance(raw, list | tuple):
        raw = raw[-1] if raw else None
    return raw if isinstance(raw, str) else None


def _notice(name: str, problem: ValueError) -> str:
    if name == "v":
        return "This link was made by another version of Headlight; it may differ."
    return f"{name} in the address should be {problem}; the usual value is shown."


if {field.name for field in fields(Choices)} != set(RULES):
    raise TypeError("every choice needs exactly one rule")
