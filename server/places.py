"""How many sockets one process takes, who gives way, and the open files they need.

A socket stands in one of three rooms: before its first word, in a seat, or at rest.
"""

import contextlib
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Protocol

try:
    import resource
except ImportError:  # Windows counts differently, and is nobody's public server
    resource = None

FILES_PER_SEAT = 6  # a session's four, a socket at rest, and a line of a class
SILENT_PER_SEAT = 10
FILES_OF_THE_PROCESS = 200  # the models, the libraries, the listening socket
KEPT = 0.75  # of the places, at most, for the classes of one address
log = logging.getLogger(__name__)


class Guest(Protocol):
    """Who has a place: from which address, and since when they have been still."""

    address: str
    since: float  # on the clock of `monotonic`

    def move(self) -> None:
        """Their place is given to somebody else."""


class Places:
    """At most `limit` guests; a newcomer may get the place of one who has been still.

    That is the one who has been still for longest, if for `still` seconds. Where the
    guests of an address fill more than a `share` of the places, it is one of them. As
    many as are `kept` there never give way, those who moved last: a class that watches
    its teacher is still, and is there. Beyond the share, or `KEPT` of the places, none
    are: else whoever begins a class would keep all of them.
    """

    def __init__(
        self,
        limit: int,
        *,
        still: float = 0.0,
        share: float = 1.0,
        kept: Callable[[str], int] = lambda _: 0,
    ) -> None:
        self.limit = limit
        self._still = still
        self._kept = kept
        self.share = share
        self._guests: set[Guest] = set()

    def __len__(self) -> int:
        return len(self._guests)

    def has_room(self, address: str) -> bool:
        """Whether somebody from there would get a place, also that of another."""
        return len(self) < self.limit or self._gives_way(address) is not None

    @contextlib.contextmanager
    def held(self, guest: Guest, *, pushing: bool = True) -> Iterator[bool]:
        """While the guest has a place: True, or False where there is none.

        Only who is `pushing` gets the place of another.
        """
        full = pushing and len(self) >= self.limit
        if full and (still := self._gives_way(guest.address)):
            self._guests.remove(still)
            still.move()
        found = len(self) < self.limit
        if found:
            self._guests.add(guest)
        try:
            yield found
        finally:
            self._guests.discard(guest)

    def _gives_way(self, address: str) -> Guest | None:
        before = monotonic() - self._still
        still = [one for one in self._unkept() if one.since <= before]
        if self.share < 1:
            counts = Counter(one.address for one in self._guests)
            most = self.share * self.limit
            crowded = {each for each, count in counts.items() if count > most}
            theirs = [one for one in still if one.address in crowded]
            if address in crowded:
                still = [one for one in theirs if one.address == address]
            else:
                still = theirs or still
        return min(still, key=lambda one: one.since, default=None)

    def _unkept(self) -> Iterator[Guest]:
        """All but those of a class, from whatever address its members come."""
        most = math.ceil(min(KEPT, self.share) * self.limit)
        kept: Counter[str] = Counter()
        for one in sorted(self._guests, key=lambda one: one.since, reverse=True):
            kept[one.address] += 1
            if kept[one.address] > min(most, self._kept(one.address)):
                yield one


def affordable(wanted: int) -> tuple[int, int]:
    """As many of the `wanted` seats as the open files allow, and silent sockets.

    The soft limit is raised as far as the hard one allows. A process without a file to
    spare answers nobody, so fewer seats are better than too many. What seats leave is
    for sockets before their first word, ten for a seat at most, and at least one.
    """
    if resource is None:
        return wanted, SILENT_PER_SEAT * wanted
    each = FILES_PER_SEAT + SILENT_PER_SEAT
    needed, least = wanted * each, wanted * (FILES_PER_SEAT + 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wish = needed + FILES_OF_THE_PROCESS
    if soft < wish or soft == resource.RLIM_INFINITY:
        soft = wish if hard == resource.RLIM_INFINITY else min(wish, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    files = soft - FILES_OF_THE_PROCESS
    seats = max(1, min(wanted, files // (FILES_PER_SEAT + 1)))
    if seats < wanted:
        log.warning(
            "%s open files are enough for %s seats of %s; raise `ulimit -n` to %s",
            *(soft, seats, wanted, least + FILES_OF_THE_PROCESS),
        )
    silent = min(SILENT_PER_SEAT * seats, files - FILES_PER_SEAT * seats)
    return seats, max(1, silent)
