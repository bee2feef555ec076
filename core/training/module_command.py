"""What every `python -m core.training.NAME` does with the words typed behind it."""

import sys
from collections.abc import Callable

from core.errors import InputError


def run(doc: str | None, main: Callable[..., object], least: int, most: int) -> None:
    """Call `main` with the words; what is wrong with them ends in one sentence.

    `doc` says how it is typed; it is said where there are too few words, or too many.
    """
    words = sys.argv[1:]
    if not least <= len(words) <= most:
        sys.exit(doc)
    try:
        main(*words)
    except InputError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}.")
