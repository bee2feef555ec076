"""A picture in the browser, seen from its page: what it was sent, what it reported.

The browser owns the view, the address remembers it. What was reported is on the screen
already; sent back, it would send the whole picture again. A link that was followed,
Back, Reset and a preset impose a view.
"""

import contextlib
import json
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz.components.attention import attention, pack_picture
from viz.components.sending import sending
from viz.pages.app import frame, library
from viz.pages.app.session import Remembered, reported
from viz.pages.sentence.view import Parts, View, keep

if TYPE_CHECKING:
    import numpy as np

    from core.trace import Trace


PAGE, LIVE, PASS = "page", "live", ("json", "npz")
TAKEN = (PAGE, LIVE, *PASS)
"""What is made for whoever asks: a page, one that translates, a whole pass."""
LEFT_OUT = ("machine", "hands", "begins", "writes", "over", "explore")
BARE = ("choose", "ribbons", "matrix", "row", "legend", "first")
"""The panels of a picture that stands alone in somebody else's page."""


@dataclass
class Sent:
    """The view that the browser of one reader was sent last, and its revision.

    `shown` is what the browser shows: what was imposed, or what it reported since; `of`
    is what the picture is of.
    """

    shown: View | None = None
    view: View = field(default_factory=dict)
    revision: int = 0
    of: str = ""


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
        trace: "Trace | None" = None,
        live: Collection[str] = (),
    ) -> None:
        """Draw the numbers of `of`, at the `view` that the choices ask for.

        `parts` are those of a reported view that are chosen; without any none is
        reported. `asked` does what is done on the picture: it comes from a browser and
        is not checked here. `packed` is the picture to take along, where it is more
        than what is drawn here, `trace` the whole pass, and `live` the translators that
        a page can be made of.
        """
        bare = frame.bare()
        if bare:
            header, view = _bared(header), {**view, "walk": "", "explore": ""}
        else:
            takes = (PAGE, *(LIVE,) * bool(live), *(PASS if trace else ()))
            header = {**header, "takes": takes}
            self._send(packed or partial(_alone, header, body), trace, live)
        imposed, revision = self.impose(view)
        added = {
            "view": {**header["view"], **imposed},
            "view_rev": revision,
            "dim": dim,
            "mute": not parts,
        }
        data = library.kept(
            (self.key, *of, repr(added), bare),
            lambda: pack_picture({**header, **added}, body),
        )
        place = (
            st.container(key=f"alone-{self.key}") if bare else contextlib.nullcontext()
        )
        with place:
            attention(
                data,
                key=self.key,
                on_view=lambda: self.follow(parts),
                on_asked=lambda: self._do(asked),
            )

    def impose(self, view: View, of: str = "") -> tuple[View, str]:
        """The view last imposed and its revision: another one where `view` is new.

        A component that has reported nothing yet is sent the view itself, and so is one
        that gets another picture, which `of` names. Whoever is shown the first run of
        another session is shown what it imposes: its revision tells of the view too.
        """
        sent, view = self._sent(), dict(view)
        if of != sent.of or view != sent.shown:
            sent.of, sent.shown, sent.view = of, view, view
            sent.revision += 1
        if self._reported("view") is None:
            sent.view = view
        return sent.view, f"{sent.revision} {json.dumps(sent.view, sort_keys=True)}"

    def follow(self, parts: Parts) -> None:
        """Keep what the browser reports. For callbacks."""
        seen = self._reported("view")
        if seen is not None and (now := keep(seen, parts)) is not None:
            self.remember(now)

    def remember(self, view: View) -> None:
        """The browser shows this by itself: what asks for it now is no news to it."""
        sent = self._sent()
        sent.shown = {**(sent.shown or {}), **view}

    def _do(self, asked: Callable[[Mapping[str, Any]], None] | None) -> None:
        done = self._reported("asked")
        if done is not None and done.get("what") in TAKEN:
            self._wanted().set(done)
        elif done is not None and asked is not None:
            asked(done)

    def _send(
        self,
        packed: Callable[[View], bytes],
        trace: "Trace | None",
        live: Collection[str],
    ) -> None:
        """What the reader asked for, once; of a view that fits no picture nothing."""
        wanted = self._wanted().take() or {}
        what, view, key = wanted.get("what"), wanted.get("view"), f"{self.key}-sent"
        if what == PAGE and isinstance(view, dict):
            from viz.export.page import header_of, page
            from viz.export.pictures import seen

            with contextlib.suppress(InputError):
                made = library.gated(lambda: packed(seen(view)))
                name = header_of(made)["labels"]["file"]
                sending(page([made]), f"{name}.html", key=key)
        elif what == LIVE and live:
            from viz.pages.sentence.live_page import send

            send(tuple(live), key)
        elif trace is not None and what in PASS:
            made = library.gated(lambda: _whole(trace, what))
            sending(made, f"headlight-{trace.model}.{what}", key=key)

    def _wanted(self) -> Remembered[Any]:
        """What was asked for: its kind, and the view that was on the screen."""
        return Remembered(f"_page_{self.key}", None)

    def _sent(self) -> Sent:
        last = Remembered(f"_sent_{self.key}", Sent())
        last.set(last.get())
        return last.get()

    def _reported(self, name: str) -> Mapping[str, Any] | None:
        said = reported(self.key, name)
        return said if isinstance(said, Mapping) else None


def _whole(trace: "Trace", kind: str) -> str | bytes:
    """A whole pass as a file: its maps over what is on the screen, or every tensor."""
    from core.analysis.whole_pass import as_json, as_npz

    if kind == "npz":
        return as_npz(trace)
    words = not frame.choices().pieces
    return json.dumps(as_json(trace, words), ensure_ascii=False) + "\n"


def _bared(header: Mapping[str, Any]) -> dict[str, Any]:
    """A picture without what leads on from it: no walk, no experiment, no menu."""
    kept = {name: value for name, value in header.items() if name not in LEFT_OUT}
    panels = [name for name in header["panels"] if name in BARE]
    return {**kept, "panels": panels, "bare": True}


def _alone(header: Mapping[str, Any], body: Any, view: View) -> bytes:
    """The picture without its pass. What packs it comes when it is asked for."""
    from viz.export.pictures import alone

    return alone(header, body, view)
