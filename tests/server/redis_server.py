"""A Redis of one's own, which forgets all when it ends."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.server import STARTED_WITHIN, NotStarted, free_port

NAMES = ("valkey-server", "redis-server")


@dataclass
class RedisServer:
    """It answers at `address`; it can be stopped, and started anew."""

    port: int
    folder: Path
    process: subprocess.Popen | None = None

    @property
    def address(self) -> str:
        """As ROOMS takes it."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it with nothing in it, and wait until it answers."""
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            pytest.skip("no Redis: apt-get install redis-server")
        options = f"--port {self.port} --bind 127.0.0.1 --save --appendonly no".split()
        self.process = subprocess.Popen(
            [program, *options], cwd=self.folder, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + STARTED_WITHIN
        while not self._answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise NotStarted("Redis does not answer")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            line.sendall(b"PING\r\n")
            return line.recv(7) == b"+PONG\r\n"
        return False

    def kill(self) -> None:
        """End it at once; what was in it is lost."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    """One that is there."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(free_port(), Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
