"""A visitor without a browser: Streamlit's own messages over a websocket.

Enough for load, faults and fuzzed addresses; it draws nothing, and keeps what a page
said. Only for servers on this machine.
"""

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

Result = TypeVar("Result")
LOOPBACK = {"127.0.0.1", "localhost"}
PATIENCE = 120.0  # seconds


@dataclass
class Shown:
    """What one run of a page sent: how long it took, what it said, what went wrong.

    `sent` are the values that the visitor gave: a page does not send them back.
    """

    seconds: float = 0.0
    size: int = 0
    exceptions: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)
    states: dict[str, str] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)

    def add(self, message: ForwardMsg) -> None:
        """Keep what matters of one message."""
        if message.WhichOneof("type") != "delta":
            return
        if message.delta.WhichOneof("type") != "new_element":
            return
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.exceptions.append(f"{element.exception.type}: {element.exception}")
        elif kind == "text":
            self.texts.append(element.text.body)
        elif kind == "button":
            self.buttons.append(element.button.id)
        elif kind == "text_input":
            shown = element.text_input
            kept = self.sent.get(shown.id, shown.default)
            value = shown.value if shown.set_value else kept
            self.fields[shown.label] = self.states[shown.id] = value
        elif kind == "bidi_component":
            component = element.bidi_component
            self.pictures[component.id] = component.bytes


class Visitor:
    """One session: `open` it, `run` the page, `close`."""

    def __init__(self, address: str, page: str = "", cookie: str = "") -> None:
        if urlsplit(address).hostname not in LOOPBACK:
            raise ValueError(f"only this machine is visited, not {address}")
        self.address = address
        self.page = page
        self.cookie = cookie
        self.widgets: dict[str, str] = {}
        self.kept: dict[
            str, ForwardMsg
        ] = {}  # as browsers do, by name, of the last run
        self._socket: ClientConnection | None = None

    @property
    def socket(self) -> ClientConnection:
        """The open socket."""
        if self._socket is None:
            raise RuntimeError("the visitor has not come in yet")
        return self._socket

    async def open(self, **options: object) -> "Visitor":
        """Come in; keeps the cookie of a proxy that says which replica it was."""
        if self.cookie:
            options["additional_headers"] = {"Cookie": self.cookie}
        options = {"origin": self.address, "open_timeout": PATIENCE, **options}
        self._socket = await connect(
            self.address.replace("http", "ws", 1) + "/_stcore/stream",
            subprotocols=["streamlit"],
            max_size=None,
            ping_interval=None,
            compression=None,
            **options,
        )
        # a proxy that tries one replica and then another says both; the last one counts
        for given in self.socket.response.headers.get_all("Set-Cookie"):
            self.cookie = given.partition(";")[0]
        return self

    async def run(self, query: dict[str, str] | str = "", **options: float) -> Shown:
        """Ask for the page with this address, and wait until it is finished."""
        text = query if isinstance(query, str) else urlencode(query)
        return await self.ask(rerun(text, self.page, self.widgets), **options)

    async def ask(self, message: BackMsg, patience: float = PATIENCE) -> Shown:
        """Send a message that makes the page run, and collect what it shows.

        What the visitor has kept of the last run is not sent to them again.
        """
        shown = Shown(sent=self.widgets)
        before, self.kept = self.kept, {}
        message.rerun_script.cached_message_hashes.extend(before)
        began = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(patience):
            while True:
                frame = await self.socket.recv()
                shown.size += len(frame)
                answer = ForwardMsg()
                answer.ParseFromString(frame)
                if answer.WhichOneof("type") == "ref_hash":
                    answer = before[answer.ref_hash]
                if answer.metadata.cacheable:
                    self.kept[answer.hash] = answer
                if answer.WhichOneof("type") == "script_finished":
                    if answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                        continue  # the page begins again by itself
                    shown.seconds = time.perf_counter() - began
                    return shown
                shown.add(answer)

    async def close(self) -> None:
        """Leave, and until the socket is gone."""
        if self._socket is not None:
            await self._socket.close()
            await self._socket.wait_closed()

    async def __aenter__(self) -> "Visitor":
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def rerun(query: str, page: str = "", widgets: dict[str, str] | None = None) -> BackMsg:
    """The message with which a browser asks for a page."""
    message = BackMsg()
    asked = message.rerun_script
    asked.query_string = query
    asked.page_name = page
    asked.widget_states.SetInParent()
    for name, value in (widgets or {}).items():
        state = asked.widget_states.widgets.add()
        state.id = name
        state.string_value = value
    return message


def finished(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of asynchronous work, on a thread of its own.

    Playwright keeps a loop running on the thread of the tests.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
