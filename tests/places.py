"""Where things lie in the repository, for tests in whatever folder."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
APP = str(ROOT / "app.py")
