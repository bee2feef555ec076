"""Ctrl+C and a polite kill: the update is finished, the state saved, and it is said."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
BEFORE = "before the first update"


class Stopped(KeyboardInterrupt):
    """Somebody stopped a run; its text says where, and how to go on."""


class Stop:
    """Whether somebody asked to stop. Where nothing is half done, it is at once.

    Whoever asks twice does not wait.
    """

    def __init__(self) -> None:
        self.asked = False
        self.half_done = False
        self.where: Callable[[], str] = lambda: BEFORE

    def ask(self, number: int, frame: FrameType | None) -> None:
        """What a signal does."""
        if self.asked or not self.half_done:
            raise Stopped
        self.asked = True

    @contextmanager
    def finishing(self, save: Callable[[], None]) -> Iterator[None]:
        """What is done in here is done to its end, and then saved if a stop waits."""
        self.half_done = True
        try:
            yield
            if self.asked:
                save()
        finally:
            self.half_done = False
        if self.asked:
            raise Stopped


@contextmanager
def stoppable() -> Iterator[Stop]:
    """While it lasts, Ctrl+C and SIGTERM raise `Stopped`, here or where it is safe."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before: dict[int, Any] = {s: signal.signal(s, stop.ask) for s in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
