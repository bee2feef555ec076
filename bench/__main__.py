"""python -m bench [PART …]: all parts unless named."""

import sys
from collections.abc import Callable
from importlib import import_module

from bench.report import Report, say

PARTS = (
    "passes",
    "training",
    "memory",
    "heads",
    "long_inputs",
    "screen",
    "labs",
    "captions",
)


def main(names: list[str]) -> int:
    if unknown := set(names) - set(PARTS):
        say(f"unknown part {sorted(unknown)}; there are {', '.join(PARTS)}")
        return 2
    report = Report()
    try:
        for name in names or PARTS:
            say(f"measuring {name} …")
            measure: Callable[[Report], None] = import_module(f"bench.{name}").measure
            measure(report)
    finally:  # what was measured before somebody lost patience
        print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
