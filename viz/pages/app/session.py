"""What the session of one reader remembers beside the address.

A value of ours stays until it is taken away; that of a widget only for as long as the
widget is drawn.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import ScriptRunContext

Value = TypeVar("Value")


@dataclass(frozen=True)
class Remembered(Generic[Value]):
    """One value that a session remembers; `usual` is what it is before it is set.

    All readers share what is `usual`: it can never be changed. The `key` begins with
    `_`, or is that of a widget.
    """

    key: str
    usual: Value

    def get(self) -> Value:
        """What is remembered."""
        return st.session_state.get(self.key, self.usual)

    def set(self, value: Value) -> None:
        """Remember another value. For a widget before it is drawn, or in callbacks."""
        st.session_state[self.key] = value

    def take(self) -> Value:
        """What is remembered, for the last time."""
        return st.session_state.pop(self.key, self.usual)


def values() -> dict[str, Any]:
    """All that is remembered, and what the widgets of the last run hold."""
    return st.session_state.to_dict()


def held(context: ScriptRunContext) -> AbstractContextManager[Any]:
    """Which names of the address widgets hold: Streamlit's own record of its query."""
    return context.session_state.query_params()


def reported(key: str, name: str) -> Any:
    """What a component of that key says under a name; from a browser, unchecked."""
    return (st.session_state.get(key) or {}).get(name)
