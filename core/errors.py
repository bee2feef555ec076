"""The one kind of error that is addressed to the reader."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOTHING_LEFT = (
    "would be left empty: a softmax over nothing is undefined. Allow at least one of "
    "its cells."
)
"""What is said of a row whose every cell a mask forbids, after the name of the row."""


class InputError(ValueError):
    """Something the reader gave and can mend; its text is shown as it stands.

    InputError("no_word", "There is no word {word}; they are 1 to {last}.", word=9,
    last=5): the text is English, with slots; another language has its own under that
    `name` (`viz.content.texts.error`). A part of a network is a slot as it is, and
    `spoken` in English. A text alone, without a name, is never another: it is for the
    command line.
    """

    def __init__(self, name: str, text: str = "", /, **slots: Any) -> None:
        said = {slot: getattr(value, "spoken", value) for slot, value in slots.items()}
        super().__init__(text.format(**said) if text else name)
        self.name, self.text = name if text else "", text
        self.slots = slots


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """A file of the reader's that cannot be read becomes InputError with its name."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(
            "no_file",
            "There is no file {path}.",
            path=str(path),
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            "no_text",
            "{file} is not text in UTF-8.",
            file=path.name,
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            "unreadable_file",
            "{file} cannot be read: {reason}.",
            file=path.name,
            reason=str(error),
        ) from error
