"""The state of every page as an address: names, ranges, defaults and the version.

Nothing else knows them. `decode` reads what somebody opened, never fails, and says in
plain words what it could not use; `encode` writes every value out. Numbers count from
1, as on the screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from viz.address import experiments, labs, renamed
from viz.address.rules import (
    Between,
    Digest,
    Listed,
    OneOf,
    Rule,
    Several,
    Switch,
    Text,
    written,
)
from viz.content import presets

VERSION = 1
MAX_CELLS = 64
MAX_ROW = 193  # 64 pieces are given at most, 128 written after them, and ‹end›


@dataclass(frozen=True)
class Choices(labs.Choices):
    """Everything a reader can choose, one field for each name in the address.

    What the labs add stands in `viz.address.labs`.

    A head of 0 is the mean of all heads; a row of 0 leaves the choice to the page; a
    `compare_layer` of 0 is the map that aligns best. An empty `target` lets the model
    write freely; an empty `b_more` or `compare_more` opens no section. `mean` names the
    heads of which the mean is shown, `links` and `topp` are percent, a `topk` of 0 cuts
    nothing off. `walk` is empty while the walk is closed; its `place` stands in the
    stack of `kind` and in `layer`, its `stage` there. `word` and `h_of` are the written
    and the read word that is asked about. Names that mean different things on two
    pages are prefixed with the page: `b_` (Bahdanau), `start_`, `compare_`.
    """

    v: int = VERSION
    sentence: str = presets.shipped()[0].english
    target: str = ""
    preset: str = ""
    kind: str = "cross"
    layer: int = 3
    head: int = 0
    row: int = 0
    mean: str = ""
    colour: str = "linear"
    links: int = 100
    special: bool = True
    names: str = ""
    overview: str = "all"
    temperature: str = "1.0"
    topk: int = 0
    topp: int = 100
    b_row: int = 0
    walk: str = ""
    place: str = "attention"
    stage: str = ""
    terms: str = ""
    b_more: str = ""
    b_look: str = ""
    b_keep: bool = False
    b_prefix: str = ""
    b_beam: int = 3
    b_shuffle: int = 1
    b_story: int = 1
    b_clauses: int = 1
    b_watch: int = 1
    b_frame: int = 1
    start_t: int = 0
    start_b: int = 0
    compare_from: str = "transformer"
    compare_layer: int = 0
    compare_head: int = 0
    compare_row: int = 0
    compare_more: str = ""
    compare_side: str = "en"
    compare_a: int = 0
    compare_b: int = 0
    pieces: bool = False
    gloss: bool = True
    causal: bool = True
    pads: int = 0
    padmask: bool = True
    lab: str = "see"
    guess: str = ""
    forbid: str = ""
    silence: str = ""
    without: str = ""
    edit: str = ""
    word: int = 0
    h_of: int = 0
    prefix: str = ""
    how: str = "beam"
    beam: int = 3
    seed: int = 1
    project: bool = False
    lang: str = "en"
    tm: str = ""
    bm: str = ""

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            value = getattr(self, name)
            if type(value) is not type(getattr(type(self), name)):
                raise TypeError(f"{name} must be like its default, not {value!r}")
            rule.read(written(value))


STAGES = (
    *("tokens", "embedding", "positions", "inputs", "projections", "products"),
    *("scaled", "masked", "softmax", "mixed", "joined", "output", "stream"),
    *("widened", "relu", "narrowed", "logits", "word"),
)
RECURRENT_STAGES = (
    *("tokens", "annotations", "start", "previous", "query", "key", "sum", "tanh"),
    *("weighed", "scores", "softmax", "context", "gates", "candidate", "state"),
    *("readout", "word"),
)
LAYER, HEAD, ROW = Between(1, 3), Between(0, 8), Between(0, MAX_ROW)
RULES: Mapping[str, Rule] = {
    "v": Between(1, VERSION),
    "sentence": Text(),
    "target": Text(),
    "preset": OneOf(("", *(preset.id for preset in presets.shipped()))),
    "kind": OneOf(("encoder", "decoder", "cross")),
    "layer": LAYER,
    "head": HEAD,
    "row": ROW,
    "mean": Several(8),
    "colour": OneOf(("linear", "root")),
    "links": Between(10, 100),
    "special": Switch(),
    "names": OneOf(("", "read", "predicted")),
    "overview": OneOf(("all", "layer")),
    "temperature": OneOf(tuple(f"{tenths / 10:.1f}" for tenths in range(1, 31))),
    "topk": Between(0, 50),
    "topp": Between(10, 100),
    "b_row": ROW,
    "walk": OneOf(("", "short", "full")),
    "place": OneOf(("attention", "feed", "gates", "words", "next")),
    "stage": OneOf(("", *dict.fromkeys((*STAGES, *RECURRENT_STAGES)))),
    "terms": OneOf(("", "other")),
    "b_more": OneOf(
        (
            *("", "coverage", "look", "given", "scores", "tree", "order"),
            *("needed", "replay"),
        )
    ),
    "b_look": Text(),
    "b_keep": Switch(),
    "b_prefix": Text(),
    "b_beam": Between(1, 8),
    "b_shuffle": Between(1, 99),
    "b_story": Between(1, 50),
    "b_clauses": Between(1, 5),
    "b_watch": Between(1, 6),
    "b_frame": Between(1, 12),
    "start_t": ROW,
    "start_b": ROW,
    "compare_from": OneOf(("transformer", "bahdanau", "typed")),
    "compare_layer": Between(0, 3),
    "compare_head": HEAD,
    "compare_row": ROW,
    "compare_more": OneOf(("", "baselines", "links", "swap")),
    "compare_side": OneOf(("en", "fr")),
    "compare_a": ROW,
    "compare_b": ROW,
    "pieces": Switch(),
    "gloss": Switch(),
    "causal": Switch(),
    "pads": Between(0, 12),
    "padmask": Switch(),
    "lab": OneOf(("see", "parts", "words", "say")),
    "guess": OneOf(("", "better", "worse", "same")),
    "forbid": Listed(experiments.CELL, MAX_CELLS, "cells such as cross.3.*.2-5"),
    "silence": Listed(experiments.HEAD, 72, "heads such as cross.3.2"),
    "without": Listed(experiments.PART, 6, "parts such as positions.encoder"),
    "edit": Listed(experiments.EDIT, 8, "changes such as swap.2-5"),
    "word": ROW,
    "h_of": ROW,
    "prefix": Text(),
    "how": OneOf(("beam", "sample", "forced")),
    "beam": Between(2, 6),
    "seed": Between(1, 999),
    "project": Switch(),
    "lang": OneOf(("en",)),
    "tm": Digest(),
    "bm": Digest(),
    **labs.RULES,
}
DEFAULTS = Choices()

EVERYWHERE = ("v", "sentence", "preset", "project", "lang")
USED: Mapping[str, tuple[str, ...]] = {
    "": (*EVERYWHERE, "start_t", "start_b", "pieces", "gloss", "tm", "bm"),
    "bahdanau": (
        *EVERYWHERE,
        *("target", "b_row", "walk", "place", "stage", "terms", "names"),
        *("pieces", "gloss"),
        *("bm", "b_more", "b_look", "b_keep"),
        *(
            "b_prefix",
            "b_beam",
            "b_shuffle",
            "b_story",
            "b_clauses",
            "b_watch",
            "b_frame",
        ),
    ),
    "transformer": (
        *EVERYWHERE,
        *("target", "kind", "layer", "head", "row", "pieces", "gloss"),
        *("mean", "colour", "links", "special", "names", "overview"),
        *("temperature", "topk", "topp"),
        *("walk", "place", "stage", "terms"),
        *("causal", "pads", "padmask", "tm"),
        *("lab", "guess", "forbid", "silence", "without", "edit"),
        *("word", "h_of", "prefix", "how", "beam", "seed"),
    ),
    "compare": (
        *EVERYWHERE,
        *("target", "compare_from", "compare_layer", "compare_head", "compare_row"),
        *("compare_more", "compare_side", "compare_a", "compare_b"),
        *("pieces", "gloss", "tm", "bm"),
    ),
    "models": EVERYWHERE,
    **{name: (*EVERYWHERE, *used) for name, used in labs.USED.items()},
}
"""The names that matter on each page; only these are written into its links."""


def decode(query: Mapping[str, Any]) -> tuple[Choices, tuple[str, ...]]:
    """What an address says, and a quiet notice for each value that does not fit.

    A value is a text or a list of texts, of which the last counts. Names that were
    ours once are read as today's. Names that never were are passed over in silence: the
    browser, the host and Streamlit have their own.
    """
    last = {name: raw for name in query if (raw := _last(query[name])) is not None}
    said, notices = renamed.renewed(last), renamed.left(last)
    values: dict[str, Any] = {}
    for name, rule in RULES.items():
        raw = said.get(name)
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
    return {name: written(getattr(choices, name)) for name in names}


def adopt(choices: Choices, offered: Mapping[str, Any]) -> Choices:
    """The choices with the offered values that fit; the others change nothing."""
    accepted: dict[str, Any] = {}
    for name, value in offered.items():
        if name not in RULES or not isinstance(value, str | int | float | bool):
            continue
        try:
            accepted[name] = RULES[name].read(written(value))
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
