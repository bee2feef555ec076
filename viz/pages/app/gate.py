"""The gate before whatever takes longer than a blink: few pass at once, some wait."""

import contextlib
import threading
from collections.abc import Iterator

from viz.content.texts import texts

say = texts("app")


class Busy(Exception):
    """Too many are computing at this moment; the page should try again.

    Nobody's fault: no InputError, for the reader has nothing to mend.
    """

    def __init__(self) -> None:
        super().__init__(say("models.busy"))


class Gate:
    """Lets `width` computations run at once and at most `waiting` more wait."""

    def __init__(self, width: int, waiting: int, patience: float) -> None:
        self._running = threading.BoundedSemaphore(width)
        self._places = threading.BoundedSemaphore(width + waiting)
        self._patience = patience
        self._inside = threading.local()

    @contextlib.contextmanager
    def passing(self) -> Iterator[None]:
        """Raises Busy when the queue is full or does not move.

        A thread that is already inside passes again without queueing.
        """
        if getattr(self._inside, "now", False):
            yield
            return
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            if not self._running.acquire(timeout=self._patience):
                raise Busy
            self._inside.now = True
            try:
                yield
            finally:
                self._inside.now = False
                self._running.release()
        finally:
            self._places.release()
