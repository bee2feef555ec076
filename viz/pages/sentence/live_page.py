"""The page that translates by itself, to be taken along from the app.

The file is made once for each version and models, beside other temporary files, when
somebody first asks for it.
"""

import atexit
import hashlib
import shutil
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import streamlit as st

import core
from viz.components.sending import pressing
from viz.content.texts import language
from viz.pages.app import library

_making = threading.Lock()


def send(models: Sequence[str], key: str) -> None:
    """Send the page of these translators to the reader's browser."""
    made = library.gated(lambda: _file(tuple(models)))
    name = f"headlight-{'-'.join(models)}.html"
    with st.container(key=key):
        st.html(f"<style>.st-key-{key}{{display:none}}</style>")
        # Streamlit keeps one copy in memory for all who have asked for the same
        st.download_button(
            name, made.read_bytes(), name, "text/html", on_click="ignore"
        )
    pressing(f".st-key-{key} button", key=f"{key}-pressed")


def _file(models: tuple[str, ...]) -> Path:
    """The page of these models, made where it is not there yet."""
    from viz.export.live import live

    loaded = [library.model(name) for name in models]
    shown = [f"{one.name} {one.digest}" for one in loaded]
    told = " ".join([language(), core.__version__, *shown])
    path = _folder() / hashlib.sha256(told.encode()).hexdigest()
    with _making:
        if not path.exists():
            new = path.with_suffix(".new")
            with new.open("wb") as file:
                live(loaded, file)
            new.replace(path)
    return path


@cache
def _folder() -> Path:
    """A folder of this process, gone with it."""
    made = Path(tempfile.mkdtemp(prefix="headlight-live-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
