"""The page that translates by itself, to be taken along from the app.

A menu under a picture presses the button that stands here, which nobody sees: the file
is too large for a message. It is made once for each version and models, beside other
temporary files, when somebody first asks.
"""

import atexit
import hashlib
import shutil
import tempfile
import threading
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import streamlit as st

import core
from viz.content.texts import texts
from viz.pages.app import library

KEY = "live-page"
NAME = "headlight-{}.html"
_making = threading.Lock()
say = texts("export")


def offer(models: Sequence[str]) -> None:
    """Let the page of these translators be taken along."""
    with st.container(key=KEY):
        st.html(f"<style>.st-key-{KEY}{{display:none}}</style>")
        st.download_button(
            say("live"),
            partial(_bytes, tuple(models)),
            NAME.format("-".join(models)),
            "text/html",
            on_click="ignore",
        )


def _bytes(models: tuple[str, ...]) -> bytes:
    return _file(models).read_bytes()


def _file(models: tuple[str, ...]) -> Path:
    """The page of these models, made where it is not there yet."""
    from viz.export.live import live

    loaded = [library.model(name) for name in models]
    told = " ".join([core.__version__, *(f"{one.name} {one.digest}" for one in loaded)])
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
