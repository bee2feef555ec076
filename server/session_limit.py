"""How many may be in the room, and whether the machine has chairs for them."""

import logging

try:
    import resource
except ImportError:  # Windows counts differently, and is nobody's public server
    resource = None

FILES_A_SEAT = 4  # a socket and three of the session's own
FILES_OF_ITS_OWN = 200  # the process, its models, its listening socket
log = logging.getLogger(__name__)


class Seats:
    """Seats of one process: `take` one, `leave` it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @property
    def full(self) -> bool:
        """True when nobody else can be let in."""
        return self.taken >= self.most

    def take(self) -> None:
        """One more is in the room."""
        self.taken += 1

    def leave(self) -> None:
        """One has gone."""
        self.taken -= 1


def affordable(wanted: int) -> int:
    """As many of the wanted seats as there may be open files; at least one.

    The soft limit is raised as far as the hard one allows. A process without a file to
    spare answers nobody, so fewer seats are better than too many.
    """
    if resource is None:
        return wanted
    needed = wanted * FILES_A_SEAT + FILES_OF_ITS_OWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed or soft == resource.RLIM_INFINITY:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    seats = max(1, min(wanted, (soft - FILES_OF_ITS_OWN) // FILES_A_SEAT))
    if seats < wanted:
        log.warning(
            "%s open files are enough for %s seats of %s; raise `ulimit -n` to %s",
            *(soft, seats, wanted, needed),
        )
    return seats
