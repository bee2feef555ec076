"""The controls: how a next experiment is put together, question by question."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from core.experiments.changes import CHANGES, Forbidden, Silent, WordChange
from core.experiments.changes.sublayers import attention
from core.networks.names import Parts
from viz.content.texts import error, texts
from viz.pages.app import frame
from viz.pages.transformer.experiments import run as running
from viz.pages.transformer.experiments.from_address import Asked
from viz.pages.transformer.experiments.names import called, offered, typed_words
from viz.payload.maps import sizes, stacks
from viz.say.captions import apart

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("experiments")


# --- what may it see? ---------------------------------------------------------------


def see(lab: Asked, trace: "Trace") -> None:
    """The masks of the paper, and cells of one's own."""
    masks, own = st.columns([4, 9], gap="large")
    with masks:
        running.masks(lab)
    with own:
        frame.note(say("forms.forbid"))
        name, head = _attention_chooser("forbid", trace)
        query, key = trace.sides(name)
        rows, columns, run = st.columns([4, 4, 5], vertical_alignment="bottom")
        with rows:
            row = _word_chooser("row", query.words)
        with columns:
            column = _word_chooser("column", key.words)
        cells = Forbidden.pairs(name, head, query.pieces_of(row), key.pieces_of(column))
        with run:
            running.offer("forbid", cells, lab)


def _attention_chooser(key: str, trace: "Trace") -> tuple[str, int | None]:
    """Which attention, by its name in the trace, and head (from 0; None: every head).

    Offered are the layers and heads that the model has.
    """
    choices, has = frame.choices(), sizes(trace)
    names = {stack: called.label for stack, called in stacks().items()}
    kinds, layers, heads = st.columns([6, 3, 4])
    with kinds:
        kind = _one("attention", names, f"_{key}_kind", at=choices.kind)
    with layers:
        every_layer = {n: n for n in range(1, has["layers"] + 1)}
        last = min(choices.layer, has["layers"])
        layer = _one("layer", every_layer, f"_{key}_layer", at=last)
    with heads:
        every = {n: n for n in range(has["heads"] + 1)} | {0: say("forms.every.head")}
        at = choices.head if choices.head in every else 0
        head = _one("head", every, f"_{key}_head", at=at)
    return attention(kind, layer), head - 1 if head else None


def _one(what: str, called: Mapping[Any, Any], key: str, *, at: Any = None) -> Any:
    """One of the values that are `called` so; at first the one that stands at `at`."""
    return st.selectbox(
        say(f"forms.labels.{what}"),
        list(called),
        index=0 if at is None else list(called).index(at),
        format_func=lambda value: str(called[value]),
        key=key,
    )


def _word_chooser(name: str, words: Sequence[str]) -> int | None:
    """A word of the rows or columns, None for all of them."""
    names = dict(enumerate([say(f"forms.every.{name}"), *apart(words)]))
    place = _one(name, names, f"_forbid-{name}-{len(names)}")
    return place - 1 if place else None


# --- which parts does it use? -------------------------------------------------------


def parts(lab: Asked, trace: "Trace") -> None:
    """Heads to silence, and parts to leave out."""
    has, names = sizes(trace), called(trace)
    heads, others = st.columns(2, gap="large")
    with heads:
        frame.note(say("forms.silence"))
        name, head = _attention_chooser("silence", trace)
        chosen = range(has["heads"]) if head is None else [head]
        silent = tuple(Silent(name, number) for number in chosen)
        running.offer("silence", silent, lab)
    with others:
        frame.note(say("forms.leave_out"))
        there = Parts(trace.attentions(), has["heads"])
        every = [one for kind in CHANGES for one in kind.offered(there)]
        called_so = {change: offered(change, names) for change in every}
        part = _one("part", called_so, "_without_part")
        running.offer("without", (part,), lab)


# --- which words matter? ------------------------------------------------------------


def words(lab: Asked) -> None:
    """Source words to blank, delete or swap."""
    names, changes = dict(enumerate(apart(typed_words()))), say.all("forms.changes")
    frame.note(say("forms.change"))
    how, one, other, run = st.columns([3, 3, 3, 5], vertical_alignment="bottom")
    with how:
        kind = _one("change", changes, "_edit_kind")
    with one:
        word = _one("word", names, f"_edit-{len(names)}")
    second = None
    if kind == "swap":
        with other:
            key, at = f"_edit_other-{len(names)}", min(1, len(names) - 1)
            second = _one("other", names, key, at=at)
    with run:
        try:
            running.offer("edit", (WordChange(kind, word, second),), lab)
        except InputError as problem:
            frame.refuse(error(problem))
