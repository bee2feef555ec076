"""Where the plain files lie that ship with the app."""

from pathlib import Path

ASSETS = Path(__file__).parent.parent / "assets"
