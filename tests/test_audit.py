"""The audit of what the image installs: a hole fails, silence is called silence."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script of the CI, with an environment that is there already."""
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").touch()
    monkeypatch.setattr(module, "HOME", tmp_path)
    return module


def answering(monkeypatch, *answers):
    """Every step ends with the next of these: a status, what it printed, its errors."""
    rest = iter(answers)
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), *next(rest))
    )


def test_a_known_hole_fails_and_is_named(audit, monkeypatch, capsys):
    found = (
        '{"dependencies": [{"name": "sound", "version": "1.0", "vulns": []},'
        ' {"name": "starlette", "version": "0.48", "vulns": [{"id": "CVE-1"}]}]}'
    )
    answering(monkeypatch, (0, "", ""), (1, found, "Found 1 known vulnerability"))
    assert audit.main() == 1
    assert capsys.readouterr().out == "starlette 0.48: CVE-1\n"


def test_no_hole_passes(audit, monkeypatch, capsys):
    answering(monkeypatch, (0, "", ""), (0, '{"dependencies": []}', ""))
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("audited: ")


@pytest.mark.parametrize(
    "answers",
    [
        [(1, "", "ERROR: no matching distribution")],
        [(0, "", ""), (1, "", "Traceback\nConnectionError: nobody there")],
    ],
)
def test_without_a_network_nothing_is_claimed(audit, monkeypatch, capsys, answers):
    answering(monkeypatch, *answers)
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("not audited: no network (")
