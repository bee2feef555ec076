"""A picture in the browser, seen from its page: what it was sent, what it reported.

The browser owns the view, the address remembers it. What was reported is on the screen
already; sent back, it would send the whole picture again. A link that was followed,
Back, Reset and a preset impose a view.
"""

import contextlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.errors import InputError
from viz.components.attention import attention, pack_picture
from viz.components.sending import sending
from viz.export.page import header_of, page
from viz.export.pictures import alone, seen
from viz.pages.app import library
from viz.pages.app.session import Remembered, reported
from viz.pages.sentence.view import Parts, View, keep

if TYPE_CHECKING:
    import numpy as np


@dataclass
class Sent:
    """The view that the browser of one reader was sent last, and its revision.

    `wanted` is what the choices asked for last, `reported` what the browser shows by
    itself.
    """

    wanted: View | None = None
    reported: View | None = None
    view: View = field(default_factory=dict)
    revision: int = 0


@dataclass(frozen=True)
class Picture:
    """A picture by its key on the page."""

    key: str

    def draw(
        self,
        header: Mapping[str, Any],
        body: "np.ndarray",
        view: View,
        *,
        of: tuple[Hashable, ...],
        dim: bool,
        parts: Parts,
        asked: Callable[[Mapping[str, Any]], None] | None = None,
        packed: Callable[[View], bytes] | None = None,
    ) -> None:
        """Draw the numbers of `of`, at the `view` that the choices ask for.

        `parts` are those of a reported view that are chosen; `asked` does what is done
        on the picture: it comes from a browser and is not checked here. `packed` is the
        picture to take along, where it is more than what is drawn here.
        """
        header = {**header, "page": True}
        self._send(packed or (lambda view: alone(header, body, view)))
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

        A component that has reported nothing yet is sent the view itself.
        """
        sent, view = self._sent(), dict(view)
        if view != sent.wanted:
            if view != sent.reported:
                sent.revision, sent.view = sent.revision + 1, view
            sent.wanted, sent.reported = view, None
        if self._reported("view") is None:
            sent.view = view
        return sent.view, str(sent.revision)

    def follow(self, parts: Parts) -> None:
        """Keep what the browser reports. For callbacks."""
        seen = self._reported("view")
        if seen is not None and (now := keep(seen, parts)) is not None:
            self.remember(now)

    def remember(self, view: View) -> None:
        """The browser shows this by itself: what asks for it now is no news to it."""
        self._sent().reported = dict(view)

    def _do(self, asked: Callable[[Mapping[str, Any]], None] | None) -> None:
        done = self._reported("asked")
        if done is not None and done.get("what") == "page":
            self._wanted().set(done.get("view"))
        elif done is not None and asked is not None:
            asked(done)

    def _send(self, packed: Callable[[View], bytes]) -> None:
        """The page that the reader asked for, once; with a view that fits no picture
        nobody asked.
        """
        view = self._wanted().take()
        if not isinstance(view, dict):
            return
        with contextlib.suppress(InputError):
            made = library.gated(lambda: packed(seen(view)))
            name = header_of(made)["labels"]["file"]
            sending(page([made]), f"{name}.html", key=f"{self.key}-page")

    def _wanted(self) -> Remembered[Any]:
        """The view of the page that was asked for."""
        return Remembered(f"_page_{self.key}", None)

    def _sent(self) -> Sent:
        last = Remembered(f"_sent_{self.key}", Sent())
        last.set(last.get())
        return last.get()

    def _reported(self, name: str) -> Mapping[str, Any] | None:
        said = reported(self.key, name)
        return said if isinstance(said, Mapping) else None
