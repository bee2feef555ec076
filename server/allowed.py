"""What somebody may do so often, and no oftener: nobody waits for it, it is refused.

Counted by address where a stranger asks, and by seat where a follower does: a school
has one address, and whoever floods is not to stop their neighbours.
"""

from collections import OrderedDict

from server.rate_limit import RateLimit

KNOWN = 2_000
TOO_MANY = "Too many were tried from here. Try again in a minute."


class Refused(Exception):
    """What cannot be done, as a status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Allowed:
    """So many a second, so many at once, for everybody who does it."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._often = per_second, burst
        self._known: OrderedDict[str, RateLimit] = OrderedDict()

    def check(self, who: str) -> None:
        """Refused where they may not do it now."""
        if self._limit(who).spent:
            raise Refused(429, TOO_MANY)

    def take(self, who: str) -> None:
        """They do it once more; refused where they may not."""
        self.check(who)
        self._limit(who).delay()

    def _limit(self, who: str) -> RateLimit:
        """That of somebody; of too many who are known the oldest is new."""
        limit = self._known.pop(who, None) or RateLimit(*self._often)
        self._known[who] = limit
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return limit


class Tries(Allowed):
    """What may be tried in vain: the same thing again, with the same end, is free.

    A class that is lost is asked for by all its tabs, from one address, again and
    again: nobody learns from that what they did not know.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        super().__init__(per_second, burst)
        self._failed: OrderedDict[tuple[str, str], None] = OrderedDict()

    def fail(self, who: str, tried: str) -> None:
        """It was in vain once more; refused where too much was."""
        if (who, tried) in self._failed:
            return
        self.take(who)
        self._failed[who, tried] = None
        if len(self._failed) > KNOWN:
            self._failed.popitem(last=False)
