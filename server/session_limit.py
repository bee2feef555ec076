"""How many sessions one process takes, and whether there are open files for them."""

import logging

try:
    import resource
except ImportError:  # Windows counts differently, and is nobody's public server
    resource = None

FILES_PER_SESSION = 4  # a socket and three of the session's own
FILES_OF_THE_PROCESS = 200  # the models, the libraries, the listening socket
log = logging.getLogger(__name__)


class SessionLimit:
    """Counts the sessions of one process: at most `limit` are open at once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.open = 0

    @property
    def reached(self) -> bool:
        """True when nobody else can be let in."""
        return self.open >= self.limit

    def enter(self) -> None:
        """One more session."""
        self.open += 1

    def leave(self) -> None:
        """One session less."""
        self.open -= 1


def affordable(wanted: int) -> int:
    """As many of the `wanted` sessions as the open files allow; at least one.

    The soft limit is raised as far as the hard one allows. A process without a file to
    spare answers nobody, so fewer sessions are better than too many.
    """
    if resource is None:
        return wanted
    needed = wanted * FILES_PER_SESSION + FILES_OF_THE_PROCESS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed or soft == resource.RLIM_INFINITY:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    sessions = max(1, min(wanted, (soft - FILES_OF_THE_PROCESS) // FILES_PER_SESSION))
    if sessions < wanted:
        log.warning(
            "%s open files are enough for %s seats of %s; raise `ulimit -n` to %s",
            *(soft, sessions, wanted, needed),
        )
    return sessions
