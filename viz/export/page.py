"""One HTML file that holds pictures and everything they need: it asks nobody.

    page([packed]) → "<!doctype html>…"

The program, which is the script of the component with its style and its letters, and
every picture lie in it packed (gzip, then `viz.export.letters`). A picture is what
`viz.components.attention.pack` makes. Where very many weights were rounded, its layers
stand behind it one by one, the one that is shown first before the others: it is drawn
while the rest of the page is still being read.
"""

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
from viz.components.attention import HERE as FOLDER
from viz.components.attention import OVER_IMAGES, STYLES
from viz.components.joiner import runnable
from viz.content.texts import texts
from viz.export import look
from viz.export.index import names
from viz.export.letters import letters
from viz.payload.coarse import layers_of

HERE = Path(__file__).parent
ONE_LINE, PATCHES = "one line", "patches"
OF_A_KIND = {
    FOLDER / "transformer" / "model.js": {"transformer", "writer"},
    FOLDER / "recurrent" / "model.js": {"recurrent"},
    FOLDER / "map" / "arcs.js": {ONE_LINE},
    **{path: {PATCHES} for path in OVER_IMAGES},
}
"""The modules that only some pictures need."""
START = FOLDER / "first" / "first.js"  # the picture of the page Start alone
REMARK, SPACE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"\s+")
MANY = 4_000_000
say = texts("export")


def page(pictures: Sequence[bytes], title: str = "") -> str:
    """The file: the first picture is shown, the others by Page Down or from an index.

    Equal pictures give equal bytes. Without a title it is that of the first picture.
    """
    headers = [header_of(packed) for packed in pictures]
    titles = [header["labels"]["title"] for header in headers]
    said = spoken("page")
    return (
        (HERE / "page.html")
        .read_text("utf-8")
        .format(
            lang=said["lang"],
            version=core.__version__,
            title=html.escape(title or titles[0]),
            light=look.variables("light"),
            dark=look.variables("dark"),
            style=plain(HERE / "page.css"),
            unread=html.escape(say("unread")),
            noscript=html.escape(say("noscript")),
            pictures="\n".join(map(_picture, pictures, titles, names(headers))),
            said=json.dumps(said, ensure_ascii=False).replace("<", "\\u003c"),
            program=_program(frozenset().union(*map(_kinds, pictures))),
            begin=begin().rstrip(),
        )
    )


def header_of(packed: bytes) -> dict[str, Any]:
    """What a packed picture says of itself."""
    return json.loads(packed[4 : 4 + int.from_bytes(packed[:4], "little")])


def zipped(data: bytes, rounded: bool = False) -> bytes:
    """The same, smaller; equal bytes give equal bytes, whenever that is.

    In rounded weights nothing repeats: there, and in anything as long, only the
    frequency of a byte is used, which is smaller and takes a twentieth of the time.
    """
    if len(data) < MANY and not rounded:
        return gzip.compress(data, 9, mtime=0)
    packing = zlib.compressobj(
        9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, strategy=zlib.Z_HUFFMAN_ONLY
    )
    return packing.compress(data) + packing.flush()


def _picture(packed: bytes, title: str, name: str) -> str:
    """A picture, and behind it the layers that were rounded, the shown one first."""
    named = f'data-title="{html.escape(title)}"'
    named += f' data-name="{html.escape(name)}"' if name != title else ""
    header = header_of(packed)
    layers = list(layers_of(header))
    if not layers:
        return _script("picture", named, packed)
    shown = header["view"]["stack"], header["view"]["layer"]
    layers.sort(key=lambda layer: layer[:2] != shown)
    start = 4 + int.from_bytes(packed[:4], "little")
    first = start + 4 * min(begin for *_, begin, _ in layers)
    last = start + 4 * max(end for *_, end in layers)
    parts = [_script("picture", f'{named} data-size="{len(packed)}"', packed[:first])]
    if packed[last:]:
        parts.append(_script("part", f'data-at="{last}"', packed[last:]))
    for stack, number, begin, end in layers:
        at = start + 4 * begin
        said = f'data-at="{at}" data-layer="{html.escape(f"{stack} {number}")}"'
        parts.append(_script("part", said, packed[at : start + 4 * end]))
    return "\n".join(parts)


def _script(kind: str, said: str, data: bytes) -> str:
    """What a browser keeps as it is."""
    return (
        f'<script type="application/gzip" class="{kind}" {said}>'
        f"{letters(zipped(data, kind == 'part'))}</script>"
    )


def _kinds(packed: bytes) -> set[str]:
    """What is drawn in a picture: the kind of model that is walked, and one line."""
    header = header_of(packed)
    stacks = header["stacks"]
    one_line = len(stacks) == 1 and stacks[0].get("lower")
    walked = header.get("machine", {}).get("model", "")
    over = PATCHES if header.get("pictures") else ""
    return {walked, ONE_LINE if one_line else "", over}


@cache
def _program(kinds: frozenset[str]) -> str:
    """What draws pictures of these kinds."""
    unused = [path for path, some in OF_A_KIND.items() if not some & kinds]
    named = {"STYLE": styles(), "FACES": look.faces()}
    constants = (f"const {name} = {json.dumps(said)};" for name, said in named.items())
    script = "\n".join([*constants, runnable(HERE / "page.js", [START, *unused])])
    return letters(zipped(script.encode()))


@cache
def begin() -> str:
    """What unpacks a program."""
    return runnable(HERE / "begin.js")


def styles() -> str:
    """The sheets of the component as one, without what only a reader needs."""
    sheets = (sheet for sheet in STYLES if sheet.parent != START.parent)
    return "".join(map(plain, sheets))


def plain(sheet: Path) -> str:
    """A sheet without remarks and spare space."""
    return SPACE.sub(" ", REMARK.sub("", sheet.read_text("utf-8")))
