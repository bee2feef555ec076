"""A story line by line, with a column of weights for every hop beside it.

Lines and question are typed in place; lines are moved, hidden and taken out. The passes
of one, two and three hops are there at once. Or a column is a step that points at a
line, or at ‹end› in a row of its own.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from viz.components import spoken
from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<div class="story"></div>')


def story(shown: Mapping[str, Any], *, key: str, on_told: Callable[[], None]) -> None:
    """Draw what `viz.payload.story` says, or `viz.payload.summary`.

    When the reader tells another story `on_told` is called, and
    `st.session_state[key].told` holds `lines`, `question`, `hidden` and `hops`, with a
    `turn` that counts what was told. It comes from a browser: check it like any other
    input.
    """
    data = [{**shown, "spoken": spoken("story")}]
    _mount(key=key, data=data, on_told_change=on_told)
