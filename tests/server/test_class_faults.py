"""A class when something breaks, or somebody wishes that it did: `make faults`."""

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import product
from pathlib import Path

import pytest

from bench.load import Used
from bench.report import Report, late
from server.rooms import LETTERS
from tests.server.class_of import Listener, begun, line, tell
from tests.server.redis_server import running_redis
from tests.server.running import answer, edge, replicas, wait_for
from tests.server.visitor import finished

pytestmark = pytest.mark.fault

FOLLOWERS = 60
MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script>"
report = Report()


@pytest.fixture(scope="module", autouse=True)
def told():
    """What was measured, at the end."""
    yield
    print(f"\n{report}")


@asynccontextmanager
async def class_of(
    address: str, count: int
) -> AsyncIterator[tuple[Listener, list[Listener]]]:
    """A class with that many who follow: its teacher, and they."""
    path, key = await begun(address)
    async with AsyncExitStack() as leaving:
        teacher = await leaving.enter_async_context(Listener(address, path, key))
        pupils = await asyncio.gather(
            *(
                leaving.enter_async_context(Listener(address, path))
                for _ in range(count)
            )
        )
        yield teacher, pupils


async def look(teacher: Listener, view: str, address: str = "") -> int:
    """The class goes there."""
    told = {
        "key": teacher.key,
        "view": view,
        "picture": {"sent": time.perf_counter()},
    }
    return await tell(address or teacher.address, f"{teacher.path}/view", told)


async def all_see(pupils: list[Listener], view: str) -> None:
    await asyncio.gather(
        *(pupil.until(lambda told: told.get("view") == view) for pupil in pupils)
    )


def test_of_two_processes_one_is_killed_and_the_class_goes_on(files: Path):
    async def play(address: str, kill) -> None:
        async with class_of(address, FOLLOWERS) as (teacher, pupils):
            await look(teacher, "/heads")
            await all_see(pupils, "/heads")
            seats = {pupil.seat for pupil in pupils}
            kill()
            began = time.perf_counter()
            while await look(teacher, "/masks") != 204:
                await asyncio.sleep(0.2)  # as a browser tries again
            await all_see([teacher, *pupils], "/masks")
            back = max(pupil.at for pupil in pupils) - began
            cut = sum(bool(pupil.cuts) for pupil in pupils)
            assert 0 < cut < FOLLOWERS  # of one process all, of the other none
            assert {pupil.seat for pupil in pupils} == seats
            whole = {"here": FOLLOWERS, "following": FOLLOWERS}
            await teacher.until(lambda told: whole.items() <= told.items())
            report.figure("a process killed: the whole class back", back, "s", bar=5.0)

    with (
        running_redis() as redis,
        replicas(2, ROOMS=redis.address) as started,
        edge([f"127.0.0.1:{each.port}" for each in started], files) as address,
    ):
        wait_for(address)
        finished(play(address, started[1].kill))


def test_redis_is_gone_for_a_while_and_the_class_goes_on_where_it_was():
    async def play(first: str, second: str, redis) -> None:
        async with class_of(first, 5) as (teacher, pupils), AsyncExitStack() as leaving:
            other = Listener(second, teacher.path)
            pupils += [await leaving.enter_async_context(other)]
            await look(teacher, "/heads")
            await all_see(pupils, "/heads")
            redis.kill()
            await asyncio.gather(
                *(one.until(lambda told: "away" in told) for one in (teacher, *pupils))
            )
            assert await look(teacher, "/masks") == 503
            assert answer(f"{first}/ready")[0] == 200
            assert answer(first, "text/html")[0] == 200
            await asyncio.sleep(20)
            redis.start()
            began = time.perf_counter()
            await all_see([teacher, *pupils], "/heads")
            back = max(one.at for one in (teacher, *pupils)) - began
            assert await look(teacher, "/masks", second) == 204
            await all_see([teacher, *pupils], "/masks")
            assert not any(one.cuts for one in (teacher, *pupils))
            report.figure("Redis back after 20 s: the class goes on", back, "s")

    with running_redis() as redis, replicas(2, ROOMS=redis.address) as started:
        finished(play(*(each.address for each in started), redis))


def test_a_process_without_its_redis_says_so_and_starts_all_the_same():
    async def play(address: str) -> None:
        assert await tell(address, "/class", {}) == 503

    with replicas(1, ROOMS="redis://127.0.0.1:9") as (replica,):
        finished(play(replica.address))


def test_who_is_hostile_is_refused_or_bounded_and_other_classes_do_not_notice():
    with replicas(1) as (replica,):
        finished(hostile(replica))


async def hostile(replica) -> None:
    address = replica.address
    async with class_of(address, 10) as (calm, others):
        path, key = await begun(address)

        async def slowest(moves: int = 10) -> float:
            """Milliseconds until the calm class has followed."""
            for pupil in others:
                pupil.times.clear()
            for move in range(moves):
                await look(calm, f"/heads?step={move}")
                await asyncio.sleep(0.05)
            return 1000 * late([t for pupil in others for t in pupil.times])

        before, memory = await slowest(), Used.by(replica).memory
        for act, wrong in product(("view", "ask", "show", "end", "events"), range(20)):
            assert await tell(address, f"{path}/{act}", {"key": f"{wrong:032x}"}) == 403
        big = {"key": key, "view": f"/{'x' * 1_000_000}"}
        assert await tell(address, f"{path}/view", big) == 413
        assert await tell(address, f"{path}/view", b"x" * 10_000_000) in (413, 0)
        await markup(address, path, key)
        flood = asyncio.create_task(answers(address, path, key, 100_000))
        await asyncio.sleep(2)
        during = await slowest()
        counted = await flood
        assert counted == 1  # a hundred thousand, and one seat
        await unread(address, path, key)
        after = await slowest()
        told = await guessed(address, 10_000)  # the last: now nobody comes in from here
        report.figure("10,000 codes: told of", told, "", bar=20.0)
        grown = (Used.by(replica).memory - memory) / 1e6
        bar = 250.0
        report.figure("another class, before · p95", before, bar=bar)
        report.figure("another class, 100,000 guesses · p95", during, bar=bar)
        report.figure("another class, afterwards · p95", after, bar=bar)
        report.figure("memory grown by all of it", grown, "MB", bar=50.0)
        assert {pupil.heard["view"] for pupil in others} == {"/heads?step=9"}


async def markup(address: str, path: str, key: str) -> None:
    """Markup is text wherever it is taken, and refused where it is no text."""
    assert await tell(address, f"{path}/view", {"key": key, "view": MARKUP}) == 400
    asked = {"key": key, "text": MARKUP, "choices": [MARKUP, "b"]}
    assert await tell(address, f"{path}/ask", asked) == 204
    async with Listener(address, path) as pupil:
        assert pupil.heard["question"]["text"] == MARKUP  # drawn as text: see browsers
        said = {"seat": pupil.seat, "question": pupil.heard["question"]["id"]}
        for wrong in (MARKUP, {"a": 1}, [0], 7, -1, None):
            told = {**said, "answer": wrong}
            assert await tell(address, f"{path}/answer", told) == 409


async def guessed(address: str, count: int) -> int:
    """Of how many codes anything is told, asked by a hundred at once for 20 s."""
    codes = ("".join(code) for code in product(LETTERS, repeat=5))
    found = tried = 0

    async def one() -> None:
        nonlocal found, tried
        for code in codes:
            if tried >= count:
                return
            tried += 1
            async with line(address, f"/class/{code}", {}) as (_, reader, _):
                told = await reader.read()
            found += b'"code":' in told  # `found` is not to be read before the answer

    tasks = [asyncio.create_task(one()) for _ in range(100)]
    await asyncio.wait(tasks, timeout=20)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    report.figure("codes tried by one address in 20 s", tried, "")
    return found


async def answers(address: str, path: str, key: str, count: int) -> int:
    """How many are counted of so many answers that one seat sends down four lines."""
    await tell(address, f"{path}/ask", {"key": key, "text": "?", "choices": ["a", "b"]})
    async with Listener(address, path) as pupil:
        said = {"seat": pupil.seat, "question": pupil.heard["question"]["id"]}
        began = time.perf_counter()

        async def some() -> None:
            where = address.rpartition("/")[2]
            host, port = where.split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            body = json.dumps({**said, "answer": 1}).encode()
            head = f"POST {path}/answer HTTP/1.1\r\nHost: {where}\r\nContent-Length: "
            for _ in range(count // 4):
                writer.write(f"{head}{len(body)}\r\n\r\n".encode() + body)
                while (await reader.readline()).strip():
                    pass
            writer.close()

        await asyncio.gather(*(some() for _ in range(4)))
        report.figure("100,000 guesses by one seat", time.perf_counter() - began, "s")
        named = {"key": key, "question": said["question"]}
        await tell(address, f"{path}/show", named)
        told = await pupil.until(lambda told: told["question"].get("shown", False))
        return told["question"]["answered"]


async def unread(address: str, path: str, key: str) -> None:
    """Fifty followers who never read, while their class goes on and on."""
    async with AsyncExitStack() as leaving:
        for _ in range(50):
            await leaving.enter_async_context(line(address, f"{path}/events", {}))
        for move in range(2_000):
            told = {
                "key": key,
                "view": f"/masks?n={move}",
                "picture": {"x": "x" * 1500},
            }
            assert await tell(address, f"{path}/view", told) == 204


def test_a_process_that_ends_lets_its_class_go(files: Path):
    """A stop by hand is not held up by those who listen."""

    async def play(replica) -> None:
        async with class_of(replica.address, 5):
            replica.process.send_signal(signal.SIGTERM)
            began = time.perf_counter()
            await asyncio.to_thread(replica.process.wait, 30)
            took = time.perf_counter() - began
            report.figure("a process told to stop, with a class", took, "s", bar=10.0)

    with replicas(1) as (replica,):
        finished(play(replica))
