"""The results of a benchmark: ratios and figures with their bars, and the machine."""

import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from core.labs.hardware import processor


@dataclass(frozen=True)
class Figure:
    """One measured number; `bar` is the most (or least) that it should be.

    A ratio means the same on every machine; milliseconds only on their own.
    """

    name: str
    value: float
    unit: str
    note: str = ""
    bar: float | None = None
    at_least: bool = False

    @property
    def kept(self) -> bool:
        """Whether it keeps its bar; so it does where there is none."""
        if self.bar is None:
            return True
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def __str__(self) -> str:
        line = f"{self.name:<52}{self.value:8,.2f} {self.unit:<9} {self.note}".rstrip()
        if self.bar is None:
            return line
        limit = "at least" if self.at_least else "at most"
        return f"{line}   {limit} {self.bar:g}: {'yes' if self.kept else 'NO'}"


@dataclass
class Report:
    """Everything measured in one run: printed as it comes, then with the ratios first.

    What could not be measured is named with its reason.
    """

    ratios: list[Figure] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = ["Ratios", *map(str, self.ratios)]
        parts += ["", "Figures of this machine", *map(str, self.figures)]
        if self.missing:
            parts += ["", "Not measured", *self.missing]
        bars = [one for one in (*self.ratios, *self.figures) if one.bar is not None]
        kept = f"{len(bars) - len(self.missed)} of {len(bars)} bars kept"
        return "\n".join([*parts, "", kept, machine()])

    def ratio(
        self, name: str, value: float, bar: float | None = None, at_least: bool = False
    ) -> None:
        """One thing measured against another."""
        self.ratios.append(Figure(name, value, "×", bar=bar, at_least=at_least))
        print(self.ratios[-1], flush=True)

    def figure(
        self,
        name: str,
        value: float,
        unit: str = "ms",
        note: str = "",
        bar: float | None = None,
    ) -> None:
        """A number that depends on the machine."""
        self.figures.append(Figure(name, value, unit, note, bar))
        print(self.figures[-1], flush=True)

    def miss(self, name: str, why: object) -> None:
        """What was not measured, and the first line of why."""
        lines = str(why).splitlines() or [type(why).__name__]
        self.missing.append(f"{name}: not measured: {lines[0]}")
        print(self.missing[-1], flush=True)

    @property
    def missed(self) -> list[Figure]:
        """What does not keep its bar."""
        return [one for one in (*self.ratios, *self.figures) if not one.kept]

    def spread(
        self,
        name: str,
        times: Sequence[float],
        note: str = "",
        bar: float | None = None,
    ) -> None:
        """The median of some milliseconds, held against a bar, and their p95."""
        self.figure(f"{name}, p50", middle(times), note=note, bar=bar)
        self.figure(f"{name}, p95", late(times))


def machine() -> str:
    """The processor, the cores, how busy it is, and the versions that matter."""
    names = ("torch", "streamlit", "plotly", "tokenizers")
    system = f"{platform.system()} {platform.machine()}"
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        f"Machine: {processor()}, {load}, {system}, "
        f"Python {platform.python_version()}, {versions}"
    )


def resident(process: int | str = "self") -> int:
    """Resident bytes of a process; 0 where /proc does not tell."""
    statm = Path(f"/proc/{process}/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def in_turn(works: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Milliseconds of each work, called in turn so that a busy moment meets all."""
    for work in works:
        work()
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, kept in zip(works, times, strict=True):
            kept.append(timed(work))
    return times


def middle(times: Sequence[float]) -> float:
    """The median (p50)."""
    return statistics.median(times)


def late(times: Sequence[float]) -> float:
    """The 95th percentile, nearest rank."""
    return sorted(times)[max(0, -(-95 * len(times) // 100) - 1)]


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)
