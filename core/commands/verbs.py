"""What every verb of the command is made with: its help, its model, its numbers."""

import argparse
import json
from collections.abc import Callable
from typing import Any

from core.commands.lines import check_utf8
from core.errors import InputError
from core.shelf.models import TRANSFORMER

MODEL = TRANSFORMER
NAME = "a name that `models` prints, or the folder of a model"
USUAL = f"{NAME}; {MODEL} unless said"
LIMIT = "score a fixed sample of N sentences of each file"


def verb(
    verbs: Any, name: str, run: Callable[..., int | None], says: str, more: str = ""
) -> argparse.ArgumentParser:
    """A new verb: what it does in the list of all, and `more` in its own help."""
    told = f"{says[0].upper()}{says[1:]}. {more}".strip()
    new = verbs.add_parser(name, help=says, description=told)
    new.set_defaults(run=run)
    return new


def takes_model(new: argparse.ArgumentParser) -> None:
    """The option that says which translator it is."""
    new.add_argument("--model", default=MODEL, metavar="NAME", help=USUAL)


def utf8(typed: str) -> str:
    """A text argument; InputError where its bytes are not UTF-8."""
    try:
        check_utf8(typed)
    except InputError as error:
        raise argparse.ArgumentTypeError(f"{typed!r} is not text in UTF-8") from error
    return typed


def sentences(typed: str) -> int:
    """A number of sentences, at least 1."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1, not {typed!r}")
    return int(typed)


def tell(found: Any) -> None:
    """JSON for people, on standard output."""
    print(json.dumps(found, ensure_ascii=False, indent=2))
