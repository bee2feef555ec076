"""The look of the app in a page of its own: its colours, and its letters cut to few.

The colours are those of `.streamlit/config.toml`, under the names that Streamlit gives
a component. The faces are cut to `fonts/letters.txt`, without their kerning; of their
features Literata keeps its ligatures, Atkinson its figures of one width. So both
together take less than half of one.
"""

import base64
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from viz.components import COMMON
from viz.components.attention import HERE
from viz.say import theme

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
FONTS = Path(__file__).parent / "fonts"
FACES = (
    ("Atkinson Hyperlegible Next", "atkinson-hyperlegible-next", ""),
    ("Atkinson Hyperlegible Next", "atkinson-hyperlegible-next-plain-zero", "U+0030"),
    ("Literata", "literata", ""),
)
"""Family, file, and for which signs alone; a later face of a family goes first."""


@cache
def variables(side: str) -> str:
    """The colours of "light" or "dark" as variables of CSS, with both fonts."""
    chosen = tomllib.loads(CONFIG.read_text("utf-8"))["theme"][side]
    colours = {_dashed(name): _value(value) for name, value in chosen.items()}
    named = {**colours, "font": theme.INSTRUMENT, "heading-font": theme.LANGUAGE}
    written = "".join(
        f"--st-{name}:{value};" for name, value in named.items() if _is_read(name)
    )
    return f"color-scheme:{side};{written}"


def _is_read(name: str) -> bool:
    """Whether a sheet reads a variable, or a script, which leaves out how it begins."""
    return f"--st-{name}" in _drawing() or f'"{name}"' in _drawing()


@cache
def _drawing() -> str:
    """All that a picture is drawn with."""
    folders = HERE, COMMON, Path(__file__).parent
    files = (path for folder in folders for path in sorted(folder.rglob("*")))
    drawing = (path for path in files if path.suffix in (".js", ".css"))
    return "".join(path.read_text("utf-8") for path in drawing)


@cache
def faces() -> str:
    """The letters, inside the sheet itself."""
    return "\n".join(_face(*face) for face in FACES)


def _face(family: str, name: str, signs: str) -> str:
    data = base64.b64encode((FONTS / f"{name}.woff2").read_bytes()).decode()
    only = f"unicode-range:{signs};" if signs else ""
    return (
        f"@font-face{{font-family:'{family}';font-weight:400 700;{only}"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )


def _dashed(name: str) -> str:
    """chartSequentialColors → chart-sequential-colors"""
    return re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name)


def _value(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)
