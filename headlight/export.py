"""headlight export: a picture, or a talk of several, as one file."""

import argparse
from argparse import Namespace
from pathlib import Path
from typing import Any

from core.commands.verbs import MODEL, NAME, utf8, verb
from core.errors import InputError
from core.shelf.models import BAHDANAU, TRANSFORMER

ABOUT = (
    "One HTML file that needs nothing else: open it anywhere, put it on a slide. "
    "Several sentences, or several views, are a talk: Page Down goes on. A FILE that "
    "ends in .headlight holds one picture alone, packed, for the app's page Open."
)
PACKED = ".headlight"
KINDS = ("encoder", "decoder", "cross")
LIVE = (TRANSFORMER, BAHDANAU)


def add_verb(verbs: Any) -> None:
    """The verb and its options."""
    said = "the interactive picture of a sentence as one HTML file"
    new = verb(verbs, "export", run, said, ABOUT)
    new.add_argument(
        "sentences", nargs="*", type=utf8, metavar="SENTENCE", help="in quotes"
    )
    itself = "a page that translates by itself; each SENTENCE is one to begin with"
    new.add_argument("--live", action="store_true", help=itself)
    beside = "the same as --live, as a folder for any web space"
    new.add_argument("--site", type=Path, metavar="FOLDER", help=beside)
    leads = "of --live and --site: the address of an app that links lead to"
    new.add_argument("--app", default="", metavar="URL", help=leads)
    out = f"what to write: a page (.html), or a picture alone ({PACKED})"
    new.add_argument("-o", "--out", type=Path, metavar="FILE", help=out)
    live = f"{NAME}; for --live several with commas, left out {' and '.join(LIVE)}"
    new.add_argument("--model", default="", metavar="NAME", help=live)
    target = "the translation that it has to write; its own if left out"
    new.add_argument("--target", type=utf8, metavar="TEXT", help=target)
    views = (
        "where a picture begins: layer=3,head=2,row=4, from 1 as on the screen; also "
        "head=mean, kind=encoder, decoder or cross; each --view is a picture"
    )
    new.add_argument("--view", action="append", type=view, metavar="PARTS", help=views)


def run(chosen: Namespace) -> None:
    """Write the file."""
    from core.in_use.translator import load
    from viz.export.page import page, zipped

    for path in filter(None, (chosen.out, chosen.site)):
        if not path.absolute().parent.is_dir():
            raise InputError(f"There is no folder {path.absolute().parent}.")
    if chosen.live or chosen.site:
        _live(chosen)
        return
    if chosen.out is None:
        raise InputError("Say what to write: -o FILE.")
    model = load(chosen.model or MODEL)
    if not chosen.sentences:
        raise InputError("Give a sentence in quotes, or --live.")
    pictures = [
        begun(trace, looked, model)
        for trace in (
            model.explain(sentence, target=chosen.target)
            for sentence in chosen.sentences
        )
        for looked in chosen.view or [{}]
    ]
    if chosen.out.suffix != PACKED:
        text = page(pictures)
        chosen.out.write_text(text, encoding="utf-8", newline="\n")
    elif len(pictures) > 1:
        raise InputError(f"A {PACKED} file holds one picture; write .html for a talk.")
    else:
        chosen.out.write_bytes(zipped(pictures[0]))


def _live(chosen: Namespace) -> None:
    """The page of one model or several; a file is written whole or not at all."""
    from core.in_use.translator import load
    from viz.export.live import live, site

    if chosen.target or chosen.view:
        raise InputError("A page that translates takes no target and no view.")
    if chosen.live != bool(chosen.out):
        raise InputError("Say where to: --live -o FILE, or --site FOLDER.")
    if chosen.out and chosen.out.suffix == PACKED:
        raise InputError(f"A {PACKED} file holds one picture; write .html for a page.")
    if chosen.site and chosen.site.exists() and not chosen.site.is_dir():
        raise InputError(f"{chosen.site} is a file; --site takes a folder.")
    names = [one for one in chosen.model.split(",") if one] or LIVE
    models = [load(name) for name in names]
    if chosen.site:
        site(models, chosen.site, chosen.app, chosen.sentences)
    if not chosen.out:
        return
    new = chosen.out.with_name(f"{chosen.out.name}.new")
    try:
        with new.open("wb") as file:
            live(models, file, chosen.app, chosen.sentences)
        new.replace(chosen.out)
    finally:
        new.unlink(missing_ok=True)


def begun(trace: Any, looked: dict[str, Any], model: Any) -> bytes:
    """A picture that begins there; what it lacks is said as it was typed, from 1."""
    from viz.export.pictures import picture

    try:
        return picture(trace, looked, model=model)
    except InputError as error:
        if error.name != "not_in_the_picture":
            raise
        part, last = error.slots["part"], error.slots["last"]
        few = f"they are 1 to {last + 1}" if last else "there is only 1"
        said = f"There is no {part} {looked[part] + 1}; {few}."
        raise InputError(said) from error


def view(typed: str) -> dict[str, Any]:
    """layer=3,head=2 as a view that counts from 0."""
    found: dict[str, Any] = {}
    for part in typed.split(","):
        name, _, value = part.strip().partition("=")
        if name in ("kind", "stack") and value in KINDS:
            found["stack"] = value
        elif name == "head" and value == "mean":
            found["head"] = None
        elif name in ("layer", "head", "row") and value.isdecimal() and int(value):
            found[name] = int(value) - 1
        else:
            raise argparse.ArgumentTypeError(f"{part!r} is no part of a view")
    return found
