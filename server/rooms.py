"""Classes: rooms in which everybody is shown what one of them looks at.

A room is one small value: a view, perhaps a question, and how many have answered it.
Whoever comes late is told it at once, and whoever reads slowly has one value to read,
never a queue. It is written as a text where several processes share it; otherwise
nothing is written anywhere, and it is gone with its class.

Who follows has a seat, a random number that their tab keeps: with it they are counted
once, also after a reload. What a seat answered is kept while the question is open, and
only the counts afterwards.
"""

import json
import math
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from time import time
from typing import Any, Self

LETTERS = "ACDEFGHJKMNPQRTUVWXY3479"
"""Of a code; none of them is misread for another."""
CODE, KEY_BYTES, SEAT_BYTES = 5, 16, 9
LASTS, ALONE = 3 * 3600.0, 30 * 60.0
"""Seconds after which a class ends: since it began, since its teacher was last seen."""
WAITS, UNSEEN = 3600.0, 10 * 60.0
"""The same while nobody has come in."""
STILL_HERE = 20.0
"""Seconds between two signs of life, of a stream and of the seats that listen."""
GONE_AFTER = 2.5 * STILL_HERE
MOST_SEATS = 1_000
MOST_NUMBERS, COMMONEST, LONGEST_NUMBER = 500, 5, 20
FEW = 5
"""Of fewer answers the number alone is shown, unless all who follow have answered."""

Value = dict[str, Any]


class Full(Exception):
    """There is no room for another class, or no seat in this one."""


@dataclass
class Question:
    """What everybody is asked: one of the `choices`, or a number where there are none.

    `answers` is what each seat says now; once it is closed only `counts` are left.
    `right` is told when the answers are shown, not before: a choice, or a number.
    `about` names what is asked, whatever language it is in: a tab that knows it by that
    name shows it in its own.
    """

    text: str
    choices: list[str]
    about: str = ""
    id: str = field(default_factory=lambda: secrets.token_hex(4))
    answers: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    right: int | str | None = None
    shown: bool = False
    few: bool = False

    def answered(self, here: Collection[str]) -> int:
        """How many of those who are `here` have answered; once shown, how many had."""
        return sum(self.counts.values()) if self.shown else len(self._said(here))

    def _said(self, here: Collection[str]) -> list[str]:
        return [said for seat, said in self.answers.items() if seat in here]

    def answer(self, seat: str, said: object) -> bool:
        """Count an answer, in the place of an earlier one; whether it is one."""
        name, different = self._read(said), set(self.answers.values())
        many = len(different) >= MOST_NUMBERS and name not in different
        if self.shown or name is None or many:
            return False
        self.answers[seat] = name
        return True

    def _read(self, said: object) -> str | None:
        if self.choices:
            known = type(said) is int and 0 <= said < len(self.choices)
            return str(said) if known else None
        try:
            number = float(str(said)[:LONGEST_NUMBER].replace(",", "."))
        except ValueError:
            return None
        return f"{number:g}" if math.isfinite(number) else None

    def close(
        self, right: object, here: Collection[str], following: Collection[str]
    ) -> None:
        """Show the answers of all who are `here`; who said what is forgotten.

        Of few answers nobody is shown what they were, unless all who are `following`
        have answered: that is decided once, whoever leaves afterwards.
        """
        if not self.shown:
            missing = {*following} - self.answers.keys()
            self.few = self.answered(here) < FEW and (bool(missing) or not following)
            self.counts = dict(Counter(self._said(here)))
        self.answers = {}
        if self.choices:
            self.right = next((n for n in range(len(self.choices)) if n is right), None)
        else:
            self.right = self._read(right)
        self.shown = True

    def told(self) -> Value:
        """What a follower is shown of it."""
        told: Value = {"id": self.id, "text": self.text, "choices": self.choices}
        told |= {"about": self.about} if self.about else {}
        if not self.shown:
            return told
        told |= {"answered": self.answered(()), "right": self.right, "shown": True}
        if self.few:
            return told
        if self.choices:
            told["counts"] = [
                self.counts.get(str(n), 0) for n in range(len(self.choices))
            ]
        else:
            said = sorted(self.counts, key=lambda one: (-self.counts[one], float(one)))
            told["commonest"] = [(one, self.counts[one]) for one in said[:COMMONEST]]
        return told


@dataclass
class Room:
    """A class under its code; `key` is its teacher's, and shown nowhere.

    `follows` says of every seat that was given whether it looks where the class looks,
    the oldest first. `heard` says for each process which seats listen there, and when
    it said so, on the clock of `time`: none speaks for a tab of another. The `version`
    counts what was done to it.
    """

    code: str
    key: str = field(default_factory=lambda: secrets.token_hex(KEY_BYTES))
    began: float = field(default_factory=lambda: time())
    seen: float = field(default_factory=lambda: time())
    view: str = ""
    picture: Value = field(default_factory=dict)
    question: Question | None = None
    follows: dict[str, bool] = field(default_factory=dict)
    heard: dict[str, dict[str, float]] = field(default_factory=dict)
    ended: bool = False
    version: int = 0

    @classmethod
    def read(cls, written: str | bytes) -> Self:
        """The room that was written so."""
        room = cls(**json.loads(written))
        if isinstance(room.question, dict):
            room.question = Question(**room.question)
        return room

    def written(self) -> str:
        """All of it, as a text."""
        asked = self.question and vars(self.question)
        return json.dumps({**vars(self), "question": asked}, ensure_ascii=False)

    # --- what the teacher does ------------------------------------------------------

    def holds(self, key: str) -> bool:
        """Whether it is the teacher's key."""
        return secrets.compare_digest(key.encode(), self.key.encode())

    def knows(self, key: str, seat: str) -> bool:
        """Whether its teacher or a follower says so: by the key, or by a seat of it."""
        return self.holds(key) or seat in self.follows

    def look(self, view: str, picture: Value) -> None:
        """The class goes there."""
        self.view, self.picture = view, picture

    def ask(self, question: Question | None) -> None:
        """Put a question, or take it away."""
        self.question = question

    def show(self, question: str, right: object) -> bool:
        """Show what was answered to it; False where that is not what is asked."""
        asked = self.question
        if asked is None or asked.id != question:
            return False
        here = self._here()
        asked.close(right, here, [seat for seat in here if self.follows[seat]])
        return True

    def end(self) -> None:
        """Everybody is told that it is over."""
        self.ended = True

    # --- what a follower does -------------------------------------------------------

    def sit(self, seat: str = "", process: str = "") -> str:
        """A seat for a tab that listens there; the one it had, if it had one."""
        if seat not in self.follows:
            seat = self._new_seat()
        self.heard.setdefault(process, {})[seat] = round(time())
        return seat

    def hear(self, process: str, here: Iterable[str], *, taught: bool) -> None:
        """Which seats listen there, and no other; whether the teacher does."""
        now = round(time())
        said = {**self.heard, process: dict.fromkeys(here, now)}
        self.heard = {one: said[one] for one in said if self._lately(said[one])}
        if taught:
            self.seen = now

    def _new_seat(self) -> str:
        """One more; of too many the oldest whose tab is not here is taken away."""
        if len(self.follows) >= MOST_SEATS:
            here = self._here()
            gone = next((one for one in self.follows if one not in here), None)
            if gone is None:
                raise Full
            del self.follows[gone]
            if self.question is not None:
                self.question.answers.pop(gone, None)
        seat = secrets.token_urlsafe(SEAT_BYTES)
        self.follows[seat] = True
        return seat

    def follow(self, seat: str, follows: bool) -> bool:
        """Whether this seat looks where the class looks; False for no seat."""
        if seat not in self.follows:
            return False
        self.follows[seat] = follows
        return True

    def answer(self, seat: str, question: str, said: object) -> bool:
        """Count an answer to the open question; False where it is none."""
        asked = self.question
        if asked is None or asked.id != question or seat not in self.follows:
            return False
        return asked.answer(seat, said)

    # --- what is told ---------------------------------------------------------------

    def _here(self) -> set[str]:
        """The seats whose tabs listen, in whatever process."""
        lately = (seat for said in self.heard.values() for seat in self._lately(said))
        return {seat for seat in lately if seat in self.follows}

    def _lately(self, said: Mapping[str, float]) -> list[str]:
        lately = time() - GONE_AFTER
        return [seat for seat, when in said.items() if when > lately]

    @property
    def over(self) -> bool:
        """Whether it has ended, or its time has."""
        return self.ended or time() > self.until

    @property
    def until(self) -> float:
        """When it ends by itself."""
        lasts, alone = (LASTS, ALONE) if self.follows else (WAITS, UNSEEN)
        return min(self.began + lasts, self.seen + alone)

    def told(self) -> tuple[Value, Value]:
        """What every follower is shown, and what its teacher sees beside that."""
        if self.over:
            return {"ended": True}, {}
        here = self._here()
        following = sum(self.follows[seat] for seat in here)
        told: Value = {"view": self.view, "picture": self.picture}
        counted: Value = {"here": len(here), "following": following}
        if self.question is not None:
            told["question"] = self.question.told()
            counted["answered"] = self.question.answered(here)
        return told, counted


def new_code(taken: Mapping[str, object] = {}) -> str:
    """A code that nobody has."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        if code not in taken:
            return code


def spelled(code: str) -> str:
    """A code as it is written, however it was typed."""
    return code.strip().upper()
