"""Ready is a process in which a translation has worked; until then 503.

`/_stcore/health` says only that the process lives. A proxy that asks `/ready` sends
nobody to a process that is still loading its models.
"""

import threading
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


class Readiness:
    """`warm_up` runs once, on a thread of its own, and says whether it worked."""

    def __init__(self, warm_up: Callable[[], bool]) -> None:
        self._warm_up = warm_up
        self._ready = threading.Event()

    def begin(self) -> threading.Thread:
        """Start warming up; the server already answers meanwhile."""
        thread = threading.Thread(target=self._run, name="readiness", daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        if self._warm_up():
            self._ready.set()

    @property
    def ready(self) -> bool:
        """True when a translation has worked."""
        return self._ready.is_set()

    async def answer(self, _: Request) -> Response:
        """200 when a translation has worked, 503 until then."""
        if self._ready.is_set():
            return PlainTextResponse("ready\n")
        return PlainTextResponse(
            "warming up\n", status_code=503, headers={"retry-after": "2"}
        )

    @property
    def route(self) -> Route:
        """The address that probes ask."""
        return Route("/ready", self.answer, methods=["GET"])
