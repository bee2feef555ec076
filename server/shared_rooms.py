"""Classes that several processes share, through Valkey or Redis.

A room is one text under a key that expires with its class. A process that changes it
writes it back if nobody else has meanwhile, or does it again; and says so to all.

While the server is away every process keeps what it last heard of the classes that
somebody listens to there. A server that was started anew is given them back: of what
several processes have kept the newest counts, and until they have had the time to do
so a class that is not there is not gone.
"""

import asyncio
import math
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, time
from weakref import WeakValueDictionary

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, WatchError

from server.room_store import MOST_ROOMS, Away, Done, Ears, Gone, Store
from server.rooms import Full, Room, new_code, spelled

PREFIX = "headlight:class:"
ANSWERS_WITHIN, TRIED_AGAIN = 2.0, 0.5  # seconds
ENDED_KEPT = 60.0
"""Seconds that a class is kept when it has ended: for whoever hears of it late."""
GIVEN_BACK = 5.0
"""Seconds in which the processes give a server that is back what it has lost."""


class SharedRooms(Store):
    """The classes behind an address, `redis://…`; `most` are begun by one process."""

    def __init__(self, address: str, most: int = MOST_ROOMS) -> None:
        self._redis = Redis.from_url(
            address,
            socket_timeout=ANSWERS_WITHIN,
            socket_connect_timeout=ANSWERS_WITHIN,
            retry=Retry(NoBackoff(), 0),  # a line that was cut is to be noticed
        )
        self._me = secrets.token_bytes(8)
        self._most = most
        self._begun: set[str] = set()
        self._sure = 0.0  # since when what is not there is gone, by `monotonic`
        self._busy: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._ears: Ears | None = None
        self._listening: asyncio.Task[None] | None = None
        self._closed = False

    def told_to(self, ears: Ears) -> None:
        self._ears = ears

    async def begin(self) -> Room:
        self._listen()
        try:
            if len(self._begun) >= self._most:
                await self._forget_gone()
            if len(self._begun) >= self._most:
                raise Full
            while True:
                room = Room(new_code())
                if await self._redis.set(
                    PREFIX + room.code, room.written(), px=_left(room), nx=True
                ):
                    self._begun.add(room.code)
                    return room
        except (RedisError, OSError) as error:
            raise Away from error

    async def _forget_gone(self) -> None:
        """Of the classes begun here, those that ended elsewhere, or by themselves."""
        codes = list(self._begun)
        async with self._redis.pipeline(transaction=False) as line:
            for code in codes:
                line.exists(PREFIX + code)
            kept = dict(zip(codes, await line.execute(), strict=True))
        self._begun = {code for code in self._begun if kept.get(code, True)}

    async def find(self, code: str) -> Room:
        self._listen()
        code = spelled(code)
        try:
            return self._open(code, await self._redis.get(PREFIX + code))
        except (RedisError, OSError) as error:
            raise Away from error

    async def change(self, code: str, act: Callable[[Room], Done]) -> Done:
        self._listen()
        code = spelled(code)
        lock = self._busy.setdefault(code, asyncio.Lock())
        try:
            async with lock:  # those of one process wait for each other
                room, done = await self._changed(code, act)
        except (RedisError, OSError) as error:
            raise Away from error
        if room.ended:
            self._begun.discard(code)
        if self._ears is not None:
            self._ears.heard(room)
        return done

    async def close(self) -> None:
        self._closed = True
        if self._listening is not None:  # to cancel it would leave its line open
            with suppress(RedisError, OSError):
                await self._redis.publish(PREFIX, "")
            await self._listening
        await self._redis.aclose()

    async def _changed(
        self, code: str, act: Callable[[Room], Done]
    ) -> tuple[Room, Done]:
        name = PREFIX + code
        async with self._redis.pipeline() as line:
            while True:
                await line.watch(name)
                room = self._open(code, await line.get(name))
                done = act(room)
                room.version += 1
                line.multi()
                line.set(name, room.written(), px=_left(room))
                line.publish(name, self._me)
                try:
                    await line.execute()
                except WatchError:
                    continue  # another process was faster
                return room, done

    def _open(self, code: str, written: bytes | str | None) -> Room:
        """The room that was written, or as it was last heard of: the newer one."""
        room = Room.read(written) if written else None
        known = self._listened().get(code)
        if known is not None and (room is None or known.version > room.version):
            room = Room.read(known.written())
        if room is None and monotonic() < self._sure:
            raise Away
        if room is None or room.over:
            raise Gone
        return room

    def _listened(self) -> dict[str, Room]:
        rooms = self._ears.rooms() if self._ears else ()
        return {room.code: room for room in rooms}

    # --- what other processes do ----------------------------------------------------

    def _listen(self) -> None:
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listens())

    async def _listens(self) -> None:
        """Hear of every change that another process makes."""
        while not self._closed:
            try:
                async with self._redis.pubsub() as heard:
                    await heard.psubscribe(f"{PREFIX}*")
                    for code in self._listened():  # what was done, or lost, meanwhile
                        with suppress(Gone):
                            await self.change(code, lambda room: None)
                    self._sure = min(self._sure, monotonic() + GIVEN_BACK)
                    while not self._closed:
                        said = await heard.get_message(True, timeout=ANSWERS_WITHIN)
                        if said is None:
                            await self._redis.ping()
                        elif said["data"] != self._me:
                            await self._hear(said["channel"].decode())
            except (RedisError, OSError):
                self._sure = math.inf
                if self._ears is not None:
                    self._ears.away()
                await asyncio.sleep(TRIED_AGAIN)

    async def _hear(self, name: str) -> None:
        if self._ears is None or name.removeprefix(PREFIX) not in self._listened():
            return
        written = await self._redis.get(name)
        if written is not None:
            self._ears.heard(Room.read(written))


def _left(room: Room) -> int:
    """Milliseconds until nobody needs it any more."""
    left = ENDED_KEPT if room.ended else max(1.0, room.until - time())
    return int(1000 * left)
