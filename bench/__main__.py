"""python -m bench [PART …]: all parts unless named.

The report is printed as it grows, on standard output, and whole at the end. Whatever
cannot be measured costs its own row. The exit status is 1 where a bar was missed, and 2
for a part that there is not.
"""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module

from bench.report import Report, say

PARTS = {
    "passes": ("a traced pass beside a plain one, loading, translating", 1),
    "training": ("updates beside those of torch's own parts", 1),
    "memory": ("what a process takes", 1),
    "heads": ("12 × 12 heads in a browser, and BertViz with the same", 1),
    "long_inputs": ("128 and 512 tokens as files, and BertViz with 128", 2),
    "generations": ("400 tokens generated in 32 × 32 heads as a file", 2),
    "screen": ("first paint, sentences, the picture, bytes of a first load", 3),
    "labs": ("a slider of each lab", 2),
    "live": ("a page that translates by itself, opened from disk", 2),
    "captions": ("the picture that is described", 1),
    "pictures": ("patches of pictures as files: sizes, first paint, another patch", 2),
}
"""What each part measures, and about how many minutes it takes on two cores at rest."""


def parser() -> argparse.ArgumentParser:
    """The parts, with the time that each takes."""
    rows = (
        f"  {name:<12} {minutes:>2} min  {what}"
        for name, (what, minutes) in PARTS.items()
    )
    return argparse.ArgumentParser(
        prog="python -m bench",
        description=__doc__,
        epilog="\n".join(["parts, with about the time that each takes:", *rows]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def main(names: list[str]) -> int:
    """Measure the parts that are named, or all; the exit status."""
    asked = parser()
    asked.add_argument("part", nargs="*", help="measure these alone")
    chosen = asked.parse_args(names).part
    if unknown := sorted(set(chosen) - set(PARTS)):
        say(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    report = Report()
    try:
        for name in chosen or PARTS:
            say(f"measuring {name} …")
            try:
                measure: Callable[[Report], None]
                measure = import_module(f"bench.{name}").measure
                measure(report)
            except Exception as error:
                report.miss(name, error)
    finally:  # whole, even where somebody has lost patience
        print(f"\n{report}", flush=True)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
