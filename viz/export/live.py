"""A page that translates by itself: one file with models, their pieces and a program.

    with open("class.html", "wb") as file:
        live([load("transformer-en-fr")], file)

The file holds what `viz.components.model` reads: the weights as they are shipped, the
tokenizer, and of each model a stored example, whose picture stands before the weights
are unpacked. Nothing is fetched, stored or sent; a policy in the page says so.
"""

import html
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import core
from core.errors import InputError
from viz.components import spoken
from viz.components.joiner import runnable
from viz.content import presets
from viz.content.texts import texts
from viz.export import look
from viz.export.letters import letters
from viz.export.page import START, begin, plain, styles, zipped
from viz.export.pictures import still

if TYPE_CHECKING:
    from core.in_use.translator import Translator

HERE = Path(__file__).parent
KINDS = ("transformer", "bahdanau")
TRIES = 5
say = texts("export")


def live(models: "Sequence[Translator]", file: BinaryIO) -> None:
    """Write the page of these translators, part by part.

    InputError for a model of another kind than Transformer and Bahdanau.
    """
    for model in models:
        if model.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise InputError(say("live_kinds", model=model.name, kinds=kinds))
    for part in _parts(models):
        file.write(part.encode())


def _parts(models: "Sequence[Translator]") -> Iterator[str]:
    tries = [one.english for one in presets.shipped()[:TRIES]]
    yield (
        (HERE / "live.html")
        .read_text("utf-8")
        .format(
            lang=spoken()["lang"],
            version=core.__version__,
            title=html.escape(say("live")),
            light=look.variables("light"),
            dark=look.variables("dark"),
            style=plain(HERE / "page.css") + plain(HERE / "live.css"),
            unread=html.escape(say("live_unread")),
            noscript=html.escape(say("live_noscript")),
            said=_json(spoken("page", "live")),
            tries=_json(tries),
            program=_program(),
            begin=begin().rstrip(),
        )
    )
    for model in models:
        yield from _model(model, tries[0])
    yield "</div>\n"


def _model(model: "Translator", english: str) -> Iterator[str]:
    folder = model.folder
    if folder is None:
        raise InputError(say("live_folder", model=model.name))
    config = json.loads((folder / "config.json").read_text("utf-8"))
    known = {name: config[name] for name in ("kind", "sizes")}
    title = html.escape(model.name)
    told = html.escape(json.dumps(known), quote=True)
    yield f'<div class="model" data-title="{title}" data-config="{told}">\n'
    yield _packed("example", still(model.explain(english)))
    for kind, name in (
        ("tokenizer", "tokenizer.json"),
        ("weights", "weights.safetensors"),
    ):
        yield _packed(kind, (folder / name).read_bytes())
    yield "</div>\n"


def _packed(kind: str, data: bytes) -> str:
    held = letters(zipped(data, rounded=kind == "weights"))
    return f'<script type="application/gzip" class="{kind}">{held}</script>\n'


def _json(said: object) -> str:
    return json.dumps(said, ensure_ascii=False).replace("<", "\\u003c")


@cache
def _program() -> str:
    """What translates and draws."""
    named = {"STYLE": styles(), "FACES": look.faces()}
    constants = (f"const {name} = {json.dumps(said)};" for name, said in named.items())
    return letters(
        zipped("\n".join([*constants, runnable(HERE / "live.js", [START])]).encode())
    )
