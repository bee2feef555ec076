"""Copy link with its QR code, Reset to this link, and a browser Back by one choice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from viz.components import spoken
from viz.components.mounting import of_folder
from viz.content.texts import ENGLISH, language, load, texts

HERE = Path(__file__).parent
THEIRS = "streamlit."
"""The table of what Streamlit says by itself."""
_LINK = of_folder(HERE, (HERE / "link.html").read_text("utf-8"))


def link(
    defaults: dict[str, str],
    code: dict[str, Any] | None,
    *,
    cited: str,
    embedded: bool,
    bare: bool,
    page: str,
    menu: dict[str, str],
    tongues: tuple[str, str],
    longest: int,
    night: bool,
    titles: dict[str, str],
    languages: tuple[str, ...],
    key: str,
    on_asked: Callable[[], None],
    on_theme: Callable[[], None],
) -> None:
    """The two buttons of the header.

    `cited` is what a citation says before the link; code that shows the picture in
    another page is offered where it may be `embedded`. Where the picture is `bare` all
    that is left of them is that line, with a way to the whole page.

    Every link of the page becomes one that a tab of its own can open: `page` is the
    address of the open page, and `menu` what the links of the menus add to theirs. What
    is data is marked as such for a browser that translates; the languages of the model
    are its `tongues`, source and target.

    `defaults` holds every value that a link writes out when the address does not, and
    `code` the last QR code that was asked for (see `qr`); of a link of more than
    `longest` characters none is drawn, and the panel says so. When the reader opens the
    panel, `on_asked` is called and `st.session_state[key].asked` is the link. When the
    reader's theme is not the one that was drawn (`night`), `on_theme` is called. By its
    `titles` the page is told that it `rests` without a seat, or is `back`; it asks for
    one by a message, of which nothing needs to be drawn. Of several `languages` the
    reader chooses one, in which the page is opened anew.
    """
    told = {
        "defaults": defaults,
        "code": code,
        "cited": cited,
        "embedded": embedded,
        "bare": bare,
        "page": page,
        "menu": menu,
        "tongues": list(tongues),
        "longest": longest,
        "night": night,
        "titles": titles,
        "languages": list(languages),
        "spoken": spoken("link"),
        "theirs": _theirs(),
    }
    _LINK(
        key=key,
        data=[told],  # in a bare dict Streamlit looks for tables, and imports pandas
        on_asked_change=on_asked,
        on_theme_change=on_theme,
        on_back_change=lambda: None,
    )


def _theirs() -> dict[str, str]:
    """Streamlit's own words, each with what it is in the language of the run."""
    if language() == ENGLISH:
        return {}
    say = texts("app")
    english = {
        name: said for name, said in load("app").items() if name.startswith(THEIRS)
    }
    return {str(said): say(name) for name, said in english.items()}


def qr(text: str) -> dict[str, Any] | None:
    """A QR code as one SVG path of unit squares, or None when `text` is too long."""
    import segno

    try:
        rows = segno.make(text, micro=False).matrix
    except segno.DataOverflowError:
        return None
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return {"link": text, "size": len(rows), "path": path}
