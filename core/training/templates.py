"""Sentence pairs from frames with slots: names, numbers, dates, times, animals.

A small corpus holds few names and hardly a year twice, so that a translator garbles
what it should copy. Frames, names and animals stand in a file; what is drawn depends
on the seed alone.

    python -m core.training.templates recipes/pairs/frames.toml OUT.tsv
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import InputError
from core.training import module_command
from core.training.mending import Pair
from core.training.nouns import VOWELS, Noun, an
from core.training.recipe import content_of
from core.training.tables import write_table

MONTHS = (
    ("January", "janvier", 31),
    ("February", "février", 28),
    ("March", "mars", 31),
    ("April", "avril", 30),
    ("May", "mai", 31),
    ("June", "juin", 30),
    ("July", "juillet", 31),
    ("August", "août", 31),
    ("September", "septembre", 30),
    ("October", "octobre", 31),
    ("November", "novembre", 30),
    ("December", "décembre", 31),
)
WEEKDAYS = (
    ("Monday", "lundi"),
    ("Tuesday", "mardi"),
    ("Wednesday", "mercredi"),
    ("Thursday", "jeudi"),
    ("Friday", "vendredi"),
    ("Saturday", "samedi"),
    ("Sunday", "dimanche"),
)
FEW = (
    ("two", "deux"),
    ("three", "trois"),
    ("four", "quatre"),
    ("five", "cinq"),
    ("six", "six"),
    ("seven", "sept"),
    ("eight", "huit"),
    ("nine", "neuf"),
    ("ten", "dix"),
    ("eleven", "onze"),
    ("twelve", "douze"),
)
INVENTED = 0.5
"""The share of names, surnames and towns that nobody bears: see `invented`."""
ELIDED = re.compile(rf"\b([Dd]|[Qq]u)e (?=[{VOWELS}])(?!onz)")
SLOT = re.compile(r"\{(\w+?)(\d?)\}")


@dataclass(frozen=True)
class Animal:
    """One and several of a kind in both languages, with the French articles."""

    noun: Noun

    @classmethod
    def read(cls, line: str) -> "Animal":
        """From `raccoon raccoons; raton laveur; ratons laveurs; m` (h: aspirated)."""
        both, french, plural, gender = (part.strip() for part in line.split(";"))
        words = both.split()
        half = len(words) // 2
        one, several = " ".join(words[:half]), " ".join(words[half:])
        return cls(Noun(one, several, french, plural, gender))

    def forms(self) -> dict[str, Pair]:
        """What each slot of this animal says: {a}, {the}, {plural} and so on."""
        noun, many = self.noun, self.noun.french_plural
        return {
            "a": (an(noun.english), noun.a()),
            "the": (f"the {noun.english}", noun.the()),
            "plural": (noun.english_plural, many),
            "plural_the": (noun.english_plural, f"les {many}"),
            "plural_of": (noun.english_plural, f"des {many}"),
        }


@dataclass(frozen=True)
class Frames:
    """A file of frames: pairs with how often each is filled in, and the words."""

    frames: tuple[tuple[Pair, int], ...]
    girls: tuple[str, ...]
    boys: tuple[str, ...]
    surnames: tuple[str, ...]
    cities: tuple[str, ...]
    sounds: tuple[tuple[str, ...], ...]
    animals: tuple[Animal, ...]

    @classmethod
    def read(cls, path: Path) -> "Frames":
        """InputError names what a file of frames lacks."""
        content = content_of(path)
        try:
            words = content.pop("words")
            return cls(
                tuple(
                    ((english, french), group["draws"])
                    for group in content.values()
                    for english, french in group["pairs"]
                ),
                girls=tuple(words["girls"].split()),
                boys=tuple(words["boys"].split()),
                surnames=tuple(words["surnames"].split()),
                cities=tuple(words["cities"].split()),
                sounds=tuple(tuple(part.split()) for part in words["sounds"]),
                animals=tuple(map(Animal.read, words["animals"])),
            )
        except KeyError as error:
            raise InputError(f"{path.name} has no {error}.") from error
        except ValueError as error:
            raise InputError(f"{path.name}: {error}.") from error


def generate(frames: Frames, seed: int = 1) -> Iterator[Pair]:
    """Every frame filled in as often as it says; no pair comes twice."""
    seen = set[Pair]()
    for place, (frame, draws) in enumerate(frames.frames):
        lot = random.Random(f"{seed}/{place}")
        for _ in range(draws):
            pair = filled(frame, frames, lot)
            if pair not in seen:
                seen.add(pair)
                yield pair


def filled(frame: Pair, frames: Frames, lot: random.Random) -> Pair:
    """A frame with words drawn for its slots, the same ones on both sides."""
    words = Drawn(frames, lot)
    english, french = (
        SLOT.sub(lambda slot, side=side: words.said(slot[1], slot[2], side), text)
        for side, text in enumerate(frame)
    )
    return english, ELIDED.sub(r"\1'", french)


ANIMAL_SLOTS = frozenset({"a", "the", "plural", "plural_the", "plural_of"})


@dataclass
class Drawn:
    """The words of one pair, drawn when a slot first asks for them."""

    frames: Frames
    lot: random.Random
    values: dict[str, Mapping[str, Pair]] = field(default_factory=dict)
    used: set[Pair] = field(default_factory=set)

    def said(self, name: str, which: str, side: int) -> str:
        """What stands in a slot: on side 0 in English, on side 1 in French."""
        lower = name[0].lower() + name[1:]
        kind = "animal" if lower in ANIMAL_SLOTS else lower
        if kind + which not in self.values:
            if kind not in {"animal", *WORDS}:
                raise InputError(f"There is no slot {{{name}}} that could be filled.")
            self.values[kind + which] = drawn(kind, self.frames, self.lot, self.used)
        said = self.values[kind + which][lower][side]
        return said if name == lower else said[0].upper() + said[1:]


def drawn(
    kind: str, frames: Frames, lot: random.Random, used: set[Pair]
) -> Mapping[str, Pair]:
    """Words for one slot, none of which the sentence has already."""
    while True:
        if kind == "animal":
            found = lot.choice(frames.animals).forms()
        else:
            found = {kind: WORDS[kind](frames, lot)}
        first = next(iter(found.values()))
        if first not in used:
            used.add(first)
            return found


def copied(word: str) -> Pair:
    """The same on both sides."""
    return word, word


def invented(sounds: Sequence[Sequence[str]], lot: random.Random) -> str:
    """A name of two or three syllables that nobody bears.

    From known names a translator learns those names; from names that never come again
    it learns to copy a name piece by piece. A syllable has a sound of each kind; a dash
    is none.
    """
    syllables = lot.choice((2, 2, 3))
    parts = [lot.choice(kind) for _ in range(syllables) for kind in sounds]
    return "".join(parts).replace("-", "").capitalize()


def named(known: Sequence[str], frames: Frames, lot: random.Random) -> Pair:
    """A known name or an invented one, copied."""
    new = lot.random() < INVENTED
    return copied(invented(frames.sounds, lot) if new else lot.choice(known))


def number(lot: random.Random) -> Pair:
    """2–999, small ones as often as large ones."""
    return copied(str(lot.randint(2, 10 ** lot.randint(2, 3) - 1)))


def big(lot: random.Random) -> Pair:
    """1,000–999,999, many with zeros at the end; French has a space for the comma."""
    zeros = 10 ** lot.randint(0, 3)
    value = max(1_000, lot.randint(1, 10 ** lot.randint(4, 6) - 1) // zeros * zeros)
    return f"{value:,}", f"{value:,}".replace(",", " ")


def month_day(lot: random.Random) -> tuple[Pair, str]:
    """`March 3` or `3 March`, `3 mars`, and the comma English has before a year."""
    english, french, last = lot.choice(MONTHS)
    day = lot.randint(1, last)
    said = "1er" if day == 1 else str(day)
    if lot.random() < 0.5:
        return (f"{english} {day}", f"{said} {french}"), ","
    return (f"{day} {english}", f"{said} {french}"), ""


def date(lot: random.Random) -> Pair:
    """`March 3, 1985` or `3 March 1985`; `3 mars 1985`."""
    (english, french), comma = month_day(lot)
    year = lot.randint(1850, 2039)
    return f"{english}{comma} {year}", f"{french} {year}"


def clock(lot: random.Random) -> Pair:
    """7:30 and 7 h 30, in steps of five minutes."""
    hour, minute = lot.randint(1, 12), lot.randrange(5, 60, 5)
    return f"{hour}:{minute:02}", f"{hour} h {minute:02}"


WORDS = {
    "name": lambda frames, lot: named(frames.girls + frames.boys, frames, lot),
    "girl": lambda frames, lot: copied(lot.choice(frames.girls)),
    "boy": lambda frames, lot: copied(lot.choice(frames.boys)),
    "surname": lambda frames, lot: named(frames.surnames, frames, lot),
    "city": lambda frames, lot: named(frames.cities, frames, lot),
    "number": lambda frames, lot: number(lot),
    "big": lambda frames, lot: big(lot),
    "few": lambda frames, lot: lot.choice(FEW),
    "age": lambda frames, lot: copied(str(lot.randint(4, 95))),
    "year": lambda frames, lot: copied(str(lot.randint(1850, 2039))),
    "month": lambda frames, lot: lot.choice(MONTHS)[:2],
    "weekday": lambda frames, lot: lot.choice(WEEKDAYS),
    "date": lambda frames, lot: date(lot),
    "day": lambda frames, lot: month_day(lot)[0],
    "clock": lambda frames, lot: clock(lot),
    "hour": lambda frames, lot: hour(lot),
}


def hour(lot: random.Random) -> Pair:
    """seven, sept heures."""
    english, french = lot.choice(FEW[:-1])
    return english, f"{french} heures"


def main(frames: str, out: str) -> None:
    """Fill the frames of a file, and write the pairs."""
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    write_table(Path(out), generate(Frames.read(Path(frames))))


if __name__ == "__main__":
    module_command.run(__doc__, main, 2, 2)
