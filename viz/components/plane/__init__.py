"""What a query attends to lights up where it is pointed at, in a chart of points."""

from collections.abc import Sequence
from pathlib import Path

from viz.components.mounting import of_folder

_mount = of_folder(Path(__file__).parent, '<span class="lighting"></span>')


def lighting(weights: Sequence[Sequence[float]], *, key: str) -> None:
    """Light the chart of the container it stands in: one row of `weights` a query.

    The chart's traces say in their `meta` which points are the queries ("query"), which
    the keys ("key"), and which lines belong to the chosen query ("link"). A point that
    the keyboard reads lights up the same.
    """
    _mount(key=key, data=[{"weights": [list(row) for row in weights]}])
