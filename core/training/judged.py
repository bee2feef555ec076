"""Translations that two readers graded: the sixty natural sentences.

    python -m core.training.judged write SENTENCES.tsv WRITTEN.tsv MODEL
    python -m core.training.judged sheet SENTENCES.tsv SHEET.tsv MODEL …
    python -m core.training.judged join FIRST.tsv SECOND.tsv GRADES.tsv

`write` keeps what a model makes of the sentences. `sheet` has what several make of
them, mixed and unnamed, each French of a sentence once; a model is its folder, or the
file that `write` left of it. A reader adds a grade to each line; `join` puts two
readers' sheets together. A grade is of an English and its French, whichever model wrote
it.
"""

import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from core import checkpoint
from core.decoding.batches import Translate, translate_all
from core.errors import InputError
from core.training import module_command
from core.training.tables import read_table, write_table

GRADES = ("good", "understandable", "wrong", "nonsense")
WORST = 10
Line = tuple[str, str]


def sheet(
    sentences: Sequence[str], french: Sequence[Sequence[str]], seed: int = 1
) -> list[Line]:
    """Every English with each French that some model wrote, in random order.

    `french` holds the translations of all sentences, one list a model.
    """
    lines = {
        (english, each)
        for written in french
        for english, each in zip(sentences, written, strict=True)
    }
    found = sorted(lines)
    random.Random(seed).shuffle(found)
    return found


def join(first: Mapping[Line, str], second: Mapping[Line, str]) -> list[list[str]]:
    """Lines of English, French, first grade, second grade; sorted.

    InputError where a line is graded by one reader only, or with another word.
    """
    if first.keys() != second.keys():
        alone = sorted(first.keys() ^ second.keys())[0]
        raise InputError(f"Only one reader graded {alone}.")
    for graded in (first, second):
        for line, grade in graded.items():
            if grade not in GRADES:
                raise InputError(f"{line}: {grade!r} is none of {', '.join(GRADES)}.")
    return [[*line, first[line], second[line]] for line in sorted(first)]


def agreement(pairs: Sequence[tuple[str, str]]) -> float:
    """Cohen's κ: (p_o − p_e) / (1 − p_e), at most 1; 0 is what chance would give.

    Cohen (1960), eq. 1. p_o is the share of equal grades, p_e the share expected of two
    readers who grade at random, each with their own shares of good and wrong.
    """
    n = len(pairs)
    observed = sum(one == other for one, other in pairs) / n
    ones, others = (Counter(reader) for reader in zip(*pairs, strict=True))
    expected = sum(ones[grade] * others[grade] for grade in GRADES) / n**2
    return 1.0 if expected == 1 else (observed - expected) / (1 - expected)


def summary(
    sentences: Sequence[str], translate: Translate, grades: Mapping[Line, Line]
) -> dict[str, Any]:
    """What two readers thought of a model's translations, and the worst of them."""
    lines = list(zip(sentences, translate(list(sentences)), strict=True))
    graded = [(line, grades[line]) for line in lines if line in grades]
    if not graded:
        return {"of": len(lines), "graded": 0}
    worst = sorted(graded, key=lambda row: -sum(map(GRADES.index, row[1])))[:WORST]
    return {
        "of": len(lines),
        "graded": len(graded),
        "readers": [
            {grade: sum(both[at] == grade for _, both in graded) for grade in GRADES}
            for at in (0, 1)
        ],
        "equal": sum(one == other for _, (one, other) in graded),
        "kappa": round(agreement([both for _, both in graded]), 3),
        "worst": [[*line, *both] for line, both in worst],
    }


def read_sentences(path: Path) -> list[str]:
    """The English of lines of kind and sentence."""
    return [sentence for _, sentence in read_table(path, columns=2)]


def translates(source: Path) -> Translate:
    """How the model of a folder translates, or one whose translations a file keeps."""
    if source.is_dir():
        model = checkpoint.load(source.name, source.parent)
        return partial(translate_all, model.network, model.tokenizer)
    french = dict(read_table(source, columns=2))

    def kept(sentences: list[str]) -> list[str]:
        if missing := [one for one in sentences if one not in french]:
            raise InputError(f"{source.name} does not have {missing[0]!r}.")
        return [french[sentence] for sentence in sentences]

    return kept


def read_sheet(path: Path) -> dict[Line, str]:
    """A reader's sheet; InputError where a line has no grade."""
    rows = read_table(path, columns=3)
    return {(english, french): grade for english, french, grade in rows}


def read_grades(path: Path) -> dict[Line, Line]:
    """English and French with the grades of both readers."""
    rows = read_table(path, columns=4)
    return {(english, french): (one, two) for english, french, one, two in rows}


def main(verb: str, *files: str) -> None:
    """Do what the command says."""
    first, second, third, *more = map(Path, files)
    if more and verb != "sheet":
        raise InputError(f"{verb!r} is given three files, not {len(files)}.")
    if verb == "write":
        sentences = read_sentences(first)
        french = translates(third)(sentences)
        write_table(second, zip(sentences, french, strict=True))
    elif verb == "sheet":
        sentences = read_sentences(first)
        written = [translates(model)(sentences) for model in (third, *more)]
        write_table(second, sheet(sentences, written))
    elif verb == "join":
        write_table(third, join(read_sheet(first), read_sheet(second)))
    else:
        raise InputError(f"{verb!r} is neither write, sheet nor join.")


if __name__ == "__main__":
    module_command.run(__doc__, main, 4, sys.maxsize)
