"""What a language does not say yet, or says with other slots.

python -m viz.content --missing fr
"""

import argparse
import os
import sys

from viz.content import languages
from viz.content.missing import missing


def main() -> int:
    """List what is missing, one a line, with its English; 1 where anything is."""
    parser = argparse.ArgumentParser(prog="python -m viz.content", description=__doc__)
    parser.add_argument("--missing", metavar="LANG", required=True)
    lang = parser.parse_args().missing
    try:
        languages.locale(lang)
    except ValueError as problem:
        parser.error(str(problem))
    found = missing(lang)
    try:
        for line, english in found.items():
            print(f"{line} = {english}" if english else line)
        sys.stdout.flush()
    except BrokenPipeError:  # of a long list, `head` wants to see the beginning only
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
