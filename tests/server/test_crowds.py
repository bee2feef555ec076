"""A crowd that would take every seat: silent sockets, forgotten tabs; `make faults`."""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus

from bench.load import Seen, arrive, stay, touch
from bench.report import Report, late
from server.places import SILENT_PER_SEAT
from tests.server import silent
from tests.server.running import answer, replicas
from tests.server.test_faults import VIEW, arrived, right
from tests.server.visitor import Visitor, finished
from viz.pages.app import titles

pytestmark = pytest.mark.fault

SEATS = 400
STILL_SECONDS = 12.0  # long enough for all of them to come in
report = Report()


@pytest.fixture(scope="module", autouse=True)
def told():
    """What was measured, at the end."""
    yield
    print(f"\n{report}")


@contextlib.contextmanager
def crowd(address: str, count: int, seconds: float) -> Iterator[subprocess.Popen]:
    """A program of its own that holds that many silent sockets."""
    command = (sys.executable, "-m", silent.__name__, address, count, seconds)
    words = [str(word) for word in command]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout and program.stdout.readline() == "there\n"
        yield program
        program.terminate()


def test_silent_sockets_keep_nobody_out():
    async def comes(address: str) -> float:
        began = time.perf_counter()
        assert answer(address, "text/html")[0] == 200
        async with Visitor(address) as reader:
            assert right(await reader.run(VIEW))
        return (time.perf_counter() - began) * 1000

    with replicas(1, SEATS=str(SEATS)) as (one,), crowd(one.address, SEATS, 30):
        took = finished(comes(one.address))
    report.figure(f"{SEATS} silent sockets, one reader comes", took, bar=1_000.0)


def test_silent_sockets_that_come_again_and_again_make_nobody_wait():
    async def lesson(address: str) -> Seen:
        seen = Seen()
        async with AsyncExitStack() as leaving:
            readers = await arrive(address, 30, seen, leaving)
            await touch(readers, seen)
            await stay(readers, 3.0, 60.0, seen)
        return seen

    count, found = SEATS * SILENT_PER_SEAT, []
    for attacked in (False, True):
        with replicas(1, SEATS=str(SEATS)) as (one,):
            held = crowd(one.address, count, 90)
            with held if attacked else contextlib.nullcontext():
                found.append(finished(lesson(one.address)))
    alone, meanwhile = (late(seen.again) for seen in found)
    assert [seen.failures for seen in found] == [0, 0]
    report.figure("30 readers alone, p95", alone)
    name = f"30 readers beside {count} silent sockets, p95"
    report.figure(name, meanwhile, bar=3 * alone)


async def rests(reader: Visitor) -> bool:
    """Whether the page has been told that it has no seat any more."""
    with contextlib.suppress(TimeoutError):
        while frame := await asyncio.wait_for(reader.socket.recv(), 0.02):
            told = ForwardMsg.FromString(bytes(frame)).page_config_changed.title
            if told == titles.of_seats()["rests"]:
                return True
    return False


def test_forgotten_tabs_give_way_and_come_back_with_a_click():
    async def lesson(address: str) -> None:
        async with AsyncExitStack() as leaving:
            tabs = await arrived(address, SEATS, leaving)
            began = time.monotonic()
            await asyncio.sleep(STILL_SECONDS + 1)
            lately = tabs[:20]
            for reader in lately:
                assert right(await reader.run(VIEW))
            newcomers = await arrived(address, 50, leaving)
            assert len(newcomers) == 50
            assert not any([await rests(reader) for reader in lately])
            moved = [reader for reader in tabs[20:] if await rests(reader)]
            assert len(moved) == 50
            times = []
            for reader in moved:
                shown = await reader.run(VIEW)
                assert right(shown)
                times.append(shown.seconds * 1000)
            assert time.monotonic() - began < 120
            report.figure(
                "a forgotten tab that asks again, p95", late(times), bar=1_500.0
            )

    still = str(STILL_SECONDS / 60)
    with replicas(1, SEATS=str(SEATS), STILL_MINUTES=still) as (one,):
        finished(lesson(one.address))


def test_a_room_of_readers_who_click_is_full():
    async def lesson(address: str) -> None:
        async with AsyncExitStack() as leaving:
            readers = await arrived(address, SEATS, leaving)
            status, _, page = answer(address, "text/html")
            assert status == 503 and "The room is full" in page
            with pytest.raises(InvalidStatus):
                await Visitor(address).open()
            assert right(await readers[0].run(VIEW))

    with replicas(1, SEATS=str(SEATS)) as (one,):
        finished(lesson(one.address))


def test_only_our_own_page_opens_a_socket():
    async def lesson(address: str) -> None:
        port = address.rpartition(":")[2]
        for origin in (
            f"https://127.0.0.1:{port}",
            "http://127.0.0.1:3000",
            f"http://host.evil:{port}",
            "null",
        ):
            with pytest.raises(InvalidStatus) as refused:
                await Visitor(address).open(origin=origin)
            assert refused.value.response.status_code == 403
        async with Visitor(address) as reader:
            assert right(await reader.run(VIEW))

    with replicas(1) as (one,):
        finished(lesson(one.address))
