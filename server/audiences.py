"""Who listens to a class in this process, and what they are told.

Every class has two lines: what all who follow are shown, and what its teacher sees
beside that. A line holds one event, the newest. What is said is put into words once,
for all who listen.
"""

import asyncio
import json
import math
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

from server.room_store import Away, Ears, Gone, Store
from server.rooms import STILL_HERE, Full, Room, Value

SIGN_OF_LIFE = b": here\n\n"
TEACHERS = 20
"""So many who teach are let in where nobody else is."""


class Line:
    """One event, the newest, for all who listen."""

    def __init__(self) -> None:
        self._said = b""
        self._last = False
        self._bell = asyncio.Event()

    def say(self, value: Value) -> None:
        """Tell that now; nothing comes after `ended`."""
        said = event(value)
        if said != self._said and not self._last:
            self._said, self._last = said, "ended" in value
            bell, self._bell = self._bell, asyncio.Event()
            bell.set()

    async def heard(self) -> AsyncIterator[bytes]:
        """What is said now, and whenever it has changed; or a sign of life."""
        heard = b""
        while not (self._last and heard == self._said):
            bell = self._bell
            if heard != self._said:
                heard = self._said
                yield heard
            elif not await _rings(bell):
                yield SIGN_OF_LIFE


class Audience:
    """Those who listen to one class here."""

    def __init__(self, room: Room) -> None:
        self.seats: Counter[str] = Counter()
        self.teachers = 0
        self.shown, self.taught = Line(), Line()
        self.someone_left = asyncio.Event()
        self.room = room
        self.hear(room)

    def hear(self, room: Room) -> None:
        """Tell what has become of the class, unless something newer is known."""
        if room.version < self.room.version:
            return
        self.room = room
        told, counted = room.told()
        self.shown.say(told)
        self.taught.say({**told, **counted})

    def away(self) -> None:
        """Tell that the class cannot be reached for a while."""
        self.shown.say({"away": True})
        self.taught.say({"away": True})

    def __bool__(self) -> bool:
        return bool(self.seats or self.teachers)


class Audiences(Ears):
    """The audiences of this process; `listening` counts their addresses.

    At most so many listen, and from one address a `share` of them.
    """

    def __init__(
        self, store: Store, most: float = math.inf, share: float = 1.0
    ) -> None:
        self._store = store
        self._most, self._share = most, share
        self._me = secrets.token_hex(4)
        self._here: dict[str, Audience] = {}
        self._tending: set[asyncio.Task[None]] = set()
        self.listening: Counter[str] = Counter()
        store.told_to(self)

    # --- what the store tells -------------------------------------------------------

    def heard(self, room: Room) -> None:
        if room.code in self._here:
            self._here[room.code].hear(room)

    def away(self) -> None:
        for audience in self._here.values():
            audience.away()

    def rooms(self) -> Iterable[Room]:
        return [audience.room for audience in self._here.values()]

    # --- who listens ----------------------------------------------------------------

    def check(self, address: str, *, teaches: bool) -> None:
        """Raises Full where there is no room for one more from there."""
        most = self._most + TEACHERS * teaches
        if self.listening.total() >= most:
            raise Full
        if self.listening[address] >= self._share * most:
            raise Full

    async def followed(
        self, room: Room, seat: str, address: str
    ) -> AsyncIterator[bytes]:
        """What a follower hears, their seat first; raises Full, Gone, Away before."""
        self.check(address, teaches=False)
        seat, room = await self._store.change(
            room.code, lambda room: (room.sit(seat, self._me), room)
        )
        audience = self._audience(room)
        audience.seats[seat] += 1
        self.listening[address] += 1
        try:
            yield event({"seat": seat})
            async for said in audience.shown.heard():
                yield said
        finally:
            self._leaves(address)
            audience.seats[seat] -= 1
            if not audience.seats[seat]:
                del audience.seats[seat]
            audience.someone_left.set()

    async def taught(self, room: Room, address: str) -> AsyncIterator[bytes]:
        """What a teacher hears, who is there as long as they listen."""
        audience = self._audience(room)
        audience.teachers += 1
        self.listening[address] += 1
        try:
            async for said in audience.taught.heard():
                yield said
        finally:
            self._leaves(address)
            audience.teachers -= 1
            audience.someone_left.set()

    def _leaves(self, address: str) -> None:
        self.listening[address] -= 1
        if not self.listening[address]:
            del self.listening[address]

    def _audience(self, room: Room) -> Audience:
        found = self._here.get(room.code)
        if found is None:
            found = self._here[room.code] = Audience(room)
            found.someone_left.set()  # much may have been done since it was read
            task = asyncio.create_task(self._tend(room.code, found))
            self._tending.add(task)
            task.add_done_callback(self._tending.discard)
        return found

    async def _tend(self, code: str, audience: Audience) -> None:
        """Say in the room who is here, now and then, and who has left, at once."""
        try:
            while audience or audience.someone_left.is_set():
                await _rings(audience.someone_left)
                audience.someone_left.clear()
                await self._say(code, audience)
        finally:
            del self._here[code]

    async def _say(self, code: str, audience: Audience) -> None:
        def hear(room: Room) -> None:
            room.hear(self._me, audience.seats, taught=bool(audience.teachers))

        try:
            await self._store.change(code, hear)
        except Gone:
            audience.shown.say({"ended": True})
            audience.taught.say({"ended": True})
        except Away:
            audience.away()


async def _rings(bell: asyncio.Event) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(STILL_HERE):
            await bell.wait()
            return True
    return False


def event(value: Value) -> bytes:
    """One of a stream of server-sent events."""
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
