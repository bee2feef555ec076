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
from core.shelf.languages import USUAL
from core.shelf.models import BAHDANAU, TRANSFORMER, golden
from viz.components import spoken
from viz.components.joiner import runnable
from viz.content import presets
from viz.content.presets import Preset
from viz.content.texts import speaking_of, texts
from viz.export import look
from viz.export.letters import letters
from viz.export.page import START, begin, header_of, plain, styles, zipped
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

PART = 48_000  # bytes, a multiple of four: what is unpacked while the rest is read
Held = Callable[[str, str, bytes], Iterator[tuple[str, str]]]
"""What a page says and holds of a file: of which model and kind, its bytes packed."""


def live(
    models: "Sequence[Translator]",
    file: BinaryIO,
    app: str = "",
    tries: Sequence[str] = (),
) -> None:
    """Write the page of these translators, part by part, with all it needs.

    `app` is the address of an app that its links lead to; `tries` are sentences to
    begin with, those of the lessons if there are none. InputError for a model of
    another kind than Transformer and Bahdanau, models of several languages, or an
    address that is none.
    """
    check(models, app, tries)

    def within(_model: str, _kind: str, packed: bytes) -> Iterator[tuple[str, str]]:
        for at in range(0, len(packed), PART):
            yield "", letters(packed[at : at + PART])

    with speaking_of(models[0].languages):
        for part in _parts(models, tries, {"app": app}, within, workers="blob:"):
            file.write(part.encode())


def site(
    models: "Sequence[Translator]",
    folder: Path,
    app: str = "",
    tries: Sequence[str] = (),
) -> None:
    """The same as a folder for any web space: a small page, the models beside it.

    The name of a model's file has its digest in it, so that it may be kept for ever.
    A service worker keeps what was read once: a second visit needs no network. Raises
    as `live`.
    """
    check(models, app, tries)
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []

    def beside(model: str, kind: str, packed: bytes) -> Iterator[tuple[str, str]]:
        name = f"{model}-{kind}-{hashlib.sha256(packed).hexdigest()[:12]}.bin"
        (folder / name).write_bytes(packed)
        names.append(name)
        yield f'data-from="{html.escape(name)}"', ""

    workers = "blob: 'self'; connect-src 'self'"
    given = {"app": app, "served": SERVED}
    with speaking_of(models[0].languages):
        page = "".join(_parts(models, tries, given, beside, workers=workers))
    (folder / "index.html").write_text(page, "utf-8")
    served = (HERE / SERVED).read_text("utf-8")
    kept = json.dumps(["./", *names])
    (folder / SERVED).write_text(served.replace("KEPT", kept), "utf-8")


def check(models: "Sequence[Translator]", app: str, tries: Sequence[str]) -> None:
    """InputError for what no page can be made of."""
    for model in models:
        if model.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise InputError(say("live_kinds", model=model.name, kinds=kinds))
        if model.folder is None:
            raise InputError(say("live_folder", model=model.name))
    spoken_by = {model.languages for model in models}
    if len(spoken_by) > 1:
        raise InputError(say("live_languages"))
    if not (tries or _tries(models)):
        raise InputError(say("live_tries"))
    if app and not app.startswith(("http://", "https://")):
        raise InputError(say("live_app", app=app))


def _tries(models: "Sequence[Translator]") -> list[str]:
    """Sentences to begin with: of the lessons, or those that lie beside a model."""
    if models[0].languages == USUAL:
        return [one.english for one in presets.shipped()[:TRIES]]
    return list(golden(_folder(models[0]))[:TRIES])


def _parts(
    models: "Sequence[Translator]",
    tries: Sequence[str],
    given: Mapping[str, str],
    held: Held,
    *,
    workers: str,
) -> Iterator[str]:
    chosen = presets.shipped()[0]
    tries = tries or _tries(models)
    files = [_folder(model) / name for model in models for name in FILES.values()]
    size = sum(file.stat().st_size for file in files)
    program = f"{_examples(models, tries[0], chosen)}\n{_program()}"
    begins = begin().rstrip()
    scripts = " ".join(f"'sha256-{_digest(one)}'" for one in (program, begins))
    scripts += " 'wasm-unsafe-eval'"  # what multiplies four numbers at a time
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
            given=_json({"tries": list(tries), "size": size, **given}),
            program=letters(zipped(program.encode())),
            begin=begins,
        )
    )
    for at, model in enumerate(models):
        for kind, name in FILES.items():
            data = (_folder(model) / name).read_bytes()
            told = f'data-of="{at}" data-file="{kind}" data-size="{len(data)}"'
            packed = zipped(data, rounded=kind == "weights")
            for said, kept in held(model.name, kind, packed):
                yield _script("part", f"{told} {said}", kept)
    yield f"{_script('end', '', '')}</div>\n"


def _examples(models: "Sequence[Translator]", sentence: str, chosen: Preset) -> str:
    """What the program knows of each model, and the picture of a sentence."""
    told = [_example(one, sentence, chosen) for one in models]
    return f"const MODELS = {json.dumps(told)};"


def _example(model: "Translator", sentence: str, chosen: Preset) -> dict[str, Any]:
    config = json.loads((_folder(model) / "config.json").read_text("utf-8"))
    trace = model.explain(sentence)
    ours = model.name in (TRANSFORMER, BAHDANAU)
    row = chosen.expects[0].row if chosen.expects else ""
    packed = first_map(trace, model.best_alignment, row)
    begins = 4 + int.from_bytes(packed[:4], "little")
    return {
        "title": start(f"models.{model.kind}.title") if ours else model.name,
        "languages": list(model.languages),
        "config": {name: config[name] for name in ("kind", "sizes")},
        "french": _french(trace),
        "header": header_of(packed),
        "numbers": letters(packed[begins:]),
    }


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


def _script(kind: str, said: str, kept: str) -> str:
    """What a browser keeps as it is."""
    return f'<script type="application/gzip" class="{kind}" {said}>{kept}</script>\n'


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
