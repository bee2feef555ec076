"""Results that take a moment: shown as they are stored, and run here on request."""

import streamlit as st

from core.errors import InputError
from core.labs.results import Result
from viz.pages.app import frame, library


def stored(lab: str, minutes: str) -> Result | None:
    """The result of a lab, and a line on where it comes from.

    The stored one until the reader has run it here, which takes about so many
    `minutes`; None where there is neither, and the line says why.
    """
    asked = f"_run_{lab}"
    if st.session_state.get(asked):
        result = _here(lab, asked)
        if result is not None:
            return result
    try:
        result = library.stored(lab)
        _line(lab, asked, minutes, f"Stored: {_where(result)}.")
        return result
    except InputError as problem:
        _line(lab, asked, minutes, str(problem))
        return None


def _here(lab: str, asked: str) -> Result | None:
    """What this machine finds; what it says meanwhile stands where the picture will."""
    place = st.empty()

    def say(text: str) -> None:
        place.text(text)

    try:
        result = library.measured(lab, say)
        frame.note(f"Run here: {_where(result)}.")
        return result
    except library.Busy:
        raise
    except InputError as problem:
        st.session_state[asked] = False
        frame.refuse(str(problem))
        return None
    finally:
        place.empty()


def _where(result: Result) -> str:
    return f"{result.machine}, {result.day}, {result.seconds:.0f} s on one core"


def _line(lab: str, asked: str, minutes: str, text: str) -> None:
    """Where a result comes from and, where the server allows it, a way to run it."""
    with st.container(
        key=f"stored-{lab}", horizontal=True, vertical_alignment="center"
    ):
        frame.note(text)
        if library.may_run():
            st.button(
                f"Run it here (about {minutes})",
                key=f"run-{lab}",
                type="tertiary",
                on_click=lambda: st.session_state.update({asked: True}),
            )
