"""The wheel where nothing else is: installed, run and opened on every Python found.

For each of python3.11 to python3.14 that is on this machine: an empty environment, the
wheel with all that the app and a notebook need, JupyterLab; then the command from the
root folder, a page of its server, and a notebook. For each of them, found or not:
whether every pin of requirements.txt is to be had. PIP_ARGS is passed to pip, as in
the Makefile. Ends with 1 where something failed; what was not run is said. Versions
may be named: `python .ci/travel.py 3.12`.
"""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PATIENCE = 3600  # seconds for an installation: without a CPU build it is gigabytes
READY = 180  # seconds until a server has to be ready
NOT_RUN = "not run"
NOTEBOOK = """\
import headlight
trace = headlight.load("transformer-en-fr").explain("The cat sleeps.")
print(trace.translation.text, headlight.__version__)
trace
"""


def main() -> int:
    print("| Python | installed | command | page | notebook | pins |")
    print("|---|---|---|---|---|---|", flush=True)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        wheel = built(Path(folder))
        for version in sys.argv[1:] or PYTHONS:
            home = Path(folder) / version
            row = [*travelled(found(version), wheel, home), pins(version, home)]
            shutil.rmtree(home, ignore_errors=True)
            print(f"| {version} | {' | '.join(row)} |", flush=True)
            failed |= any(cell.startswith("failed") for cell in row)
    return int(failed)


def built(folder: Path) -> Path:
    """The wheel of this repository."""
    said([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder])
    return next(folder.glob("*.whl"))


def found(version: str) -> str | None:
    """The interpreter of that version, if one runs on this machine."""
    for name in (f"python{version}", "python3", "python"):
        code = "import sys; print(sys.executable, *sys.version_info[:2])"
        try:
            path, *numbers = said([name, "-c", code]).split()
        except (OSError, Failed):
            continue
        if ".".join(numbers) == version:
            return path
    return None


def travelled(python: str | None, wheel: Path, home: Path) -> list[str]:
    """What came of installation, command, page and notebook, a cell each."""
    if python is None:
        return [NOT_RUN] * 4
    cells = [tried(lambda: installed(python, wheel, home))]
    for job in (commanded, opened, noted):
        broken = cells[0].startswith("failed")
        cells.append(NOT_RUN if broken else tried(lambda job=job: job(home)))
    return cells


def tried(job: Callable[[], str]) -> str:
    """What a job says, or how it failed, with the last line that it wrote."""
    try:
        return job()
    except (OSError, Failed, subprocess.TimeoutExpired) as error:
        return f"failed: {' '.join(str(error).split())[-200:]}"


def installed(python: str, wheel: Path, home: Path) -> str:
    """Into an empty environment: how long it took, and how much it is."""
    began = time.monotonic()
    said([python, "-m", "venv", home])
    wanted = [f"{wheel}[app,notebook]", "jupyterlab", "nbconvert", "ipykernel"]
    options = shlex.split(os.environ.get("PIP_ARGS", ""))
    said([home / "bin" / "pip", "install", "--quiet", *options, *wanted])
    took = time.monotonic() - began
    size = sum(p.lstat().st_size for p in home.rglob("*") if not p.is_symlink())
    version = said([home / "bin" / "jupyter", "lab", "--version"]).strip()
    return f"{took:.0f} s, {size / 1e9:.1f} GB, JupyterLab {version}"


def commanded(home: Path) -> str:
    """The command, from a folder where nothing of ours is."""
    command = home / "bin" / "headlight"
    version = said([command, "--version"]).split()[-1]
    models = said([command, "models"]).split()
    text = said([command, "translate", "--model", models[-1]], given="The cat.\n")
    return f"{version}, {len(models)} models, {text.strip()}"


def opened(home: Path) -> str:
    """The server for strangers answers with a page once a translation has worked."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    began = time.monotonic()
    serve = [home / "bin" / "headlight", "serve", "--port", str(port)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(serve, cwd="/", env=bare(), stderr=quiet) as server:
        try:
            while not answers(f"{address}/ready"):
                if server.poll() is not None or time.monotonic() - began > READY:
                    raise Failed("the server was never ready")
                time.sleep(0.2)
            took = time.monotonic() - began
            font = next((ROOT / "static").glob("*.woff2")).name
            for page in ("", "transformer", f"app/static/{font}"):
                if not answers(f"{address}/{page}"):
                    raise Failed(f"no answer at /{page}")
        finally:
            server.terminate()
    return f"ready after {took:.0f} s"


def noted(home: Path) -> str:
    """A notebook is executed and saved as a page that holds the picture."""
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": NOTEBOOK}
    cell |= {"execution_count": None, "outputs": []}
    note = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    file = home / "note.ipynb"
    file.write_text(json.dumps(note), encoding="utf-8")
    convert = ["nbconvert", "--to", "html", "--execute", str(file)]
    said([home / "bin" / "jupyter", *convert])
    page = file.with_suffix(".html").read_text("utf-8")
    if "<iframe" not in page:
        raise Failed("there is no picture in the page")
    return f"executed, {len(page) / 1e6:.1f} MB as a page"


def pins(version: str, home: Path) -> str:
    """Whether pip finds every pin of requirements.txt for a Python, built already."""
    options = ["--dry-run", "--quiet", "--ignore-installed", "--only-binary=:all:"]
    options += ["--python-version", version, "--target", str(home / "none")]
    options += shlex.split(os.environ.get("PIP_ARGS", ""))
    pip: list[str | Path] = [sys.executable, "-m", "pip", "install", *options]

    def resolve() -> str:
        said([*pip, "-r", ROOT / "requirements.txt"])
        return "resolve"

    return tried(resolve)


class Failed(RuntimeError):
    """A program ended badly; the message is the end of what it wrote."""


def said(command: list[str | Path], given: str = "") -> str:
    """What a program prints, run where nothing of ours is; Failed where it fails."""
    home = ROOT if "hatchling" in command else Path("/")
    done = subprocess.run(
        list(map(str, command)),
        cwd=home,
        env=bare(),
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        raise Failed((done.stderr.strip() or done.stdout.strip() or "no word")[-400:])
    return done.stdout


def bare() -> dict[str, str]:
    """The environment without what would let Python find anything of ours."""
    ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in ours}


def answers(address: str) -> bool:
    """Whether a page is there."""
    try:
        with urlopen(address, timeout=10) as page:
            return page.status == 200
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
