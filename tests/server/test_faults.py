"""What breaks in a lesson, broken on purpose: `make faults`.

The app has to be right afterwards, and each test fails if it is not. How long it took
depends on what else the machine does: that is printed beside its bar at the end.
"""

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.load import Used
from bench.report import Report, late
from tests.browser.visiting import whole
from tests.server.running import answer, copied, edge, replicas, wait_for
from tests.server.test_edge import SENTENCE
from tests.server.visitor import Shown, Visitor, finished, rerun
from viz.content.texts import Texts

pytestmark = pytest.mark.fault

BROKEN = Texts("app")("notices.broken")
CLASS = int(os.environ.get("READERS", "300"))
VIEW = {"sentence": "You know me.", "start_t": "2"}
report = Report()


@pytest.fixture(scope="module", autouse=True)
def told():
    """What was measured, at the end."""
    yield
    print(f"\n{report}")


def right(shown: Shown) -> bool:
    """The view that was asked for, with both pictures."""
    pictures = [size for size in map(len, shown.pictures.values()) if size]
    return (
        shown.exceptions == []
        and BROKEN not in shown.texts
        and shown.fields[SENTENCE] == VIEW["sentence"]
        and len(pictures) == 2
    )


async def back(readers: list[Visitor]) -> list[float]:
    """Every reader comes in again and sees their view; milliseconds of each."""

    async def one(reader: Visitor) -> float:
        began = time.perf_counter()
        while True:
            try:
                await reader.close()
                await reader.open()
                assert right(await reader.run(VIEW))
            except (ConnectionClosed, InvalidStatus, OSError):
                await asyncio.sleep(0.2)  # as a browser does
                continue
            return (time.perf_counter() - began) * 1000

    async with asyncio.timeout(300):
        return await asyncio.gather(*(one(reader) for reader in readers))


async def arrived(address: str, count: int, leaving: AsyncExitStack) -> list[Visitor]:
    """That many readers who see the view; coming back, they say so as browsers do."""
    readers = [Visitor(address) for _ in range(count)]
    for reader in readers:
        await leaving.enter_async_context(reader)
        shown = await reader.run(VIEW)
        assert right(shown) and shown.states
        reader.widgets = shown.states
    return readers


def test_a_class_survives_the_death_of_one_of_two_replicas(files: Path):
    async def lesson(address: str, kill: Callable[[], None]) -> list[float]:
        async with AsyncExitStack() as leaving:
            readers = await arrived(address, CLASS, leaving)
            kill()
            return await back(readers)

    with replicas(2) as (one, other):
        upstream = [f"127.0.0.1:{each.port}" for each in (one, other)]
        with edge(upstream, files) as address:
            wait_for(address)
            times = finished(lesson(address, other.kill))
    assert len(times) == CLASS
    title = f"kill -9 of one of two, {CLASS} readers: back, p95"
    report.figure(title, late(times), "ms", bar=3_000.0)


def test_a_class_without_a_network_for_30_seconds_sees_the_same_again(files: Path):
    async def before(address: str) -> list[Visitor]:
        async with AsyncExitStack() as leaving:
            return await arrived(address, CLASS, leaving)

    with replicas(1) as (one,):
        with edge([f"127.0.0.1:{one.port}"], files) as address:
            wait_for(address)
            readers = finished(before(address))
        time.sleep(30)  # the edge is gone, and with it every socket
        with edge([f"127.0.0.1:{one.port}"], files) as address:
            wait_for(address)

            async def again() -> list[float]:
                async with AsyncExitStack() as leaving:
                    for reader in readers:
                        reader.address = address
                        leaving.push_async_callback(reader.close)
                    return await back(readers)

            times = finished(again())
    assert len(times) == CLASS
    title = f"30 s without network, {CLASS} readers: back, p95"
    report.figure(title, late(times), "ms")


def test_a_process_that_is_asked_to_end_tells_its_readers_to_come_back():
    async def lesson(address: str, end: Callable[[], None]) -> list[int | None]:
        async with AsyncExitStack() as leaving:
            readers = await arrived(address, 60, leaving)
            end()
            for reader in readers:
                with pytest.raises(ConnectionClosed):
                    while True:
                        await reader.socket.recv()
            return [reader.socket.close_code for reader in readers]

    with replicas(1) as (one,):
        asked = []

        def end() -> None:
            asked.append(time.perf_counter())
            one.process.send_signal(signal.SIGTERM)

        codes = finished(lesson(one.address, end))
        one.process.wait(30)
        took = (time.perf_counter() - asked[0]) * 1000
    assert codes == [1012] * 60
    report.figure("SIGTERM with 60 sockets", took, "ms", bar=5_000.0)


def test_a_visitor_who_never_reads_costs_little(replica: str, running):
    async def lesson() -> None:
        async with Visitor(replica) as deaf, Visitor(replica) as other:
            for _ in range(100):
                await deaf.socket.send(rerun("", "models").SerializeToString())
            for _ in range(10):
                assert right(await other.run(VIEW))

    finished(once(replica, page="models"))  # what every process does once
    before = Used.by(running[0]).memory
    finished(lesson())
    grown = (Used.by(running[0]).memory - before) / 1e6
    report.figure("a visitor who never reads", grown, "MB", bar=25.0)


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda models: flip(models / "weights.safetensors"), "is damaged: weights"),
        (lambda models: shutil.rmtree(models), "is missing"),
        (lambda models: os.truncate(models / "weights.safetensors", 1), "is damaged"),
    ],
    ids=["a flipped bit", "a missing folder", "a file cut short"],
)
def test_one_damaged_model_is_refused_and_the_other_works(tmp_path, damage, said):
    folder = copied(tmp_path)
    damage(folder / "assets" / "models" / "transformer-en-fr")
    with replicas(1, folder=folder) as (one,):
        shown = finished(once(one.address, VIEW))
    assert shown.exceptions == [] and BROKEN not in shown.texts
    assert any(said in text for text in shown.texts)
    assert len([size for size in map(len, shown.pictures.values()) if size]) == 1


async def once(address: str, query: dict[str, str] | str = "", page: str = "") -> Shown:
    async with Visitor(address, page) as reader:
        return await reader.run(query)


def test_files_that_are_missing_are_said_in_a_sentence(tmp_path):
    folder = copied(tmp_path)
    (folder / "assets" / "lessons" / "en" / "start.md").unlink()
    (folder / "assets" / "lessons" / "en" / "presets.toml").unlink()
    with replicas(1, folder=folder) as (one,):
        shown = finished(once(one.address, VIEW))
    assert right(shown)
    assert "The text of this page, start.md, cannot be read." in shown.texts
    assert any("presets.toml is missing" in text for text in shown.texts)


LOCKED = 'mount -o remount,bind,ro / && exec "$@"'


@pytest.mark.parametrize(
    "before",
    [
        ("unshare", "-m", "sh", "-c", LOCKED, "sh"),
        ("sh", "-c", 'exec "$@" > /dev/full 2>&1', "sh"),
        ("sh", "-c", 'ulimit -v 3000000 && exec "$@"', "sh"),
    ],
    ids=["nothing can be written", "the disk of the log is full", "memory is limited"],
)
def test_it_serves_where(before: tuple[str, ...]):
    if before[0] == "unshare" and (not hasattr(os, "geteuid") or os.geteuid()):
        pytest.skip("only root may make a file system read-only")
    with replicas(1, before=before, MALLOC_ARENA_MAX="2") as (one,):
        assert right(finished(once(one.address, VIEW)))
        for page in ("bahdanau", "transformer", "compare", "models", "positions"):
            shown = finished(once(one.address, VIEW, page))
            assert shown.exceptions == [] and BROKEN not in shown.texts, page


async def hostile(address: str, until: asyncio.Event) -> None:
    """Everything at once that a curious visitor with a script would try."""

    async def silent(work) -> None:
        while not until.is_set():
            try:
                async with Visitor(address) as stranger:
                    await work(stranger)
            except (ConnectionClosed, InvalidStatus, OSError):
                await asyncio.sleep(0.05)

    async def clearing(stranger: Visitor) -> None:
        for _ in range(100):
            await stranger.socket.send(BackMsg(clear_cache=True).SerializeToString())
            await stranger.socket.send(BackMsg(load_git_info=True).SerializeToString())

    async def long(stranger: Visitor) -> None:
        await stranger.socket.send(b"\x00" * 1_000_000)
        await stranger.socket.recv()

    async def broken(stranger: Visitor) -> None:
        await stranger.socket.send(os.urandom(200))
        await stranger.socket.send("text")
        await stranger.socket.recv()

    async def flooding(stranger: Visitor) -> None:
        frame = rerun("sentence=Fish.").SerializeToString()
        for _ in range(1_000):
            await stranger.socket.send(frame)
            await asyncio.sleep(0.001)

    async def foreign() -> None:
        for origin in ("https://evil.example.org", "http://localhost:9"):
            with pytest.raises(InvalidStatus):
                await Visitor(address).open(origin=origin)

    await foreign()
    await asyncio.gather(*map(silent, (clearing, long, broken, flooding)))


def test_a_hostile_visitor_makes_nobody_wait_and_no_model_load_again(tmp_path):
    async def lesson(address: str) -> tuple[list[float], list[float]]:
        async with Visitor(address) as victim:
            alone = [await seen(victim) for _ in range(20)]
            until = asyncio.Event()
            attack = asyncio.create_task(hostile(address, until))
            await asyncio.sleep(2)
            meanwhile = [await seen(victim) for _ in range(20)]
            until.set()
            await attack
        return alone, meanwhile

    async def seen(victim: Visitor) -> float:
        shown = await victim.run(VIEW)
        assert right(shown)
        await asyncio.sleep(0.5)
        return shown.seconds * 1000

    folder = copied(tmp_path)
    with replicas(1, folder=folder) as (one,):
        shutil.rmtree(folder / "assets" / "models")  # to load one again would fail
        alone, meanwhile = finished(lesson(one.address))
        assert answer(f"{one.address}/ready")[0] == 200
    report.figure("victim alone, p95", late(alone))
    report.figure("victim under attack, p95", late(meanwhile), bar=2 * late(alone))


def test_a_full_room_says_so_and_has_room_again_when_somebody_leaves():
    async def lesson(address: str) -> None:
        async with AsyncExitStack() as leaving:
            await arrived(address, 2, leaving)
            status, _, page = answer(address, "text/html")
            assert status == 503 and "The room is full" in page
            with pytest.raises(InvalidStatus):
                await Visitor(address).open()
        while answer(address, "text/html")[0] != 200:
            await asyncio.sleep(0.1)
        assert right(await once(address, VIEW))

    with replicas(1, SEATS="2") as (one,):
        finished(lesson(one.address))


def test_charts_need_nothing_that_the_policy_forbids(public: str, visitor):
    page, answers = visitor(first_time=True), []
    page.on("response", lambda each: answers.append(each))
    page.goto(public + "/models")
    whole(page)
    expect(page.locator(".js-plotly-plot")).not_to_have_count(0, timeout=120_000)
    page.wait_for_load_state("networkidle")
    sizes = [each.request.sizes()["responseBodySize"] for each in answers if each.ok]
    assert sum(sizes) > 1e6
    size = sum(sizes) / 1e6
    report.figure("first load of /models", size, "MB", bar=3.0)
