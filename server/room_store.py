"""Where the classes are: in the memory of this process, or shared by several.

A store lends a room for as long as something is done to it, and tells whoever listens
in this process what has become of it. `server.shared_rooms` does the same through
Valkey or Redis.
"""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from server.rooms import Full, Room, new_code, spelled

MOST_ROOMS = 200

Done = TypeVar("Done")


class Gone(LookupError):
    """There is no such class, or it is over."""


class Away(OSError):
    """What keeps the classes cannot be reached at the moment."""


class Ears(Protocol):
    """Whoever listens in this process."""

    def heard(self, room: Room) -> None:
        """This is what has become of it."""
        ...

    def away(self) -> None:
        """The rooms cannot be reached."""
        ...

    def rooms(self) -> Iterable[Room]:
        """As they were last heard of: those that somebody listens to."""
        ...


class Store(Protocol):
    """Some classes. All of it raises Away where they cannot be reached."""

    def told_to(self, ears: Ears) -> None:
        """Who is told of every change, from now on."""
        ...

    async def begin(self) -> Room:
        """A new class; raises Full where there is no room."""
        ...

    async def find(self, code: str) -> Room:
        """The class of a code, however it was typed, to be read only; raises Gone."""
        ...

    async def change(self, code: str, act: Callable[[Room], Done]) -> Done:
        """What `act` answers, which may change the room; raises Gone."""
        ...

    async def close(self) -> None:
        """Let go of whatever it is reached by."""


class Rooms(Store):
    """The classes of one process, in its memory."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self._most = most
        self._rooms: dict[str, Room] = {}
        self._ears: Ears | None = None

    def told_to(self, ears: Ears) -> None:
        self._ears = ears

    async def begin(self) -> Room:
        self._rooms = {code: one for code, one in self._rooms.items() if not one.over}
        if len(self._rooms) >= self._most:
            raise Full
        room = Room(new_code(self._rooms))
        self._rooms[room.code] = room
        return room

    async def find(self, code: str) -> Room:
        room = self._rooms.get(spelled(code))
        if room is None or room.over:
            raise Gone
        return room

    async def change(self, code: str, act: Callable[[Room], Done]) -> Done:
        room = await self.find(code)
        done = act(room)
        room.version += 1
        if self._ears is not None:
            self._ears.heard(room)
        return done
