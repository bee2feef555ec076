"""A network that can fail: what goes through it to a server, until it is cut."""

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.browser.server import free_port


class Tunnel:
    """Carries connections to a port; while it is cut, there is none and comes none."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.is_cut = to, free_port(), False
        self.address = f"http://127.0.0.1:{self.port}"
        self._open: set[socket.socket] = set()
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._let_in, daemon=True).start()

    def cut(self) -> None:
        """As in a tunnel: what is open ends, what begins fails."""
        self.is_cut = True
        for one in tuple(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Out of it again."""
        self.is_cut = False

    def close(self) -> None:
        """For good."""
        self.cut()
        self._door.close()

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.to))
            self._open |= {near, far}
            if self.is_cut:
                self.cut()
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := here.recv(1 << 16):
                there.sendall(data)
        self._open.discard(here)
        with contextlib.suppress(OSError):  # wakes whoever carries the other way
            there.shutdown(socket.SHUT_RDWR)
        here.close()


@contextlib.contextmanager
def tunnel(to: int) -> Iterator[Tunnel]:
    """One that is closed afterwards."""
    made = Tunnel(to)
    try:
        yield made
    finally:
        made.close()
