"""The French that a model is made to write, beside what it writes by itself."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.content.presets import Preset
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.sentence import expectations, field

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("sentence")


def checked(*models: str) -> tuple[str, str]:
    """The French of the address to force, or nothing, and what is wrong with it.

    A model of `models` that can be loaded cuts it up; all share one tokenizer.
    """
    typed = frame.choices().target
    if not typed.strip():
        return "", ""
    try:
        return _accepted(typed, models), ""
    except InputError as problem:
        return "", error(problem)


def _accepted(typed: str, models: tuple[str, ...]) -> str:
    from core.text.accept import accept

    text = accept(typed).text
    for name in models:
        try:
            tokenizer = library.model(name).tokenizer
        except InputError:
            continue
        tokenizer.check_length(tokenizer.encode(text))
        break
    return text


def fitting(asked: field.Asked, *models: str) -> tuple[str, bool]:
    """The sentence to show, and whether it is an old one that should be dimmed.

    For pages where two models read one sentence: what is wrong with it is said once.
    """
    try:
        text = _accepted(asked.text, models)
    except InputError as problem:
        asked.refuse(error(problem))
        return field.last_good(), True
    field.fits(text)
    return text, not asked.good


def given(
    chosen: Preset | None, target: str, traces: "Sequence[Trace]", *, who: str
) -> None:
    """The preset's French with a button that shows the map for it, and its gloss.

    `target` is what is forced now, or nothing; `who` says who is made to write it, and
    `traces` show how.
    """
    if not chosen and not target:
        return
    with st.container(key="given"):
        with st.container(key="given-line", horizontal=True):
            if target:
                st.markdown(who)
                said(target, "given")
                st.button(say("forced.free"), key="free", on_click=force, args=("",))
            elif chosen:
                st.markdown(say("forced.given"))
                said(chosen.french, "given")
                st.button(
                    say("forced.show"),
                    key="force",
                    on_click=force,
                    args=(chosen.french,),
                )
        if chosen:
            field.why(
                chosen,
                expectations.unmet(chosen, traces),
                expectations.look_for(chosen, traces),
            )


def own(wrong: str, label: str) -> None:
    """The field for French of one's own, and what is wrong with it."""
    with st.container(key="own"):
        field.target(label)
        if wrong:
            frame.refuse(wrong)


def said(text: str, place: str, *, dim: bool = False) -> None:
    """French, in the voice of language. Plain text, whatever it holds."""
    with st.container(key=f"said-{place}{'-dim' if dim else ''}"):
        st.text(text or " ")


def force(french: str) -> None:
    """Make the models write this; nothing lets them write freely. For callbacks."""
    field.afresh(target=french, preset=frame.choices().preset)
