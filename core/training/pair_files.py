"""Files of sentence pairs: which are named, how often, and the pairs in them."""

import gzip
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError, reading
from core.training.mending import Pair


@dataclass(frozen=True)
class Source:
    """A file of pairs and how often a pass goes over it: 2.0 twice, 0.1 a tenth.

    Rare lines of a file with a weight below 1 may be taken more often
    (`core.training.corpus.rarities`).
    """

    path: Path
    weight: float = 1.0


def parse_source(text: str) -> Source:
    """`FILE` or `FILE:WEIGHT`, as typed on the command line."""
    path, colon, weight = text.rpartition(":")
    if not colon:
        return Source(Path(text))
    try:
        share = float(weight)
    except ValueError:
        return Source(Path(text))
    if not 0 <= share < math.inf:
        raise InputError(f"{text}: the weight after the colon must be 0 or more.")
    return Source(Path(path), share)


def folder_and_name(path: Path) -> str:
    """A file by its folder and its name: tatoeba/valid.tsv.gz."""
    path = path.resolve()
    return f"{path.parent.name}/{path.name}"


def files_of(path: Path) -> list[Path]:
    """A file itself; of a folder all its files that end in .tsv, in their order."""
    if not path.is_dir():
        return [path]
    if not (files := sorted(path.glob("*.tsv"))):
        raise InputError(f"The folder {path} holds no file that ends in .tsv.")
    return files


def read_pairs(path: Path) -> Iterator[Pair]:
    """Source and target from a tab-separated file, gzipped or not.

    From a folder those of all its files that end in .tsv, in the order of their names.
    """
    if path.is_dir():
        for file in files_of(path):
            yield from read_pairs(file)
        return
    opener = gzip.open if path.suffix == ".gz" else open
    with reading(path), opener(path, "rt", encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            columns = line.rstrip("\n").split("\t")
            if len(columns) < 2:
                raise InputError(f"{path.name}, line {number}: two columns expected.")
            yield columns[0], columns[1]
