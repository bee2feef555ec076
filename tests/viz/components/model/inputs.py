"""What a class may type, and what the models read of each: `inputs.jsonl`.

Two implementations follow the same rules, `core/text` in Python and
`viz/components/model` in JavaScript; the file holds both to what stands in it. Where a
rule changes on purpose,

    .venv/bin/python -m tests.viz.components.model.inputs

reads what is typed there again and writes down what is read of it now.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.shelf.models import shelved
from core.text.accept import accept
from core.text.tokenizer import Tokenizer

FILE = Path(__file__).parent / "inputs.jsonl"
MODEL = "transformer-en-fr"


@cache
def tokenizer() -> Tokenizer:
    """The one that every translator has."""
    return Tokenizer.load(shelved()[MODEL] / "tokenizer.json")


def read(typed: str) -> dict[str, Any]:
    """What the models read of it, or the name of what is wrong with it."""
    try:
        cleaned = accept(typed)
        pieces = tokenizer().encode(cleaned.text)
        tokenizer().check_length(pieces)
    except InputError as problem:
        return {"wrong": problem.name}
    return {
        "text": cleaned.text,
        "removed": [one.split()[0] for one in cleaned.removed],
        "replaced": list(cleaned.replaced),
        "small": cleaned.read_small,
        "ids": list(pieces.ids),
        "pieces": list(pieces.pieces),
        "words": list(pieces.words),
        "word_of": list(pieces.word_of),
    }


def golden() -> list[dict[str, Any]]:
    """The lines of the file."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    typed = [one["typed"] for one in golden()]
    lines = [json.dumps({"typed": one, **read(one)}) for one in typed]
    FILE.write_text("\n".join([*lines, ""]), "utf-8")
    print(f"{len(typed)} inputs")
