"""What a language does not say yet, or says with other slots.

python -m viz.content --missing fr
"""

import argparse
import sys

from viz.content.missing import missing


def main() -> int:
    """List what is missing, one a line; 1 where anything is."""
    parser = argparse.ArgumentParser(prog="python -m viz.content", description=__doc__)
    parser.add_argument("--missing", metavar="LANG", required=True)
    found = missing(parser.parse_args().missing)
    for line in found:
        print(line)
    return int(bool(found))


sys.exit(main())
