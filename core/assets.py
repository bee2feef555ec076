"""Where the plain files lie that ship with the app."""

import hashlib
from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"
MODELS = ASSETS / "models"
WORLDS = ASSETS / "worlds"
MANIFEST = "manifest.json"


def digest(folder: Path) -> str:
    """The short name of what lies in a model folder: eight hexadecimal digits.

    They are of its manifest, which holds the sum of every other file. Nothing is loaded
    for it. Raises OSError where there is no manifest.
    """
    return hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()[:8]
