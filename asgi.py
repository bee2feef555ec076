"""The public server: the app, the guard before it, and the warm-up behind it.

    python -m server

Under an ASGI server Streamlit reads `.streamlit/config.toml` and no STREAMLIT_*
variables; what differs from place to place is said in these:

    SEATS        sessions that one process takes, 400 unless said
    HOSTS        names it answers to, with commas; any unless said
    FRAMED_BY    origins that may show it in a frame; none unless said
"""

import importlib
import os
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from server.guard import Guard
from server.readiness import Readiness
from server.run_queue import Turns
from server.session_limit import Seats, affordable
from server.static import Packed
from server.streamlit_patch import keep_theme
from viz import figures
from viz.address import DEFAULTS
from viz.pages.app import library


def listed(name: str, otherwise: str = "") -> tuple[str, ...]:
    """The words of a variable that are separated by commas."""
    said = os.environ.get(name, otherwise)
    return tuple(word.strip() for word in said.split(",") if word.strip())


def warm_up() -> bool:
    """Everything a first reader would wait for; True when a model translates."""
    for module in pkgutil.walk_packages(figures.__path__, f"{figures.__name__}."):
        importlib.import_module(module.name)
    return library.prepare(DEFAULTS.sentence)


readiness = Readiness(warm_up)


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Answer at once, and warm up meanwhile."""
    readiness.begin()
    yield


keep_theme()

# A Hugging Face Space has an id in its environment, and is shown in the hub's frame.
hub = "https://huggingface.co" if os.environ.get("SPACE_ID") else ""

app = st.App(
    Path(__file__).parent / "app.py",
    lifespan=lifespan,
    routes=[readiness.route],
    middleware=[
        Middleware(
            Guard,
            seats=Seats(affordable(int(os.environ.get("SEATS", "400")))),
            hosts=listed("HOSTS"),
            framed_by=listed("FRAMED_BY", hub),
            shared=lambda: readiness.ready,
        ),
        Middleware(Turns),
        Middleware(Packed),
    ],
)
