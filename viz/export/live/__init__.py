"""A page that translates by itself: one file with models, their pieces and a program.

    with open("class.html", "wb") as file:
        live([load("transformer-en-fr")], file)
    site([load("transformer-en-fr")], Path("public"))

The page holds what `viz.components.model` reads: the weights as they are shipped, the
tokenizer, and of each model a stored example, whose picture stands before the weights
are unpacked. Nothing is fetched, stored or sent; a policy in the page says so. The
folder of a site has the files of the models beside its page, and fetches those.
"""

import base64
import hashlib
import html
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import core
from core.errors import InputError
from core.shelf.models import BAHDANAU, TRANSFORMER
from viz.components import spoken
from viz.components.joiner import runnable
from viz.content import presets
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.export import look
from viz.export.letters import letters
from viz.export.page import START, begin, plain, styles, zipped
from viz.export.pictures import first_map

if TYPE_CHECKING:
    from core.in_use.translator import Translator
    from core.trace import Trace

HERE = Path(__file__).parent
KINDS = ("transformer", "bahdanau")
TRIES = 5
FILES = {"tokenizer": "tokenizer.json", "weights": "weights.safetensors"}
SERVED = "served.js"  # beside the page of a site
say, start = texts("export"), texts("start")

Held = Callable[[str, str, bytes], str]
"""What a page says of a file: of which model, of which kind, its bytes."""


def live(models: "Sequence[Translator]", file: BinaryIO, app: str = "") -> None:
    """Write the page of these translators, part by part, with all it needs.

    `app` is the address of an app that its links lead to. InputError for a model of
    another kind than Transformer and Bahdanau, or an address that is none.
    """
    check(models, app)

    def within(_: str, kind: str, data: bytes) -> str:
        held = letters(zipped(data, rounded=kind == "weights"))
        return _script(kind, f'data-size="{len(data)}"', held)

    for part in _parts(models, {"app": app}, within, workers="blob:"):
        file.write(part.encode())


def site(models: "Sequence[Translator]", folder: Path, app: str = "") -> None:
    """The same as a folder for any web space: a small page, the models beside it.

    The name of a model's file has its digest in it, so that it may be kept for ever.
    A service worker keeps what was read once: a second visit needs no network. Raises
    as `live`.
    """
    check(models, app)
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []

    def beside(model: str, kind: str, data: bytes) -> str:
        packed = zipped(data, rounded=kind == "weights")
        name = f"{model}-{kind}-{hashlib.sha256(packed).hexdigest()[:12]}.bin"
        (folder / name).write_bytes(packed)
        names.append(name)
        said = f'data-size="{len(data)}" data-from="{html.escape(name)}"'
        return _script(kind, said, "")

    workers = "blob: 'self'; connect-src 'self'"
    given = {"app": app, "served": SERVED}
    page = "".join(_parts(models, given, beside, workers=workers))
    (folder / "index.html").write_text(page, "utf-8")
    served = (HERE / SERVED).read_text("utf-8")
    kept = json.dumps(["./", *names])
    (folder / SERVED).write_text(served.replace("KEPT", kept), "utf-8")


def check(models: "Sequence[Translator]", app: str) -> None:
    """InputError for what no page can be made of."""
    for model in models:
        if model.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise InputError(say("live_kinds", model=model.name, kinds=kinds))
        if model.folder is None:
            raise InputError(say("live_folder", model=model.name))
    if app and not app.startswith(("http://", "https://")):
        raise InputError(say("live_app", app=app))


def _parts(
    models: "Sequence[Translator]",
    given: Mapping[str, str],
    held: Held,
    *,
    workers: str,
) -> Iterator[str]:
    shown = presets.shipped()[:TRIES]
    program, begins = _program(), begin().rstrip()
    scripts = " ".join(f"'sha256-{_digest(one)}'" for one in (program, begins))
    yield (
        (HERE / "page.html")
        .read_text("utf-8")
        .format(
            lang=spoken()["lang"],
            version=core.__version__,
            scripts=scripts,
            workers=workers,
            title=html.escape(say("live")),
            light=look.variables("light"),
            dark=look.variables("dark"),
            style=plain(HERE.parent / "page.css") + plain(HERE / "page.css"),
            unread=html.escape(say("live_unread")),
            noscript=html.escape(say("live_noscript")),
            said=_json(spoken("page", "live", "hand")),
            given=_json({"tries": [one.english for one in shown], **given}),
            models="\n".join(_example(model, shown[0]) for model in models),
            program=letters(zipped(program.encode())),
            begin=begins,
        )
    )
    for model in models:
        yield "<div>\n"
        for kind, name in FILES.items():
            yield held(model.name, kind, (_folder(model) / name).read_bytes())
        yield "</div>\n"
    yield "</div>\n"


def _example(model: "Translator", chosen: Preset) -> str:
    """A model, and the picture of what it makes of a sentence."""
    config = json.loads((_folder(model) / "config.json").read_text("utf-8"))
    trace = model.explain(chosen.english)
    ours = model.name in (TRANSFORMER, BAHDANAU)
    told = {
        "title": start(f"models.{model.kind}.title") if ours else model.name,
        "config": json.dumps({name: config[name] for name in ("kind", "sizes")}),
        "french": json.dumps(_french(trace), ensure_ascii=False),
    }
    said = " ".join(f'data-{name}="{html.escape(x)}"' for name, x in told.items())
    row = chosen.expects[0].row if chosen.expects else ""
    packed = zipped(first_map(trace, model.best_alignment, row))
    picture = _script("example", "", letters(packed))
    return f'<div class="model" {said}>\n{picture}</div>'


def _french(trace: "Trace") -> dict[str, Any]:
    """The words that were written, each with its probability: that of its pieces."""
    words, word_of = trace.translation.pieces.words, trace.translation.pieces.word_of
    chances = [1.0] * len(words)
    for word, chance in zip(word_of, trace.written().tolist(), strict=False):
        chances[word] *= chance
    rounded = [round(chance, 6) for chance in chances]
    finished = trace.translation.finished
    return {"words": list(words), "chances": rounded, "finished": finished}


def _folder(model: "Translator") -> Path:
    if model.folder is None:
        raise InputError(say("live_folder", model=model.name))
    return model.folder


def _script(kind: str, said: str, held: str) -> str:
    """What a browser keeps as it is."""
    return f'<script type="application/gzip" class="{kind}" {said}>{held}</script>\n'


def _json(said: object) -> str:
    return json.dumps(said, ensure_ascii=False).replace("<", "\\u003c")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _program() -> str:
    """What translates and draws."""
    named = {
        "STYLE": styles(),
        "FACES": look.faces(),
        "WORKER": runnable(HERE / "worker.js"),
    }
    constants = (f"const {name} = {json.dumps(said)};" for name, said in named.items())
    return "\n".join([*constants, runnable(HERE / "page.js", [START])])
