"""Under a Plotly figure: its files, made in the browser, and its points by keyboard."""

import re
from collections.abc import Sequence
from pathlib import Path

from streamlit.components.v2 import component

from viz import tables
from viz.components import attention

HERE = Path(__file__).parent
MODULES = (
    attention.HERE / "save.js",
    HERE / "chart.js",
    HERE / "points.js",
    HERE / "reader.js",
    HERE / "files.js",
)
STYLES = (HERE / "files.css", attention.HERE / "menu.css")
LONGEST = 60  # letters of a file's name

_mount = component(
    "headlight_files",
    html='<div class="files"></div>\n',
    css="".join(style.read_text("utf-8") for style in STYLES),
    js=attention.script(*MODULES),
)


def files(
    rows: Sequence[Sequence[tables.Cell]],
    *,
    name: str,
    title: str = "",
    walked: bool = False,
    key: str,
) -> None:
    """The two buttons; they take what is drawn in the container they stand in.

    Its key begins with `chart-`. Both files are called `name`. The picture has `title`
    above the drawings, as text; without a title there is only the table of `rows`.
    Where `walked`, one stop of Tab reads the points of the Plotly charts.
    """
    table = tables.as_csv(rows)
    data = {"name": name, "title": title, "table": table, "walked": walked}
    _mount(key=key, data=data)


def named(*parts: str) -> str:
    """A file's name from a page and a sentence: "headlight-bahdanau-the-red-car"."""
    words = re.sub(r"\W+", "-", "-".join(("headlight", *parts)).lower())
    return words[:LONGEST].strip("-")
