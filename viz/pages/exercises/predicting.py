"""How a reader answers: a choice, a word, a number, cells, an order, own words."""

from collections.abc import Sequence

import streamlit as st

from viz.content import exercise_keys
from viz.content.exercise_keys import Key, Said
from viz.content.exercises import Exercise
from viz.content.texts import texts
from viz.pages.app import classes, frame
from viz.pages.app.session import Remembered
from viz.say.exercise_texts import right_answer

say = texts("exercises")

UNSURE = "?"
"""The answer of whoever does not know; no choice and no word is called so."""


def predicted(
    one: Exercise, key: Key, remembered: Remembered[Said | None], name: str
) -> None:
    """Draw what an exercise is answered with; what is locked is remembered.

    A choice and a word are locked by choosing; the others by a button.
    """
    kind = one.predict.kind
    done = remembered.get() is not None
    if key.answer is None and kind != "free":
        return
    if kind == "choice":
        _pick(range(len(one.predict.choices)), one, remembered, name, done)
    elif kind == "word":
        _pick(_words(one, key), one, remembered, name, done)
    elif kind == "free":
        st.markdown(say("free"))
        if not done:
            st.button(
                say("free_done"),
                key=f"free-{name}",
                on_click=lambda: remembered.set(""),
            )
    else:
        _locked(one, _words(one, key), remembered, name, done)
    if not done and kind != "free":
        st.button(
            say("unsure"), key=f"unsure-{name}", on_click=lambda: remembered.set(UNSURE)
        )


def asks_class(one: Exercise, key: Key, *, answered: bool) -> None:
    """Ask a class the same, where it can be answered with one choice or a number."""
    found, kind = key.answer, one.predict.kind
    if found is None or one.worked:
        return
    if kind == "choice":
        choices = [choice.say for choice in one.predict.choices]
        right = exercise_keys.right_choice(one, found)
    elif kind == "word":
        choices = [*_words(one, key)]
        right = choices.index(found.label) if found.label in choices else None
    elif kind == "number":
        choices, right = [], right_answer(one, key)
    else:
        return
    about = f"exercise {one.id}"
    classes.asks(about, one.ask, choices, right, answered=answered)


def _words(one: Exercise, key: Key) -> Sequence[str]:
    if one.predict.words or key.answer is None:
        return one.predict.words
    return [label for label, _ in key.answer.shown]


def _pick(
    options: Sequence[int] | Sequence[str],
    one: Exercise,
    remembered: Remembered[Said | None],
    name: str,
    done: bool,
) -> None:
    picked: Remembered[Said | None] = Remembered(f"answer-{name}", None)
    said = remembered.get()
    picked.set(said if said in options else None)

    def title(option: int | str) -> str:
        return one.predict.choices[option].say if isinstance(option, int) else option

    st.pills(
        say("choice_label"),
        options,
        format_func=title,
        label_visibility="collapsed",
        key=picked.key,
        required=True,
        disabled=done,
        on_change=lambda: remembered.set(picked.get()),
    )


def _locked(
    one: Exercise,
    words: Sequence[str],
    remembered: Remembered[Said | None],
    name: str,
    done: bool,
) -> None:
    """A number, cells or an order: set, then locked."""
    widget: Remembered[object] = Remembered(f"answer-{name}", None)
    kind = one.predict.kind
    if kind == "number":
        low, high = one.predict.low, one.predict.high
        label = say("number_label")
        if low is not None and high is not None:
            label += f" ({say('range', low=f'{low:g}', high=f'{high:g}')})"
        st.number_input(
            label, low, high, value=None, key=widget.key, disabled=done, step=None
        )
    elif kind == "cells":
        st.pills(
            say("cells_label"),
            words,
            selection_mode="multi",
            key=widget.key,
            disabled=done,
        )
    else:
        st.multiselect(
            say("order_label"),
            words,
            key=widget.key,
            disabled=done,
            placeholder=say("order_none"),
        )

    def lock() -> None:
        value = widget.get()
        if isinstance(value, int | float):
            remembered.set(float(value))
        elif isinstance(value, list) and value:
            remembered.set(tuple(map(str, value)))
        elif kind == "number":
            frame.refuse(say("no_number"))

    if not done:
        st.button(say("commit"), key=f"lock-{name}", type="primary", on_click=lock)
