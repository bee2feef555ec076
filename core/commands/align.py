"""headlight align: two lists of words in, the weights between them out."""

import json
from argparse import Namespace
from typing import Any

from core.commands.lines import as_line, each_line
from core.commands.verbs import takes_model, verb
from core.errors import InputError


def add(verbs: Any) -> None:
    """The verb and its options."""
    new = verb(
        verbs,
        "align",
        run,
        "two lists of words a line in, their weights out",
        'In: {"source": [words], "target": [words]}. Out: {"weights": rows of numbers, '
        '"reading": the map}. Rows are target words, columns source words.',
    )
    takes_model(new)
    layer = "from 0; unless said, the map that was measured to align best"
    new.add_argument("--layer", type=int, metavar="L", help=layer)
    head = "from 0, or mean, which it is unless said; with --layer"
    new.add_argument("--head", metavar="H", help=head)
    reading = "the row of a word: the step that predicts it, or the one that reads it"
    new.add_argument("--reading", choices=("predicted", "read"), help=reading)


def run(chosen: Namespace) -> int:
    """The weights between given words, line by line."""
    from core.in_use.translator import load

    model = load(chosen.model)
    mean = chosen.head in (None, "mean")
    if not mean and not chosen.head.isdecimal():
        raise InputError(f"The head is a number from 0 or mean, not {chosen.head!r}.")
    head = None if mean else int(chosen.head)
    layer = chosen.layer
    if layer is None and chosen.head is not None:
        raise InputError("Give --layer with --head.")

    def read(line: str) -> dict[str, Any]:
        found = model.align(
            *sides(line), layer=layer, head=head, reading=chosen.reading
        )
        weights = [[round(w, 6) for w in row] for row in found.weights.tolist()]
        return {"weights": weights, "reading": found.title}

    return each_line(read, lambda answers: list(map(as_line, answers)))


def sides(line: str) -> list[list[str]]:
    """The words of both sides; InputError where a line does not hold them."""
    try:
        given = json.loads(line)
        found = [given["source"], given["target"]]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError('Give {"source": [words], "target": [words]}.') from error
    if not all(
        isinstance(side, list) and all(isinstance(word, str) for word in side)
        for side in found
    ):
        raise InputError("source and target are lists of words.")
    return found
