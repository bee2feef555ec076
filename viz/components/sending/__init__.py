"""A file that was asked for, sent to the reader's browser, which saves it."""

import base64
import mimetypes
from pathlib import Path
from uuid import uuid4

from viz.components.mounting import of_folder

_SENDING = of_folder(Path(__file__).parent, "<span hidden></span>")


def sending(content: str | bytes, name: str, *, key: str) -> None:
    """Send it; every call is another file, though it says the same."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    file = {"id": uuid4().hex, "name": name, "kind": kind}
    if isinstance(content, str):
        told = {"text": content}
    else:
        told = {"bytes": base64.b64encode(content).decode()}
    _SENDING(key=key, data=[{**file, **told}])


def pressing(button: str, *, key: str) -> None:
    """Press a button of the page, by its selector, as soon as it is there.

    What it sends is too large for a message, and comes as a stream.
    """
    _SENDING(key=key, data=[{"id": uuid4().hex, "button": button}])
