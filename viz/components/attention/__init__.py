"""The attention of a whole trace, drawn in the browser: ribbons, matrix, all heads.

The trace is sent once, as bytes; choosing a layer, a head or a row, hovering and
stepping need no word with the server. The view that the reader rests on is reported.
"""

import json
import struct
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viz.components import COMMON, spoken

if TYPE_CHECKING:
    import numpy as np

HERE = Path(__file__).parent
SCRIPT = HERE / "attention.js"
MARKUP = HERE / "attention.html"
STYLES = (
    HERE / "attention.css",
    COMMON / "menu.css",
    HERE / "walk.css",
    HERE / "first" / "first.css",
    HERE / "map" / "long.css",
    HERE / "map" / "patches.css",
)
"""What the picture is made of, in a component of Streamlit or without it."""
OVER_IMAGES = tuple(
    HERE / "map" / f"{name}.js"
    for name in ("beside", "patches", "patchfile", "patchtiles")
)
"""The modules that draw weights over an image: the app's own models read none here."""
MAP = (
    *("files", "map", "say", "ribbons", "choose", "show", "hand", "mosaic", "next"),
    *("statistics", "saved", "first", "long", "patches"),
)
"""The tables of `browser.toml` that every picture needs."""
APP = ("hand", "first")
"""Those of them that only the app needs: no hand and no page Start is in a file."""
WALK = ("walk", "diagram", "sums")
"""Those of one that can be walked, beside that of its model."""
LIKE = {"writer": "transformer"}
"""What a table does not say is said as in another."""


@cache
def _mounting() -> Any:
    """The component, joined when a picture is first drawn: no text waits for it."""
    from viz.components.mounting import of_folder  # brings Streamlit: not to a file

    return of_folder(HERE, MARKUP.read_text("utf-8"), *STYLES[1:], without=OVER_IMAGES)


def attention(
    data: bytes,
    *,
    key: str,
    on_view: Callable[[], None],
    on_asked: Callable[[], None],
) -> None:
    """Draw a packed trace.

    `on_view` runs before the script when the reader rests on another view: it is
    `st.session_state[key]["view"]`, with stack, layer, head (−1 is the mean) and row,
    counted from 0. `on_asked` runs when the reader did something to the picture that
    the model has to answer: `st.session_state[key]["asked"]`, with `what`: "forbid"
    or "begin". They come from a browser: check them like any other input.
    """
    _mounting()(key=key, data=data, on_view_change=on_view, on_asked_change=on_asked)


def pack_picture(
    header: Mapping[str, Any], body: "np.ndarray", without: Collection[str] = ()
) -> bytes:
    """A packed trace with what its picture says, in the language of the run.

    Where it can be walked, that is also what is said of its model; `without` are tables
    that it never needs.
    """
    walked = (*WALK, header["machine"]["model"]) if "machine" in header else ()
    tables = [name for name in (*MAP, *walked) if name not in without]
    return pack({**header, "spoken": spoken(*tables, like=LIKE)}, body)


def pack(header: Mapping[str, Any], body: "np.ndarray") -> bytes:
    """[u32 length][JSON header, padded to 8 bytes][float32 tensor], little-endian.

    Forbidden cells are NaN in `body`. A stack's `offset` counts floats from its start.
    """
    import numpy as np  # a fifth of a second: the first text of a page does not wait

    text = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-(4 + len(text)) % 8)
    numbers = np.ascontiguousarray(body, dtype="<f4")
    return struct.pack("<I", len(text)) + text + numbers.tobytes()
