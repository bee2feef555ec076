"""Load test: how many readers one process serves, on this machine (`make load`).

    python -m bench.load [--readers 1 30 100 300] [--seconds 60] [--hold 0]

The simulated readers share the cores with the process that they load, so a server
alone does better. All readers of a round open one link within a second; then each
touches the page once, which opens their session, and changes a row every few seconds,
every tenth time the sentence, by a clock of their own: a late answer is counted from
the moment at which it was due.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.report import Report, late, middle, resident, say
from server import static
from tests.server.running import Replica, edge, replicas, wait_for
from tests.server.visitor import Shown, Visitor, finished
from viz.content import presets

LINK = {"sentence": presets.shipped()[0].english}
SENTENCES = tuple(preset.english for preset in presets.shipped())
PAUSES = {1: 3.0, 30: 3.0}  # seconds between two choices; others rest longer
LONG_PAUSE = 20.0
MOST = 300
CYCLES = 3
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass
class Seen:
    """Response times of a crowd of readers, in milliseconds, and their failures."""

    first: list[float] = field(default_factory=list)
    touch: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    failures: int = 0

    def note(self, shown: Shown, times: list[float]) -> None:
        """Add one response to `times`, and count it if it failed."""
        times.append(shown.seconds * 1000)
        self.failures += bool(shown.exceptions)


@dataclass(frozen=True)
class Used:
    """What a process has used: processor seconds, bytes of memory, open files."""

    cpu: float
    memory: int
    files: int

    @classmethod
    def by(cls, replica: Replica) -> "Used":
        """Read from /proc, so on Linux only."""
        folder = Path("/proc") / str(replica.process.pid)
        times = (folder / "stat").read_text().rpartition(")")[2].split()
        files = len(list((folder / "fd").iterdir()))
        spent = (int(times[11]) + int(times[12])) / TICKS
        return cls(spent, resident(replica.process.pid), files)


async def arrive(address: str, count: int, seen: Seen, leaving: AsyncExitStack):
    """`count` readers open one link within a second."""

    async def one(number: int) -> Visitor:
        await asyncio.sleep(number / count)
        began = time.perf_counter()
        reader = await leaving.enter_async_context(Visitor(address))
        shown = await reader.run(LINK)
        shown.seconds = time.perf_counter() - began
        seen.note(shown, seen.first)
        return reader

    return await asyncio.gather(*(one(number) for number in range(count)))


async def touch(readers: list[Visitor], seen: Seen):
    """One reader after the other changes something for the first time."""
    for reader in readers:
        seen.note(await reader.run({**LINK, "start_t": "1"}), seen.touch)


async def stay(readers: list[Visitor], pause: float, seconds: float, seen: Seen):
    """Every reader changes something about every `pause` s, for `seconds`.

    Counted from the last change, not from its answer: readers whom one delay has
    bunched together would stay a bunch. Readers who still wait when their next choice
    is due make it when the answer is there.
    """
    began = time.perf_counter()

    async def one(number: int, reader: Visitor) -> None:
        clock = random.Random(number)
        due = began + pause * clock.random()
        turn = number
        while due < began + seconds:
            await asyncio.sleep(due - time.perf_counter())
            turn += 1
            sentence = SENTENCES[turn // 10 % len(SENTENCES)]
            shown = await reader.run({"sentence": sentence, "start_t": str(turn % 5)})
            answered = time.perf_counter()
            shown.seconds = answered - due
            seen.note(shown, seen.again)
            due = max(due + pause * clock.uniform(0.5, 1.5), answered)

    await asyncio.gather(*(one(*each) for each in enumerate(readers)))


async def crowd(
    replica: Replica, count: int, seconds: float
) -> tuple[Seen, list[Used]]:
    """Arrive, touch, stay, leave; what the process had used before and after each."""
    seen, used = Seen(), [Used.by(replica)]
    async with AsyncExitStack() as leaving:
        readers = await arrive(replica.address, count, seen, leaving)
        used.append(Used.by(replica))
        if seconds:
            await touch(readers, seen)
        used.append(Used.by(replica))
        if seconds:
            await stay(readers, PAUSES.get(count, LONG_PAUSE), seconds, seen)
        used.append(Used.by(replica))
    return seen, used


def one_process(report: Report, counts: list[int], seconds: float, hold: float) -> None:
    """First pictures and reruns at growing numbers of readers; memory and files."""
    with replicas(1) as (replica,):
        finished(crowd(replica, 1, 10))  # what every process does once
        alone = 0.0
        for count in counts:
            lasting = hold if hold and count == max(counts) else seconds
            say(f"  {count} readers for {lasting:g} s")
            seen, used = finished(crowd(replica, count, lasting))
            before, there, touched, after = used
            alone = alone or middle(seen.again)
            pause = f"every {PAUSES.get(count, LONG_PAUSE):g} s, {lasting:g} s"
            first_run = (there.cpu - before.cpu) / count * 1000
            first_touch = (touched.cpu - there.cpu) / count * 1000
            rerun = (after.cpu - touched.cpu) / max(1, len(seen.again)) * 1000
            report.figure(f"{count} arrive: first picture, p50", middle(seen.first))
            arrived(report, count, seen, 1)
            name = f"{count} readers: rerun"
            bar = 3 * alone if count == 30 else None
            report.figure(f"{name}, p50", middle(seen.again), note=pause)
            report.figure(f"{name}, p95", late(seen.again), note=pause, bar=bar)
            name, bar = "processor a first run", 10.0 if count > 1 else None
            report.figure(f"{count} arrive: {name}", first_run, bar=bar)
            name, note = "processor a first touch", "opens a session"
            report.figure(f"{count} readers: {name}", first_touch, note=note)
            report.figure(f"{count} readers: processor a rerun", rerun)
            report.figure(f"{count} readers: failures", seen.failures, "", bar=0.0)
            if count == max(counts):
                per_reader = (after.memory - before.memory) / count / 1e6
                files = (after.files - before.files) / count
                report.figure("memory a reader", per_reader, "MB", bar=1.0)
                report.figure("memory in all", after.memory / 1e6, "MB", bar=900.0)
                report.figure("files a reader", files, "")


def arrived(report: Report, count: int, seen: Seen, processes: int) -> None:
    """The 95th percentile of a class that opens one link; the bar is for 300."""
    bar = {1: 5_000.0, 2: 3_000.0}[processes] if count == MOST else None
    title, note = f"{count} arrive: first picture, p95", f"{processes} process(es)"
    report.figure(title, late(seen.first), "ms", note, bar)


def coming_and_going(report: Report, count: int) -> None:
    """How much memory grows over cycles of arriving and leaving."""
    with replicas(1) as (replica,):
        finished(crowd(replica, count, 0))
        memory = []
        for cycle in range(CYCLES):
            say(f"  cycle {cycle + 1} of {CYCLES}")
            _, used = finished(crowd(replica, count, 0))
            memory.append(used[-1].memory)
    growth = (memory[-1] / memory[0] - 1) * 100
    title = f"memory over {CYCLES} cycles of {count}"
    report.figure(title, growth, "%", "growth", 5.0)


def two_processes(report: Report, count: int) -> None:
    """A class arrives at the proxy, with two processes behind it."""
    say(f"  {count} arrive at the edge before two processes")

    async def arrival(address: str) -> Seen:
        seen = Seen()
        async with AsyncExitStack() as leaving:
            await arrive(address, count, seen, leaving)
        return seen

    with tempfile.TemporaryDirectory() as folder, replicas(2) as started:
        static.copy(Path(folder))
        upstream = [f"127.0.0.1:{each.port}" for each in started]
        with edge(upstream, Path(folder)) as address:
            wait_for(address)
            finished(arrival(address))  # what every process does once
            seen = finished(arrival(address))
    arrived(report, count, seen, 2)
    report.figure("failures", seen.failures, "", bar=0.0)


def main() -> None:
    """Measure, and print the results with the machine they were measured on."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--readers", type=int, nargs="+", default=[1, 30, 100, MOST])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hold", type=float, default=0.0, help="for the most readers")
    asked = parser.parse_args()
    counts = [min(count, 2 * MOST) for count in asked.readers]
    report = Report()
    try:
        one_process(report, counts, min(asked.seconds, 600), min(asked.hold, 900))
        coming_and_going(report, max(counts))
        two_processes(report, max(counts))
    finally:
        print(report)  # also what was found before somebody stopped it


if __name__ == "__main__":
    main()
