"""How often one socket may speak: a bucket of tokens, and waiting when it is empty.

Counted for a socket, never for an address: a whole school sits behind one address.
"""

from collections.abc import Callable
from time import monotonic

PER_SECOND = 4.0
AT_ONCE = 20.0


class Allowance:
    """`at_once` messages in a row, then `per_second`; nothing is ever dropped."""

    def __init__(
        self,
        per_second: float = PER_SECOND,
        at_once: float = AT_ONCE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._seen = clock()

    def wait(self) -> float:
        """Take one token; the seconds until it is there, 0 if it already is."""
        now = self._clock()
        gained = (now - self._seen) * self._per_second
        self._left = min(self._at_once, self._left + gained) - 1.0
        self._seen = now
        return max(0.0, -self._left / self._per_second)
