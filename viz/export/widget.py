"""The picture as a widget: `shown.show()` in a notebook, with anywidget.

widget = trace.show(layer=2, head=3)
widget.view                                  # where the reader is, counted from 0
widget.view = {"stack": "encoder", "layer": 0, "head": None, "row": 1}

The weights of a long input are rounded; where Python runs, the row that is chosen is
asked for, and answered exactly.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import anywidget  # pyright: ignore[reportMissingImports]
import traitlets  # pyright: ignore[reportMissingImports]

from core.showing import PARTS, check_view
from viz.components.joiner import joined
from viz.export import look
from viz.export.page import HERE, header_of, styles
from viz.export.pictures import exact_row, picture, stacks_of

LOOK = (
    f":host{{display:block;padding:12px;{look.variables('light')}"
    "background:var(--st-background-color)}"
    f":host([data-side=dark]){{{look.variables('dark')}}}"
)


def _constants() -> str:
    """What the script finds ready: its style, its colours, its letters."""
    named = {"STYLE": styles(), "LOOK": LOOK, "FACES": look.faces()}
    return "".join(
        f"const {name} = {json.dumps(said)};\n" for name, said in named.items()
    )


class Picture(anywidget.AnyWidget):
    """A picture whose `view` is where its reader looks: read it, or set it.

    `stack`, `layer`, `head` (None is the mean of all) and `row` count from 0; a part
    that is left out stays as it is. InputError where there is no such view.
    """

    _esm = _constants() + joined(HERE / "widget.js")
    data = traitlets.Bytes().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, shown: Any, view: Mapping[str, Any]) -> None:
        """Of what `viz.export.pictures.picture` can draw."""
        packed = picture(shown, view)
        begun = header_of(packed)["view"]
        super().__init__(data=packed, view=_here(begun))
        self._shown = shown
        self.on_msg(self._answer)

    @cached_property
    def _stacks(self) -> Any:
        """What the weights were rounded from, made when a row is first asked for."""
        return stacks_of(self._shown)

    def _answer(self, _: Any, said: Any, __: Any) -> None:
        """The exact weights of a row; nothing where there is no such row."""
        asked = said.get("exact") if isinstance(said, dict) else None
        row = exact_row(self._stacks, asked) if isinstance(asked, dict) else None
        if row is not None:
            self.send({"exact": asked}, [row.tobytes()])

    @traitlets.validate("view")
    def _whole(self, proposal: Any) -> dict[str, Any]:
        found = {**self.view, **proposal["value"]}
        shapes = {one["id"]: one["shape"] for one in header_of(self.data)["stacks"]}
        head = {"head": -1 if found["head"] is None else found["head"]}
        check_view({**found, **head}, found["stack"], shapes)
        return found


def _here(view: Mapping[str, Any]) -> dict[str, Any]:
    """The position of a view, with None for the mean of all heads."""
    found = {name: view[name] for name in PARTS}
    return {**found, "head": None if found["head"] < 0 else found["head"]}
