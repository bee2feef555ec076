"""What is run by hand before a release: what it asks, and what it says."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def script(name: str) -> ModuleType:
    """A script of `.ci`, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_whatever_the_page_names_is_run_against_the_newest_streamlit_once():
    newest = script("next")
    asked = newest.asked(newest.PAGE.read_text("utf-8"))
    assert asked[:2] == ["tests/test_streamlit.py", "tests/browser/test_streamlit.py"]
    assert len(asked) == len(set(asked)) > 20
    assert not any(test.startswith("tests/test_streamlit.py::") for test in asked)


def test_a_test_that_fails_names_what_we_lean_on_and_where():
    report = "FAILED tests/test_streamlit.py::test_a[chromium] - x\nERROR tests/b.py\n"
    page = (
        "| what | where | why | test |\n"
        "| names of files | `server/static.py` | kept "
        "| `tests/test_streamlit.py::test_a` |\n"
    )
    assert script("next").would_break(page, report) == [
        "- names of files (`server/static.py`): tests/test_streamlit.py::test_a\n",
        "- (no row) (): tests/b.py\n",
    ]


def test_a_python_that_is_not_there_is_said_and_not_passed_over():
    travel = script("travel")
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert travel.found("2.0") is None
    assert travel.found(here) is not None
    assert travel.travelled(None, Path("a.whl"), Path("b")) == ["not run"] * 4


def test_what_fails_on_the_way_is_told_with_the_end_of_its_message():
    travel = script("travel")

    def broken() -> str:
        return travel.said([sys.executable, "-c", "raise SystemExit('no\\n  disk')"])

    assert travel.tried(broken) == "failed: no disk"


def test_an_image_that_cannot_be_built_says_what_is_missing(monkeypatch, capsys):
    image = script("image")
    monkeypatch.setattr(image.shutil, "which", {"docker": "/bin/docker"}.get)
    monkeypatch.setattr(image, "said", lambda command: None)
    assert image.main() == 0
    assert capsys.readouterr().out == (
        "not built: docker is there but does not answer; no podman, no buildah\n"
    )


@pytest.mark.parametrize("name", ["travel", "image", "next"])
def test_each_is_a_target_of_the_makefile_with_its_help(name):
    assert f"\n{name}: " in (ROOT / "Makefile").read_text("utf-8")
