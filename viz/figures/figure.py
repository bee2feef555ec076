"""A picture with its words: what every figure function returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plotly import graph_objects as go

    from viz.say.tables import Cell


@dataclass(frozen=True, eq=False)
class Figure:
    """A Plotly figure, the same in a sentence, the same as rows, and its title.

    `caption` stands under the picture and is read to who does not see it; `rows` are a
    header and what the table, the file and the keyboard show.
    """

    plot: "go.Figure"
    caption: str
    rows: "Sequence[Sequence[Cell]]"
    title: str

    @property
    def alt(self) -> str:
        """The title and the caption, instead of the picture."""
        return f"{self.title.rstrip('.')}. {self.caption}"

    def _repr_mimebundle_(self, *wanted: Any, **how: Any) -> Any:
        """What a notebook shows: the plot."""
        return self.plot._repr_mimebundle_(*wanted, **how)
