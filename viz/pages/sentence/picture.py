"""A picture in the browser, seen from its page: what it was told, what it reported.

The browser owns the view, the address remembers it. What was reported is on the screen
already; sent back, it would send the whole picture again. A link that was followed,
Back, Reset and a preset impose a view.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import streamlit as st

from viz.components.attention import attention, pack_picture
from viz.pages.app import library
from viz.pages.sentence.view import Parts, View
from viz.pages.sentence.view import keep as chosen


@dataclass
class Told:
    """What the browser of one reader was told, and what it said of itself."""

    wanted: View | None = None
    reported: View | None = None
    imposed: View = field(default_factory=dict)
    revision: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture by its key on the page."""

    key: str

    def draw(
        self,
        header: Mapping[str, Any],
        body: np.ndarray,
        view: View,
        *,
        of: tuple[Hashable, ...],
        dim: bool,
        parts: Parts,
        asked: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> None:
        """Draw the numbers of `of`, at the `view` that the choices ask for.

        `parts` are those of a reported view that are chosen; `asked` does what is done
        on the picture: it comes from a browser and is not checked here.
        """
        imposed, revision = self.impose(view)
        imposed = {**header["view"], **imposed}
        data = library.kept(
            (self.key, *of, repr(imposed), revision, dim),
            lambda: pack_picture(
                {**header, "view": imposed, "view_rev": revision, "dim": dim}, body
            ),
        )

        attention(
            data,
            key=self.key,
            on_view=lambda: self.follow(parts),
            on_asked=lambda: self._do(asked),
        )

    def impose(self, view: View) -> tuple[View, str]:
        """The view last imposed and its revision: another one where `view` is new.

        A component that has said nothing yet is told the view itself.
        """
        told, view = self._told(), dict(view)
        if view != told.wanted:
            if view != told.reported:
                told.revision, told.imposed = told.revision + 1, view
            told.wanted, told.reported = view, None
        if self._said("view") is None:
            told.imposed = view
        return told.imposed, str(told.revision)

    def follow(self, parts: Parts) -> None:
        """Keep what the browser reports. For callbacks."""
        seen = self._said("view")
        if seen is not None and (now := chosen(seen, parts)) is not None:
            self.remember(now)

    def remember(self, view: View) -> None:
        """The browser shows this by itself: what asks for it now is no news to it."""
        self._told().reported = dict(view)

    def _do(self, asked: Callable[[Mapping[str, Any]], None] | None) -> None:
        done = self._said("asked")
        if done is not None and asked is not None:
            asked(done)

    def _told(self) -> Told:
        return st.session_state.setdefault(f"_told_{self.key}", Told())

    def _said(self, name: str) -> Mapping[str, Any] | None:
        said = (st.session_state.get(self.key) or {}).get(name)
        return said if isinstance(said, Mapping) else None
