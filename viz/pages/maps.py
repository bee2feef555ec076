"""One map between the languages, drawn by the attention component.

The row the reader rests on is a choice of the page; 0 leaves it to the page, which
then begins where there is something to see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.components.attention import attention, pack
from viz.pages import frame, library
from viz.presets import Preset

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace


@dataclass(frozen=True)
class Place:
    """Which map of a trace: its name, its head (None: their mean), its name on screen.

    Names and heads count from 0, as in `Trace.attention`.
    """

    name: str = "decoder.alignment"
    head: int | None = None
    label: str = "Alignment"

    @classmethod
    def best(cls, model: str) -> "Place":
        """The map that the model folder records as best-aligning."""
        from viz.figures import views

        best = library.model(model).best_alignment
        head = best["head"] if isinstance(best["head"], int) else None
        return cls(best["map"], head, views.best_title(best))


def shown(trace: "Trace", place: Place, *, pieces: bool = False) -> "AttentionMap":
    """The map itself, with its words or pieces."""
    return trace.attention(place.name, place.head, words=not pieces)


def first_row(found: "AttentionMap", model: str, chosen: Preset | None = None) -> int:
    """Where to begin: what the preset promises, or the row with the brightest cell.

    Counted from 0. Only rows that hold a letter are bright enough to begin with.
    """
    words = found.query_words
    for expected in chosen.expects if chosen else ():
        if expected.model == model and expected.row in words:
            return words.index(expected.row)
    rows = [row for row, word in enumerate(words) if word[:1].isalpha()]
    brightest = found.weights.max(-1).values.tolist()
    return max(rows, key=brightest.__getitem__, default=0)


def picture(
    trace: "Trace",
    place: Place,
    *,
    key: str,
    row_name: str,
    row: int,
    panels: Sequence[str],
    pieces: bool = False,
    dim: bool = False,
) -> None:
    """Draw the map with row `row` chosen (from 0); another row goes to `row_name`."""
    from viz.figures import views

    header, body = library.kept(
        ("map", *trace.identity, place, pieces, tuple(panels)),
        lambda: views.alignment_view(
            trace,
            name=place.name,
            head=place.head,
            words=not pieces,
            label=place.label,
            panels=panels,
        ),
    )
    view, revision = _imposed(key, {**header["view"], "row": row})
    data = pack({**header, "view": view, "view_rev": revision, "dim": dim}, body)
    attention(data, key=key, on_view=lambda: _reported(key, row_name))


def _imposed(key: str, wanted: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The view last imposed on the browser, which keeps its own as long as it stands.

    It changes only when the wanted row did not come from the component itself.
    """
    revision = frame.view_revision(key, {"row": wanted["row"]})
    kept = st.session_state.get(f"_imposed_{key}")
    if kept is None or kept[1] != revision:
        frame.report(key, {})
        kept = st.session_state[f"_imposed_{key}"] = (dict(wanted), revision)
    return kept


def _reported(key: str, row_name: str) -> None:
    """The reader rests on another row. It comes from a browser, so it is checked."""
    view = st.session_state[key].get("view")
    row = view.get("row") if isinstance(view, Mapping) else None
    if isinstance(row, int) and not isinstance(row, bool):
        frame.report(key, {"row": row})
        frame.keep(**{row_name: row + 1})
