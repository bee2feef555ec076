"""The numbers of a walk: handed to its picture in the browser, drawn by nobody here.

A component's script travels with each of its messages. The picture's is long and the
stages of a walk come often, so they come through this one, which is three lines.
"""

from pathlib import Path

from streamlit.components.v2 import component

_mount = component(
    "headlight_numbers",
    html="<span></span>",
    js=(Path(__file__).parent / "walk_numbers.js").read_text("utf-8"),
)


def walk_numbers(data: bytes, *, key: str) -> None:
    """Hand packed stages to whatever picture of their pass is drawn on the page.

    They come behind the picture, so that the maps are painted first, and stay in the
    browser until another pass is shown.
    """
    _mount(key=key, data=data)
