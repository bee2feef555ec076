"""Whether what the image installs has known holes: pip-audit on requirements.lock.

Ends with 1 when it has. Where the advisories cannot be asked, it says so and ends
with 0: nothing was found out, and nothing is claimed.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOOL = "pip-audit==2.10.1"
HOME = ROOT / ".venv" / "audit"  # apart: the app is not tested with its dependencies
PATIENCE = 180  # seconds for each step


def asked() -> str:
    """What pip-audit answers, as JSON; ValueError with the reason if it cannot."""
    python = HOME / "bin" / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    install = ("pip", "install", "--quiet", "--retries", "0", TOOL)
    look = ("pip_audit", "--disable-pip", "--require-hashes", "--format", "json")
    quiet = ("--progress-spinner", "off", "--requirement", "requirements.lock")
    said = ""
    for step in (install, (*look, *quiet)):
        try:
            done = subprocess.run(
                [str(python), "-m", *step],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise ValueError(f"{step[0]} had no answer in {PATIENCE} s") from None
        if done.returncode and not done.stdout.lstrip().startswith("{"):
            reason = (done.stderr.strip() or "no word").splitlines()[-1]
            raise ValueError(f"{step[0]}: {reason}")
        said = done.stdout
    return said


def holes(answer: str) -> list[str]:
    """One line for each known hole: the package, its version, the advisory."""
    return [
        f"{package['name']} {package['version']}: {hole['id']}"
        for package in json.loads(answer)["dependencies"]
        for hole in package.get("vulns", ())
    ]


def main() -> int:
    try:
        found = holes(asked())
    except ValueError as reason:
        print(f"not audited: no network ({reason})")
        return 0
    print(*(found or ["audited: no known hole in requirements.lock"]), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
