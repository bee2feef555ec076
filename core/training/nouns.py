"""Nouns and adjectives of both languages, and how French puts them together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

VOWELS = "aeiouyâàéèêëîïôœùûAEIOUÂÀÉÈÊËÎÏÔŒÙÛ"


def plural(word: str) -> str:
    """The regular plural of an English noun."""
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")


UNCHANGED, WITH_S = {"bon marché"}, {"bleu", "pneu"}
"""What keeps its form in the plural; what ends in -eu and takes an s."""


def french_plural(word: str) -> str:
    """The plural of a French noun or adjective, where no other is given."""
    if word[-1] in "sxz" or word in UNCHANGED:
        return word
    if word in WITH_S:
        return word + "s"
    if word.endswith(("au", "eu")):
        return word + "x"
    return word[:-2] + "aux" if word.endswith("al") else word + "s"


def elides(french: str) -> bool:
    """Whether le, la and de lose their vowel before a word, an h that is mute too."""
    return french[0] in VOWELS.replace("y", "") + "hH"


@dataclass(frozen=True)
class Adjective:
    """Its two genders; `before` is its masculine before a vowel where it precedes."""

    english: str
    masculine: str
    feminine: str
    before: str = ""

    @classmethod
    def read(cls, line: str) -> "Adjective":
        """From `old; vieux; vieille; vieil`; ValueError for fewer parts than three."""
        return cls(*(part.strip() for part in line.split(";")))

    def of(self, noun: "Noun", many: bool = False) -> str:
        """A noun with it, in French."""
        word = self.feminine if noun.feminine else self.masculine
        if many:
            word = french_plural(word)
        elif self.before and not noun.feminine and noun.mute(noun.french):
            word = self.before
        said = noun.french_plural if many else noun.french
        return f"{word} {said}" if self.before else f"{said} {word}"


@dataclass(frozen=True)
class Noun:
    """One and several in both languages; `kind` holds m or f, and h, u or p.

    h: the French h is aspirated. u: what is not counted. p: it has no singular.
    """

    english: str
    english_plural: str
    french: str
    french_plural: str
    kind: str

    @classmethod
    def read(cls, line: str) -> "Noun":
        """From `mouse, mice; souris; f`; ValueError for other than three parts."""
        english, french, kind = (part.strip() for part in line.split(";"))
        one, _, several = (part.strip() for part in english.partition(","))
        un, _, des = (part.strip() for part in french.partition(","))
        return cls(one, several or plural(one), un, des or french_plural(un), kind)

    @property
    def feminine(self) -> bool:
        """Whether it takes la and une."""
        return "f" in self.kind

    @property
    def counted(self) -> bool:
        """Whether there are one and two of it."""
        return "u" not in self.kind and "p" not in self.kind

    def mute(self, phrase: str) -> bool:
        """Whether le, la and ma lose their vowel before it in such a phrase."""
        if phrase.startswith(self.french):
            return "h" not in self.kind and elides(self.french)
        return elides(phrase)

    def the(self, phrase: str = "") -> str:
        """It, or a `phrase` of it, with le, la, l' or les."""
        phrase = phrase or self.french
        if "p" in self.kind:
            return f"les {phrase}"
        if self.mute(phrase):
            return f"l'{phrase}"
        return f"{'la' if self.feminine else 'le'} {phrase}"

    def a(self, phrase: str = "") -> str:
        """It, or a `phrase` of it, with un or une; with du where it is not counted."""
        phrase = phrase or self.french
        if self.counted:
            return f"{'une' if self.feminine else 'un'} {phrase}"
        the = self.the(phrase)
        return f"du {phrase}" if the.startswith("le ") else f"de {the}"

    def possessed(self, possessive: Sequence[str], phrase: str = "") -> str:
        """It, or a `phrase` of it, with mon, ma or mes, as it begins."""
        phrase = phrase or self.french
        _, masculine, feminine, several = possessive
        if "p" in self.kind:
            return f"{several} {phrase}"
        one = feminine if self.feminine and not self.mute(phrase) else masculine
        return f"{one} {phrase}"

    def this(self) -> str:
        """It with ce, cet, cette or ces."""
        if "p" in self.kind:
            return f"ces {self.french}"
        one = "cet" if self.mute(self.french) else "ce"
        if self.feminine:
            one = "cette"
        return f"{one} {self.french}"


def an(english: str) -> str:
    """An English word or phrase with its indefinite article."""
    vowel = re.match(r"[AEIOaeio](?!uro)|u(?!ni|s)|hour|honest", english)
    return f"{'an' if vowel else 'a'} {english}"
