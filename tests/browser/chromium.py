"""The system's Chromium for the browser tests: found, or installed when asked to.

`python tests/browser/chromium.py` prints what the browser tests will do. It installs
with the package manager when CI or INSTALL=1 is set, and fails under CI without one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
UPDATE = ("apt-get", "update")
INSTALL = ("apt-get", "install", "-y", "chromium")


def under_ci() -> bool:
    return bool(os.environ.get("CI"))


def find() -> str | None:
    """The path of a Chromium: $CHROMIUM, one of the usual names, or None."""
    named = os.environ.get("CHROMIUM")
    for name in (named,) if named else (*NAMES, str(MAC)):
        if found := shutil.which(name):
            return found
    return None


def install() -> None:
    """Ask the package manager for Chromium, as root or through sudo."""
    manager = shutil.which("apt-get")
    sudo = () if hasattr(os, "geteuid") and os.geteuid() == 0 else ("sudo",)
    if manager is None or (sudo and shutil.which("sudo") is None):
        print(
            "Chromium cannot be installed here: no apt-get, or neither root nor sudo."
        )
        return
    for command in (UPDATE, INSTALL):
        print("+", *sudo, *command, flush=True)
        if subprocess.run([*sudo, *command], check=False).returncode != 0:
            return


def main() -> int:
    path = find()
    if path is None and (under_ci() or os.environ.get("INSTALL") == "1"):
        install()
        path = find()
    if path is not None:
        print(f"Browser tests run in {path}")
        return 0
    consequence = (
        "and under CI it must be there" if under_ci() else "browser tests skip"
    )
    print(
        f"No Chromium found, {consequence}. To have one:\n"
        f"  sudo {' '.join(UPDATE)} && sudo {' '.join(INSTALL)}\n"
        "or: make check INSTALL=1, or: make check CHROMIUM=/path/to/a/browser"
    )
    return 1 if under_ci() else 0


if __name__ == "__main__":
    sys.exit(main())
