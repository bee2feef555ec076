"""Results that take a moment: shown as they are stored, and run here on request."""

import streamlit as st

from core.errors import InputError
from core.labs.results import Result
from viz.content.texts import error, texts
from viz.pages.app import frame, library
from viz.pages.app.session import Remembered
from viz.say.numbers import written

say = texts("labs/shared")


def stored(lab: str, time: str) -> Result | None:
    """The result of a lab, and a line on where it comes from.

    The stored one until the reader has run it here, which takes about that `time`; None
    where there is neither, and the line says why.
    """
    asked = Remembered(f"_run_{lab}", False)
    if asked.get():
        result = _here(lab, asked)
        if result is not None:
            return result
    try:
        result = library.stored(lab)
        _line(lab, asked, time, say("result.stored", where=_where(result)))
        return result
    except InputError as problem:
        _line(lab, asked, time, error(problem))
        return None


def _here(lab: str, asked: Remembered[bool]) -> Result | None:
    """What this machine finds; what it says meanwhile stands where the picture will."""
    place = st.empty()

    def progress(text: str) -> None:
        place.text(text)

    try:
        result = library.measured(lab, progress)
        frame.note(say("result.here", where=_where(result)))
        return result
    except InputError as problem:
        asked.set(False)
        frame.refuse(error(problem))
        return None
    finally:
        place.empty()


def _where(result: Result) -> str:
    return say(
        "result.where",
        machine=result.machine,
        day=result.day,
        seconds=written(result.seconds, ".0f"),
    )


def _line(lab: str, asked: Remembered[bool], time: str, text: str) -> None:
    """Where a result comes from and, where the server allows it, a way to run it."""
    with st.container(
        key=f"stored-{lab}", horizontal=True, vertical_alignment="center"
    ):
        frame.note(text)
        if library.may_run():
            st.button(
                say("result.run", time=time),
                key=f"run-{lab}",
                type="tertiary",
                on_click=asked.set,
                args=(True,),
            )
