"""What a language does not say yet, or says otherwise than English does today.

    python -m viz.content --missing fr
    python -m viz.content --made-from fr                        # what is new in it
    python -m viz.content --made-from fr start.md "presets.toml: fish.why"

The second says of every entry that was not there before from which English it was made:
whatever changes in English afterwards is listed, and said in English. The third renews
that for entries, or files, that a translator has looked at again.
"""

import argparse
import os
import sys

from viz.content import languages, made_from
from viz.content.missing import made_of, missing


def main() -> int:
    """List what is missing, one a line, with its English; 1 where anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m viz.content",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--missing", metavar="LANG")
    what.add_argument("--made-from", nargs="+", metavar=("LANG", "FILE[: ENTRY]"))
    asked = parser.parse_args()
    lang, *entries = asked.made_from or [asked.missing]
    try:
        languages.locale(lang)
    except ValueError as problem:
        parser.error(str(problem))
    if asked.made_from:
        return _renewed(lang, entries)
    found = missing(lang)
    try:
        for line, english in found.items():
            print(f"{line} = {english}" if english else line)
        sys.stdout.flush()
    except BrokenPipeError:  # of a long list, `head` wants to see the beginning only
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(bool(found))


def _renewed(lang: str, looked_at: list[str]) -> int:
    """Write down what the entries are made from; 1 where a name is that of none."""
    now, before = made_of(lang), made_from.recorded(lang)
    digests = {
        entry: digest
        if entry not in before or {entry, entry.partition(": ")[0]} & {*looked_at}
        else before[entry]
        for entry, digest in now.items()
    }
    known = {*now, *(entry.partition(": ")[0] for entry in now)}
    for name in looked_at:
        if name not in known:
            print(f"no entry: {name}", file=sys.stderr)
    print(made_from.write(lang, digests))
    return int(not known.issuperset(looked_at))


if __name__ == "__main__":
    sys.exit(main())
