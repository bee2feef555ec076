"""The one kind of error that is addressed to the reader."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOTHING_LEFT = (
    "would be left empty: a softmax over nothing is undefined. Allow at least one of "
    "its cells."
)
"""What is said of a row whose every cell a mask forbids, after the name of the row."""


class InputError(ValueError):
    """Something the reader gave and can mend; its text is shown as it stands."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """A file of the reader's that cannot be read becomes InputError with its name."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not text in UTF-8.") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path.name} cannot be read: {error}.") from error
