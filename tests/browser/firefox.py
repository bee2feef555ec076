"""The system's Firefox, spoken to in WebDriver BiDi: no driver is needed.

https://w3c.github.io/webdriver-bidi
"""

import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.server import free_port

NAMES = ("firefox-esr", "firefox")
STARTED_WITHIN = 30 + int(os.environ.get("PATIENCE", "30"))  # seconds
PREFERENCES = 'user_pref("app.update.auto", false);\n'


def find() -> str | None:
    """The path of a Firefox: $FIREFOX, one of the usual names, or None."""
    named = os.environ.get("FIREFOX")
    for name in (named,) if named else NAMES:
        if found := shutil.which(name):
            return found
    return None


class Tab:
    """One tab, and what its console named an error."""

    def __init__(self, connection: ClientConnection) -> None:
        self.errors: list[str] = []
        self._connection = connection
        self._numbers = itertools.count(1)
        self._tell("session.new", capabilities={})
        self._tell("session.subscribe", events=["log.entryAdded"])
        self._tab = self._tell("browsingContext.create", type="tab")["context"]

    def size(self, width: int, height: int) -> None:
        """Make the window as large as that, in pixels."""
        viewport = {"width": width, "height": height}
        self._tell("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def open(self, address: str) -> None:
        """Go to an address."""
        asked = {"context": self._tab, "url": address, "wait": "interactive"}
        self._tell("browsingContext.navigate", **asked)

    def run(self, script: str) -> Any:
        """What an expression is worth, as far as JSON can say it."""
        asked = {"expression": f"JSON.stringify({script})", "awaitPromise": True}
        said = self._tell("script.evaluate", target={"context": self._tab}, **asked)
        if said["type"] != "success":
            raise RuntimeError(said["exceptionDetails"]["text"])
        return json.loads(said["result"].get("value", "null"))

    def until(self, script: str, seconds: float) -> bool:
        """Wait for an expression to be true; whether it was in time."""
        deadline = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def _tell(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        self._connection.send(json.dumps(message))
        while True:
            said = json.loads(self._connection.recv())
            if said.get("method") == "log.entryAdded":
                if said["params"].get("level") == "error":
                    self.errors.append(said["params"].get("text") or "")
            elif said.get("id") == number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]


@contextmanager
def running(path: str) -> Iterator[Tab]:
    """A tab of a Firefox of one's own, with a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        with open(f"{profile}/user.js", "w", encoding="utf-8") as preferences:
            preferences.write(PREFERENCES)
        port = free_port()
        command = [path, "--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with _connected(port) as connection:
                yield Tab(connection)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def _connected(port: int) -> ClientConnection:
    deadline = time.monotonic() + STARTED_WITHIN
    while True:
        try:
            address = f"ws://127.0.0.1:{port}/session"
            # a browser that is busy answers late: that is no reason to hang up
            return connect(address, max_size=None, proxy=None, ping_interval=None)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
