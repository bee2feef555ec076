"""A Streamlit server of one's own, for the browser tests and for `make bench`."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent.parent
STARTED_WITHIN = 60 + int(os.environ.get("PATIENCE", "30"))  # seconds


class NotStarted(RuntimeError):
    """The server ended or stayed silent; the message is its log."""


@contextmanager
def running(script: str | Path = "app.py", folder: Path = ROOT) -> Iterator[str]:
    """The address of a server that answers, started as `make app` starts it.

    The folder is where Streamlit looks for its configuration.
    """
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    options = [
        "--server.headless=true",
        "--server.address=127.0.0.1",
        "--browser.gatherUsageStats=false",
    ]
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [*command, *options, f"--server.port={port}"],
            cwd=folder,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            deadline = time.monotonic() + STARTED_WITHIN
            while not healthy(address):
                if process.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise NotStarted(f"the app did not start:\n{log.read()}")
                time.sleep(0.02)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def healthy(address: str) -> bool:
    try:
        with urlopen(f"{address}/_stcore/health", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False
