"""Classes: rooms in which everybody is shown what one of them looks at.

A room is one small value: a view, perhaps a question, and how many have answered it.
Whoever comes late is told it at once, and whoever reads slowly has one value to read,
never a queue. Nothing is written anywhere: a room is gone with its class.

Who follows has a seat, a random number that their tab keeps: with it they are counted
once, also after a reload. What a seat answered is kept while the question is open, and
only the counts afterwards.
"""

import asyncio
import math
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

LETTERS = "ACDEFGHJKMNPQRTUVWXY3479"
"""Of a code; none of them is misread for another."""
CODE, KEY_BYTES, SEAT_BYTES = 5, 16, 9
LASTS, ALONE = 3 * 3600.0, 30 * 60.0
"""Seconds after which a class ends: since it began, since its teacher was last seen."""
MOST_ROOMS, MOST_SEATS = 200, 1_000
MOST_NUMBERS, COMMONEST, LONGEST_NUMBER = 500, 5, 20
FEW = 5
"""With fewer answers only their number is shown, until all who follow have answered."""
STILL_HERE = 20.0  # seconds, after which a silent stream says that it lives

Value = dict[str, Any]


class Full(Exception):
    """There is no room for another class, or no seat in this one."""


@dataclass
class Question:
    """What everybody is asked: one of the `choices`, or a number where there are none.

    `answers` is what each seat says now; once it is closed only `counts` are left.
    `right` is told when the answers are shown, not before.
    """

    text: str
    choices: tuple[str, ...]
    id: str = field(default_factory=lambda: secrets.token_hex(4))
    answers: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    right: int | None = None
    shown: bool = False

    @property
    def answered(self) -> int:
        """How many have answered."""
        return len(self.answers) or self.counts.total()

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

    def close(self, right: object) -> None:
        """Show the answers; who said what is forgotten."""
        self.counts = self.counts or Counter(self.answers.values())
        self.answers = {}
        known = [n for n in range(len(self.choices)) if n is right]
        self.right = known[0] if known else None
        self.shown = True

    def told(self, following: int) -> Value:
        """What a follower is shown of it."""
        told: Value = {"id": self.id, "text": self.text, "choices": self.choices}
        enough = self.answered >= min(FEW, max(following, 1))
        if not self.shown:
            return told
        told |= {"answered": self.answered, "right": self.right, "shown": True}
        if self.choices and enough:
            told["counts"] = [self.counts[str(n)] for n in range(len(self.choices))]
        elif enough:
            told["commonest"] = self.counts.most_common(COMMONEST)
        return told


class Room:
    """A class under its code; `key` is its teacher's, and shown nowhere."""

    def __init__(self, code: str, clock: Callable[[], float] = monotonic) -> None:
        self.code = code
        self.key = secrets.token_hex(KEY_BYTES)
        self.view = ""
        self.picture: Value = {}
        self.question: Question | None = None
        self.ended = False
        self._clock = clock
        self._began = self._seen = clock()
        self._following: dict[str, bool] = {}  # of every seat that listens
        self._listening: Counter[str] = Counter()
        self._known: dict[str, None] = {}  # seats that were given, the oldest first
        self._bell = asyncio.Event()

    # --- what the teacher does ------------------------------------------------------

    def holds(self, key: str) -> bool:
        """Whether it is the teacher's key; then they have been seen."""
        good = secrets.compare_digest(key.encode(), self.key.encode())
        if good:
            self.seen()
        return good

    def seen(self) -> None:
        """Its teacher is there."""
        self._seen = self._clock()

    def look(self, view: str, picture: Value) -> None:
        """The class goes there."""
        self.view, self.picture = view, picture
        self._ring()

    def ask(self, question: Question | None) -> None:
        """Put a question, or take it away."""
        self.question = question
        self._ring()

    def show(self, right: object) -> None:
        """Show what was answered."""
        if self.question is not None:
            self.question.close(right)
            self._ring()

    def end(self) -> None:
        """Everybody is told that it is over."""
        self.ended = True
        self._ring()

    # --- what a follower does -------------------------------------------------------

    @contextmanager
    def seated(self, seat: str = "") -> Iterator[str]:
        """A seat while its tab listens; the one it had, if it had one."""
        if seat not in self._known:
            seat = self._new_seat()
        self._listening[seat] += 1
        self._following.setdefault(seat, True)
        self._ring()
        try:
            yield seat
        finally:
            self._listening[seat] -= 1
            if not self._listening[seat]:
                del self._listening[seat], self._following[seat]
            self._ring()

    def _new_seat(self) -> str:
        if len(self._known) >= MOST_SEATS:
            answers = self.question.answers if self.question else {}
            left = (
                one for one in self._known if one not in {*self._following, *answers}
            )
            gone = next(left, None)
            if gone is None:
                raise Full
            del self._known[gone]
        seat = secrets.token_urlsafe(SEAT_BYTES)
        self._known[seat] = None
        return seat

    def follow(self, seat: str, follows: bool) -> bool:
        """Whether this seat looks where the class looks; False for no seat."""
        if seat not in self._following:
            return False
        self._following[seat] = follows
        self._ring()
        return True

    def answer(self, seat: str, question: str, said: object) -> bool:
        """Count an answer to the open question; False where it is none."""
        asked = self.question
        if asked is None or asked.id != question or seat not in self._known:
            return False
        counted = asked.answer(seat, said)
        self._ring()
        return counted

    # --- what is told ---------------------------------------------------------------

    @property
    def here(self) -> int:
        """How many listen."""
        return len(self._following)

    @property
    def following(self) -> int:
        """How many of them look where the class looks."""
        return sum(self._following.values())

    @property
    def over(self) -> bool:
        """Whether it has ended, or its time has."""
        now = self._clock()
        late = now > self._began + LASTS or now > self._seen + ALONE
        return self.ended or late

    def told(self) -> Value:
        """What every follower is shown."""
        if self.over:
            return {"ended": True}
        told: Value = {"view": self.view, "picture": self.picture}
        if self.question is not None:
            told["question"] = self.question.told(self.following)
        return told

    def counted(self) -> Value:
        """What the teacher sees beside that; nothing once it has ended."""
        if self.over:
            return {}
        asked = self.question
        answered = {} if asked is None else {"answered": asked.answered}
        return {"here": self.here, "following": self.following, **answered}

    async def changes(self, teacher: bool = False) -> AsyncIterator[Value | None]:
        """What is told now, and whenever it has changed; None for a sign of life.

        The teacher hears of every seat and answer, others only of what they are shown.
        """
        last: object = None
        while last is None or not self.over:
            bell = self._bell
            now = {**self.told(), **(self.counted() if teacher else {})}
            if now != last:
                last = now
                yield now
            elif not await _rings(bell):
                yield None
        if last != {"ended": True}:
            yield self.told()

    def _ring(self) -> None:
        """Wake those who listen."""
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()


async def _rings(bell: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(STILL_HERE):
            await bell.wait()
    except TimeoutError:
        return False
    return True


class Rooms:
    """The classes of one process, at most so many."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self._most = most
        self._rooms: dict[str, Room] = {}

    def begin(self) -> Room:
        """A new class; raises Full where there is no room."""
        self._rooms = {code: one for code, one in self._rooms.items() if not one.over}
        if len(self._rooms) >= self._most:
            raise Full
        code = self._new_code()
        room = self._rooms[code] = Room(code)
        return room

    def find(self, code: str) -> Room | None:
        """The class of a code, however it was typed."""
        room = self._rooms.get(code.strip().upper())
        return None if room is None or room.over else room

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
            if code not in self._rooms:
                return code
