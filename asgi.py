"""The public server: the app, the guard before it, and the warm-up behind it.

    python -m server

Under an ASGI server Streamlit reads `.streamlit/config.toml` and no STREAMLIT_*
variables. What differs from place to place is set by these, each with its default:

    SEATS          sessions that one process takes; 400
    STILL_MINUTES  after which a reader gives way to a newcomer; 10, 0 for never
    SHARE          of the seats, above which an address gives way itself; 1, off
    HOSTS          hosts it answers to, with commas, https://… behind a proxy; any
    ROOMS          where several processes share their classes, redis://…; in memory
    CLASSES        1 where classes can be held; 0 for several processes without ROOMS; 1
    FRAMED_BY      origins that may show it in a frame; none
"""

import importlib
import math
import os
import pkgutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.types import Scope

from server.classes import Classes
from server.first_answer import FirstAnswer, Told
from server.guard import Guard
from server.origin import language_of
from server.places import Places, affordable
from server.readiness import Readiness
from server.room_store import Rooms, Store
from server.run_queue import RunQueue
from server.static import CompressedStatic
from server.streamlit_patch import cache_theme
from viz import figures
from viz.address import DEFAULTS
from viz.content import languages, texts
from viz.pages.app import library, titles
from viz.pages.app.classes import CLASSES


def listed(name: str, default: str = "") -> tuple[str, ...]:
    """The parts of an environment variable, separated by commas."""
    parts = os.environ.get(name, default).split(",")
    return tuple(part.strip() for part in parts if part.strip())


def number(name: str, default: str) -> float:
    """An environment variable that holds a number; exits with a sentence if it doesn't.

    An empty one is as if it was not set.
    """
    said = os.environ.get(name) or default
    try:
        found = float(said)
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        sys.exit(
            f"{name} must be a number, 0 or more, such as {default}, not {said!r}."
        )
    return found


def rooms() -> Store:
    """Where the classes are; exits with a sentence where that is nowhere."""
    address = os.environ.get("ROOMS")
    if not address:
        return Rooms()
    try:
        from server.shared_rooms import SharedRooms  # an optional dependency

        return SharedRooms(address)
    except ImportError:
        sys.exit("ROOMS needs one more package: pip install 'headlight[rooms]'.")
    except ValueError as wrong:
        sys.exit(f"ROOMS must be an address such as redis://host:6379: {wrong}")


def warm_up() -> bool:
    """Import and load what a first reader would wait for; True if a model works."""
    for module in pkgutil.walk_packages(figures.__path__, f"{figures.__name__}."):
        importlib.import_module(module.name)
    return library.prepare(DEFAULTS.sentence)


def told(name: str, query: bytes, accepted: str = "") -> Told | None:
    """What is said of a page before it is drawn, with its picture."""
    found = titles.preview(name, query.decode("ascii", "replace"), accepted)
    if found is None:
        return None
    path, title, sentence = found
    picture = f"app/static/cards/{path or 'start'}.jpg"
    return Told(title, sentence, path, picture, texts.language())


def full(scope: Scope) -> dict[str, str]:
    """What is said where the room is full."""
    query = scope.get("query_string", b"").decode("ascii", "replace")
    return titles.full(query, language_of(scope))


readiness = Readiness(warm_up)


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[None]:
    """Answer requests at once, and warm up meanwhile."""
    readiness.begin()
    yield
    await classes.close()


cache_theme()
if number("CLASSES", "1"):
    CLASSES.set()
seats, silent = affordable(int(number("SEATS", "400")))
share = number("SHARE", "1") or 1.0
classes = Classes(rooms(), seats, share)

# A Hugging Face Space has an id in its environment, and is shown in the hub's frame.
# Its readers have https, whatever the hub's proxy says of it.
hub = "https://huggingface.co" if os.environ.get("SPACE_ID") else ""
space = listed("SPACE_HOST")

app = st.App(
    Path(__file__).parent / "app.py",
    lifespan=lifespan,
    routes=[readiness.route, *classes.routes],
    middleware=[
        Middleware(
            Guard,
            seats=Places(
                seats,
                still=60 * number("STILL_MINUTES", "10") or math.inf,
                share=share,
                kept=classes.listening,
            ),
            silent=Places(silent, share=share),
            titles=titles.of_seats(),
            hosts=listed("HOSTS"),
            origins=[f"https://{host}" for host in space],
            framed_by=listed("FRAMED_BY", hub),
            shared=lambda: readiness.ready,
            wished=languages.wished,
            full=full,
        ),
        Middleware(FirstAnswer, told=told),
        Middleware(RunQueue),
        Middleware(CompressedStatic),
    ],
)
