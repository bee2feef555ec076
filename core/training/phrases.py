"""First words: nouns, phrases without a verb, greetings, as a class types them.

Corpora hold sentences. What is typed first is a word, a word with its article, a
greeting. `recipes/words` holds nouns and adjectives with their French, and lines that
are whole already; what is drawn depends on the seed alone.

    python -m core.training.phrases recipes/words OUT.tsv
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

from core.errors import InputError, reading
from core.training import module_command
from core.training.mending import Pair
from core.training.nouns import Adjective, Noun, an, elides
from core.training.tables import read_table, write_table
from core.training.templates import FEW

Read = TypeVar("Read")

LINE = "------"
NAMES = ("Tom", "Anna", "Emma", "Lucas", "Sarah", "Paul", "Lucy", "Adam", "Mia", "Leo")
POSSESSIVES = (
    ("my", "mon", "ma", "mes"),
    ("your", "ton", "ta", "tes"),
    ("his", "son", "sa", "ses"),
    ("her", "son", "sa", "ses"),
    ("our", "notre", "notre", "nos"),
    ("their", "leur", "leur", "leurs"),
)
BEFORE = (
    ("with", "avec"),
    ("for", "pour"),
    ("without", "sans"),
    ("behind", "derrière"),
    ("under", "sous"),
    ("and", "et"),
    ("after", "après"),
    ("or", "ou"),
)


@dataclass(frozen=True)
class Words:
    """What a folder of words holds. Adjectives `of_any` fit every noun."""

    nouns: tuple[Noun, ...]
    of_any: tuple[Adjective, ...]
    of_some: tuple[Adjective, ...]
    whole: tuple[Pair, ...]

    @classmethod
    def read(cls, folder: Path) -> "Words":
        """InputError names the line that is none."""
        nouns = parsed(folder / "nouns.txt", Noun.read)
        adjectives = folder / "adjectives.txt"
        with reading(adjectives):
            first, _, then = adjectives.read_text(encoding="utf-8").partition(LINE)
        whole = chain(*(read_table(p, 2) for p in sorted(folder.glob("*.tsv"))))
        return cls(
            tuple(nouns),
            tuple(map(Adjective.read, lines(first))),
            tuple(map(Adjective.read, lines(then))),
            tuple((english, french) for english, french in whole),
        )


def lines(text: str) -> list[str]:
    """What is neither empty, nor a remark, nor the line between two groups."""
    return [line for line in text.splitlines() if line and line[0] not in "#-"]


def parsed(path: Path, read: Callable[[str], Read]) -> list[Read]:
    """Every line of a file as what `read` makes of it; InputError with its text."""
    with reading(path):
        text = path.read_text(encoding="utf-8")
    try:
        return [read(line) for line in lines(text)]
    except (TypeError, ValueError) as error:
        raise InputError(f"{path.name}: {error}.") from error


def generate(words: Words, seed: int = 1) -> Iterator[Pair]:
    """Every noun and adjective in its phrases, and the whole lines; each pair once."""
    lot = random.Random(f"{seed}")
    seen = set[Pair]()
    named = {noun.english for noun in words.nouns}
    phrases = chain(
        (pair for noun in words.nouns for pair in of_noun(noun, words, lot)),
        (
            (adjective.english, adjective.masculine)
            for adjective in words.of_any + words.of_some
            if adjective.english not in named
        ),
    )
    for english, french in phrases:
        pair = written(english, french, lot)
        if pair not in seen:
            seen.add(pair)
            yield pair
    yield from (pair for pair in words.whole if pair not in seen)


def of_noun(noun: Noun, words: Words, lot: random.Random) -> Iterator[Pair]:
    """What a class types of one noun: alone, with an article, with an adjective, …"""
    one, several = noun.english, noun.english_plural
    yield one, noun.french
    yield one, noun.french
    yield f"the {one}", noun.the()
    yield f"the {one}", noun.the()
    possessive = lot.choice(POSSESSIVES)
    yield f"{possessive[0]} {one}", noun.possessed(possessive)
    yield f"my {one}", noun.possessed(POSSESSIVES[0])
    preposition = lot.choice(BEFORE)
    yield f"{preposition[0]} the {one}", f"{preposition[1]} {noun.the()}"
    other = lot.choice(words.nouns)
    yield f"the {one} and the {other.english}", f"{noun.the()} et {other.the()}"
    if "p" in noun.kind:
        yield f"{'these' if one == several else 'this'} {one}", noun.this()
        return
    yield f"this {one}", noun.this()
    owner = lot.choice(NAMES)
    of = "d'" if elides(owner) else "de "
    yield f"{owner}'s {one}", f"{noun.the()} {of}{owner}"
    if not noun.counted:
        yield f"some {one}", noun.a()
        return
    yield an(one), noun.a()
    yield an(one), noun.a()
    yield several, noun.french_plural
    yield f"the {several}", f"les {noun.french_plural}"
    number = lot.choice(FEW[:9])
    yield f"{number[0]} {several}", f"{number[1]} {noun.french_plural}"
    for _ in range(2):
        adjective = lot.choice(words.of_any)
        yield f"the {adjective.english} {one}", noun.the(adjective.of(noun))
    adjective = lot.choice(words.of_any)
    yield an(f"{adjective.english} {one}"), noun.a(adjective.of(noun))
    adjective = lot.choice(words.of_any)
    said = noun.possessed(possessive, adjective.of(noun))
    yield f"{possessive[0]} {adjective.english} {one}", said
    adjective = lot.choice(words.of_any)
    yield (
        f"{number[0]} {adjective.english} {several}",
        f"{number[1]} {adjective.of(noun, many=True)}",
    )
    adjective = lot.choice(words.of_any)
    gender = adjective.feminine if noun.feminine else adjective.masculine
    yield f"the {one} is {adjective.english}", f"{noun.the()} est {gender}"


def written(english: str, french: str, lot: random.Random) -> Pair:
    """A phrase as somebody types it: mostly small and bare, else like a sentence."""
    if lot.random() < 0.55:
        return english, french
    mark = lot.choice(("", ".", ".", "!"))
    between = " " if mark == "!" else ""
    return capital(english) + mark, capital(french) + between + mark


def capital(text: str) -> str:
    """With a capital at the beginning."""
    return text[0].upper() + text[1:]


def main(folder: str, out: str) -> None:
    """Make the phrases of a folder of words, and write the pairs."""
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    write_table(Path(out), generate(Words.read(Path(folder))))


if __name__ == "__main__":
    module_command.run(__doc__, main, 2, 2)
