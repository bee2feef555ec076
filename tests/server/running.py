"""The public server on this machine: replicas, and the edge before them."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.browser.server import ROOT, STARTED_WITHIN, NotStarted, free_port


@dataclass
class Replica:
    """One process of the app."""

    process: subprocess.Popen
    port: int

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a machine without power ends."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


def tool(name: str) -> Path:
    """A program that the development requirements install beside Python."""
    return Path(sys.executable).parent / name


def answer(address: str, accept: str = "*/*") -> tuple[int, dict[str, str], str]:
    """Status, headers and body of a page; status 0 when nobody answers."""
    try:
        asked = Request(address, headers={"Accept": accept})
        with urlopen(asked, timeout=10) as page:
            return (
                page.status,
                dict(page.headers),
                page.read().decode("utf-8", "replace"),
            )
    except HTTPError as refused:
        return refused.code, dict(refused.headers), refused.read().decode()
    except OSError:
        return 0, {}, ""


@contextmanager
def process(
    command: Sequence[str | Path], environment: dict[str, str], folder: Path = ROOT
) -> Iterator[subprocess.Popen]:
    """A process that is gone afterwards, and whose words are told if it fails."""
    with tempfile.TemporaryFile("w+") as log:
        started = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env={**os.environ, **environment},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield started
        except NotStarted as silent:
            log.seek(0)
            raise NotStarted(f"{silent}\n{log.read()}") from None
        finally:
            started.terminate()
            try:
                started.wait(10)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()


def wait_for(address: str, *started: subprocess.Popen) -> None:
    """Until the address answers 200; NotStarted when it never will.

    Ready is later than started: torch, both models and a translation come between.
    """
    deadline = time.monotonic() + 3 * STARTED_WITHIN
    while answer(address)[0] != 200:
        if time.monotonic() > deadline or any(
            each.poll() is not None for each in started
        ):
            raise NotStarted(f"{address} does not answer")
        time.sleep(0.1)


@contextmanager
def replicas(
    count: int, *, folder: Path = ROOT, before: Sequence[str] = (), **environment: str
) -> Iterator[list[Replica]]:
    """That many processes of the app, each of them ready.

    `before` stands before the command: a shell or a tool that runs it differently.
    """
    with ExitStack() as stack:
        started = []
        for _ in range(count):
            port = free_port()
            command = (*before, sys.executable, "-m", "server", "--port", str(port))
            running = stack.enter_context(process(command, environment, folder))
            started.append(Replica(running, port))
        for replica in started:
            wait_for(f"{replica.address}/ready", replica.process)
        yield started


@contextmanager
def edge(upstream: Sequence[str], static: Path) -> Iterator[str]:
    """The address of the shipped proxy before these host:port's."""
    port = free_port()
    environment = {
        "SITE": f"http://127.0.0.1:{port}",
        "REPLICAS": " ".join(upstream),
        "STATIC": str(static),
        "XDG_DATA_HOME": str(static),
        "XDG_CONFIG_HOME": str(static),
    }
    command = (tool("caddy"), "run", "--config", ROOT / "deploy" / "Caddyfile")
    with process((*command, "--adapter", "caddyfile"), environment) as started:
        address = f"http://127.0.0.1:{port}"
        while answer(f"{address}/ready")[0] == 0:  # hidden, so 404 when it listens
            if started.poll() is not None:
                raise NotStarted("the edge has ended")
            time.sleep(0.05)
        yield address


def copied(folder: Path) -> Path:
    """What the image holds, once more, to be damaged."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    left_out = shutil.ignore_patterns("__pycache__", "training", "readme")
    for name in (line[1:] for line in lines if line.startswith("!")):
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, folder / name, ignore=left_out)
        else:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(path, folder / name)
    return folder
