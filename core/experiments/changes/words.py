"""Changes of the source, word by word."""

from dataclasses import dataclass
from typing import Any, ClassVar

from core.errors import InputError
from core.experiments.changes.change import Change, Named, Names


@dataclass(frozen=True)
class WordChange(Change):
    """One source word swapped with another, deleted, or blanked in place.

    `word` and `other` count the words of the sentence as it was typed. How they change
    it together: `core.experiments.word_changes`.
    """

    kind: str
    word: int
    other: int | None = None

    address: ClassVar[str] = "edit"
    turn: ClassVar[int] = 3
    pattern: ClassVar[str] = (
        r"(?:delete|blank)\.[1-9][0-9]?|swap\.[1-9][0-9]?-[1-9][0-9]?"
    )

    def __post_init__(self) -> None:
        if self.kind not in ("swap", "delete", "blank"):
            raise InputError(
                "no_word_change",
                "A word can be swapped, deleted or blanked: {kind}?",
                kind=self.kind,
            )
        if (self.other is not None) != (self.kind == "swap"):
            raise InputError(
                "words_of_a_change",
                "Swapping takes two words, the other changes take one.",
            )
        if self.word == self.other:
            raise InputError(
                "swapped_with_itself",
                "A word cannot be swapped with itself; choose another.",
            )

    @classmethod
    def read(cls, entry: str) -> Change:
        kind, _, places = entry.partition(".")
        word, _, other = places.partition("-")
        return cls(kind, int(word) - 1, int(other) - 1 if other else None)

    def written(self) -> str:
        other = "" if self.other is None else f"-{self.other + 1}"
        return f"{self.kind}.{self.word + 1}{other}"

    def named(self, names: Names, together: int = 1) -> Named:
        words = {"word": names.word(self.word)}
        if self.other is not None:
            words["other"] = names.word(self.other)
        return self.kind, words

    @property
    def places(self) -> frozenset[str]:
        return frozenset({"words"})

    def taken_out(self) -> dict[str, Any]:
        return {"words": True}
