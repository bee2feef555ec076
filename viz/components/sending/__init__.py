"""A file that was asked for, sent to the reader's browser, which saves it."""

import base64
import mimetypes
from pathlib import Path
from uuid import uuid4

import streamlit as st

from viz.components.mounting import of_folder

_SENDING = of_folder(Path(__file__).parent, "<span hidden></span>")


def sending(content: str | bytes, name: str, *, key: str) -> None:
    """Send it; every call is another file, though it says the same."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    file = {"id": uuid4().hex, "name": name, "kind": kind}
    if isinstance(content, str):
        told = {"text": content}
    else:
        told = {"bytes": base64.b64encode(content).decode()}
    _SENDING(key=key, data=[{**file, **told}])


def sending_large(content: bytes, name: str, *, key: str) -> None:
    """The same of what is too large for a message: from an address, as a stream.

    Streamlit keeps one copy in memory for all who have asked for the same.
    """
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    with st.container(key=key):
        st.html(f"<style>.st-key-{key}{{display:none}}</style>")
        st.download_button(name, content, name, kind, on_click="ignore")
    button = {"id": uuid4().hex, "button": f".st-key-{key} button"}
    _SENDING(key=f"{key}-pressed", data=[button])
