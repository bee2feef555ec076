"""The wheel: built, installed beside the pins, used from a folder of its own."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from core import __version__
from hatch_build import renamed
from tests.places import ROOT

pytestmark = pytest.mark.xdist_group("wheel")

MOST_BYTES = 60_000_000
EVERY_MODULE = """
import importlib, pkgutil, sys
import headlight
for found in pkgutil.walk_packages(headlight.__path__, "headlight."):
    importlib.import_module(found.name)
    print(found.name)
bare = {name.partition(".")[0] for name in sys.modules}
assert not bare & {"app", "asgi", "core", "server", "viz"}, bare
"""
FIRST_PAGE = """
from pathlib import Path
import headlight
from streamlit.testing.v1 import AppTest
app = Path(headlight.__file__).with_name("app.py")
shown = AppTest.from_file(str(app), default_timeout=120).run()
assert not shown.exception, shown.exception
print(*(title.value for title in shown.title))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d"]
    subprocess.run([*build, str(folder)], cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory) -> Path:
    """A folder into which the wheel was installed, without what it needs."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--no-deps", "--no-index", "--no-compile", "--quiet"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target"]
    subprocess.run([*pip, str(folder), str(wheel)], check=True, capture_output=True)
    return folder


def asked(site: Path, *arguments: str, given: str = "") -> str:
    """What Python prints, run in the root folder with the installed package."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd="/",
        env=environment,
        input=given,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_import_of_ours_is_renamed_and_the_rest_stays():
    source = (
        '"""from core.x import y: a docstring stays."""\n'
        "import core\n"
        "import core.labs.sizes as sizes\n"
        "import corelike, os\n"
        "from viz import (  # é\n    say,\n)\n"
        "def late():\n    é = 1; from core.x import y\n"
    )
    assert renamed(source) == (
        '"""from core.x import y: a docstring stays."""\n'
        "from headlight import core\n"
        "import headlight.core.labs.sizes as sizes\n"
        "import corelike, os\n"
        "from headlight.viz import (  # é\n    say,\n)\n"
        "def late():\n    é = 1; from headlight.core.x import y\n"
    )


@pytest.mark.parametrize("line", ["import core.x", "import os, core"])
def test_an_import_that_cannot_be_renamed_stops_the_build(line):
    with pytest.raises(ValueError, match="from … import"):
        renamed(line)


def test_the_wheel_holds_one_package_its_licence_and_its_types(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name == f"headlight-{__version__}-py3-none-any.whl"
    assert {name.partition("/")[0] for name in names} == {
        "headlight",
        f"headlight-{__version__}.dist-info",
    }
    assert "headlight/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert wheel.stat().st_size <= MOST_BYTES


def test_every_module_of_the_wheel_is_imported_and_none_by_its_bare_name(site):
    found = set(asked(site, "-c", EVERY_MODULE).split())
    files = {
        ".".join(path.relative_to(site).with_suffix("").parts)
        for path in (site / "headlight").rglob("*.py")
    }
    assert found == {name.removesuffix(".__init__") for name in files} - {"headlight"}


def test_importing_the_package_waits_for_no_library(site):
    code = "import headlight, sys; print({'torch', 'streamlit'} & set(sys.modules))"
    assert asked(site, "-c", code) == "set()\n"


def test_the_command_translates_from_any_folder(site):
    command = str(site / "bin" / "headlight")
    assert asked(site, command, "--version") == f"headlight {__version__}\n"
    assert "transformer-en-fr" in asked(site, command, "models")
    line = asked(
        site, command, "translate", "--model", "transformer-en-fr", given="The cat.\n"
    )
    assert line == "Le chat.\n"


def test_the_installed_app_opens_with_its_heading(site):
    assert "which word to look at" in asked(site, "-c", FIRST_PAGE)
