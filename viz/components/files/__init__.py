"""Under a Plotly figure: its files, made in the browser, and its points by keyboard."""

import re
from collections.abc import Sequence
from pathlib import Path

from viz.components import COMMON, spoken
from viz.components.mounting import of_folder
from viz.say import tables

LONGEST = 60  # letters of a file's name

_mount = of_folder(
    Path(__file__).parent, '<div class="files"></div>', COMMON / "menu.css"
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
    # in a bare dict Streamlit looks for tables, and imports pandas
    _mount(key=key, data=[{**data, "spoken": spoken("files")}])


def named(*parts: str) -> str:
    """A file's name from a page and a sentence: "headlight-bahdanau-the-red-car"."""
    words = re.sub(r"\W+", "-", "-".join(("headlight", *parts)).lower())
    return words[:LONGEST].strip("-")
