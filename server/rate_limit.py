"""How often one socket may send: a token bucket, and a delay when it is empty.

Counted for a socket, never for an address: a whole school sits behind one address.
"""

from collections.abc import Callable
from time import monotonic

PER_SECOND = 4.0
BURST = 20.0


class RateLimit:
    """`burst` messages in a row, then `per_second`; nothing is ever dropped."""

    def __init__(
        self,
        per_second: float = PER_SECOND,
        burst: float = BURST,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._counted_at = clock()

    @property
    def spent(self) -> bool:
        """Whether no token is there now."""
        self._count()
        return self._tokens < 1.0

    def delay(self) -> float:
        """Take one token; the seconds until it is there, 0 if it already is."""
        self._count()
        self._tokens -= 1.0
        return max(0.0, -self._tokens / self._per_second)

    def _count(self) -> None:
        """What has come in since it was counted."""
        now = self._clock()
        gained = (now - self._counted_at) * self._per_second
        self._tokens = min(self._burst, self._tokens + gained)
        self._counted_at = now
