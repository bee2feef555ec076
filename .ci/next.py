"""What would break with the newest Streamlit: the tests of docs/streamlit-internals.md.

Streamlit's newest release goes into a folder of its own, which is found before the
pinned one; everything else stays as pinned. Ends with 1 where a test fails, and says
what we lean on there. Where the release cannot be had it says so and ends with 0:
nothing was found out, and nothing is claimed. PIP_ARGS is passed to pip.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Apart: the app is not tested with it. Elsewhere than in a folder of this name
# Streamlit takes itself for a clone of its own repository, and refuses a port.
HOME = ROOT / ".venv" / "next" / "site-packages"
PAGE = ROOT / "docs" / "streamlit-internals.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
WHOLE = ("tests/test_streamlit.py", "tests/browser/test_streamlit.py")
ENDED = re.compile(r"^(?:FAILED|ERROR) (tests/[\w/]+\.py)(?:::(test_\w+))?", re.M)


def main() -> int:
    try:
        version = fetched()
    except ValueError as reason:
        print(f"not tried: {reason}")
        return 0
    print(f"Streamlit {version}; here {pinned()} is pinned.", flush=True)
    page = PAGE.read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "--tb=line", *asked(page)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout)
    broken = would_break(page, done.stdout)
    none = f"Nothing that we lean on breaks with Streamlit {version}."
    print(*(broken or [none if not done.returncode else "The tests did not run."]))
    return int(done.returncode != 0)


def pinned() -> str:
    """The version of Streamlit with which everything else is tested."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    return text.partition("streamlit==")[2].split()[0]


def fetched() -> str:
    """The newest version of Streamlit, installed apart; ValueError if it cannot be."""
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    pins = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    kept = HOME / "pins.txt"
    kept.write_text("\n".join(pin for pin in pins if not pin.startswith("streamlit=")))
    options = ["--quiet", "--target", str(HOME), "--constraint", str(kept)]
    options += shlex.split(os.environ.get("PIP_ARGS", ""))
    pip = [sys.executable, "-m", "pip", "install", *options, "streamlit"]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    found = next(HOME.glob("streamlit-*.dist-info"), None)
    if done.returncode or found is None:
        raise ValueError((done.stderr.strip() or "no word").splitlines()[-1])
    return found.name.removeprefix("streamlit-").removesuffix(".dist-info")


def asked(page: str) -> list[str]:
    """The tests of what we lean on: two files, and whatever else the page names."""
    named = dict.fromkeys("::".join(test) for test in NAMED.findall(page))
    return [*WHOLE, *(test for test in named if not test.startswith(WHOLE))]


def would_break(page: str, report: str) -> list[str]:
    """A line for each test that failed: what we lean on, where, and the test."""
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    said = []
    for file, name in dict.fromkeys(ENDED.findall(report)):
        test = f"{file}::{name}" if name else file
        leaning = [row for row in rows if test in row[-1]] or [["| (no row)", "", ""]]
        said += [f"- {row[0][2:]} ({row[1]}): {test}\n" for row in leaning]
    return said


if __name__ == "__main__":
    sys.exit(main())
