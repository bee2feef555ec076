"""A saved picture, opened: the file is read in the browser and sent to nobody."""

from functools import cache
from pathlib import Path
from typing import Any

from viz.components import spoken
from viz.components.attention import LIKE, MAP, STYLES, WALK

HERE = Path(__file__).parent


@cache
def _mounting() -> Any:
    from viz.components.mounting import of_folder

    return of_folder(HERE, (HERE / "opened.html").read_text("utf-8"), *STYLES)


def opened(*, key: str) -> None:
    """A place to drop a file on, a button to choose one, and then its picture."""
    said = spoken(
        "opened", *MAP, *WALK, "transformer", "recurrent", "writer", like=LIKE
    )
    _mounting()(key=key, data=[{"spoken": said}])
