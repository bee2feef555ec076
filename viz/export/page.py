"""One HTML file that holds pictures and everything they need: it asks nobody.

    page([packed]) → "<!doctype html>…"

The script of the component and every picture lie in it packed (gzip, base64). A
picture's text is exactly a `.headlight` file: unpacked it is what
`viz.components.attention.pack` makes.
"""

import base64
import gzip
import html
import json
import re
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import core
from viz.components import spoken
from viz.components.attention import STYLES
from viz.components.joiner import runnable
from viz.content.texts import texts
from viz.export import look

HERE = Path(__file__).parent
REMARK, SPACE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"\s+")
MANY = 4_000_000
say = texts("export")


def page(pictures: Sequence[bytes], title: str = "") -> str:
    """The file: the first picture is shown, the others by Page Down or from an index.

    Equal pictures give equal bytes. Without a title it is that of the first picture.
    """
    titles = [header_of(packed)["labels"]["title"] for packed in pictures]
    said = spoken("page")
    return (
        (HERE / "page.html")
        .read_text("utf-8")
        .format(
            lang=said["lang"],
            version=core.__version__,
            title=html.escape(title or titles[0]),
            faces=look.faces(),
            light=look.variables("light"),
            dark=look.variables("dark"),
            style=(HERE / "page.css").read_text("utf-8"),
            unread=html.escape(say("unread")),
            noscript=html.escape(say("noscript")),
            pictures="\n".join(map(_picture, pictures, titles)),
            said=json.dumps(said, ensure_ascii=False).replace("<", "\\u003c"),
            program=_program(),
            begin=(HERE / "begin.js").read_text("utf-8").rstrip(),
        )
    )


def header_of(packed: bytes) -> dict[str, Any]:
    """What a packed picture says of itself."""
    return json.loads(packed[4 : 4 + int.from_bytes(packed[:4], "little")])


def zipped(data: bytes) -> bytes:
    """The same, smaller; equal bytes give equal bytes, whenever that is.

    In very many rounded weights nothing repeats: there only their frequency is used,
    which takes a twentieth of the time.
    """
    if len(data) < MANY:
        return gzip.compress(data, 9, mtime=0)
    packing = zlib.compressobj(
        9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, strategy=zlib.Z_HUFFMAN_ONLY
    )
    return packing.compress(data) + packing.flush()


def _picture(packed: bytes, title: str) -> str:
    return (
        '<script type="application/gzip" class="picture"'
        f' data-title="{html.escape(title)}">{_written(packed)}</script>'
    )


@cache
def _program() -> str:
    """What draws the pictures, with their style."""
    script = f"const STYLE = {json.dumps(styles())};\n{runnable(HERE / 'page.js')}"
    return _written(script.encode())


def styles() -> str:
    """The sheets of the component as one, without what only a reader needs."""
    whole = "\n".join(sheet.read_text("utf-8") for sheet in STYLES)
    return SPACE.sub(" ", REMARK.sub("", whole))


def _written(data: bytes) -> str:
    """Bytes as letters that a page may hold."""
    return base64.b64encode(zipped(data)).decode()
