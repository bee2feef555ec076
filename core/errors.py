"""The one kind of error that is addressed to the reader."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
