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
import importlib, os, pkgutil, sys
import headlight
for found in pkgutil.walk_packages(headlight.__path__, "headlight."):
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as error:  # it is pinned, and a checkout may be older
        if error.name != "anywidget" or "CI" in os.environ:
            raise
    print(found.name)
bare = {name.partition(".")[0] for name in sys.modules}
assert not bare & {"app", "asgi", "core", "server", "viz"}, bare
"""
ALONE = """
import sys
class Absent:
    names = {"altair", "anywidget", "babel", "pandas", "plotly", "segno", "starlette"}
    names |= {"sacrebleu", "streamlit", "tqdm", "uvicorn"}
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
import headlight
assert {"torch", "core"} & set(sys.modules) == set()
trace = headlight.load("transformer-en-fr").explain("The cat sleeps.")
print(trace.translation.text, trace.attention("decoder.0.cross_attention").key_words)
assert trace._repr_html_().startswith("<iframe")
from headlight.__main__ import main
sys.exit(main(["app"]))
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


def run(site: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
    """Python in the root folder, with the installed package."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd="/",
        env=environment,
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def asked(site: Path, *arguments: str, given: str = "") -> str:
    """What Python prints; it has to end well."""
    done = run(site, *arguments, given=given)
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
    assert f"headlight-{__version__}.dist-info/licenses/LICENSE" in names
    assert wheel.stat().st_size <= MOST_BYTES


def test_every_module_of_the_wheel_is_imported_and_none_by_its_bare_name(site):
    found = set(asked(site, "-c", EVERY_MODULE).split())
    files = {
        ".".join(path.relative_to(site).with_suffix("").parts)
        for path in (site / "headlight").rglob("*.py")
    }
    assert found == {name.removesuffix(".__init__") for name in files} - {"headlight"}


def test_the_library_alone_needs_no_screen_and_says_what_the_app_needs(site):
    done = run(site, "-c", ALONE)
    assert done.stdout.startswith(
        "Le chat dort. ('The', 'cat', 'sleeps', '.', '‹end›')"
    )
    assert done.stderr.endswith("pip install 'headlight[app]'\n")
    assert done.returncode == 1


def test_the_command_translates_from_any_folder(site):
    command = str(site / "bin" / "headlight")
    assert asked(site, command, "--version") == f"headlight {__version__}\n"
    assert "transformer-en-fr" in asked(site, command, "models")
    line = asked(
        site,
        command,
        "translate",
        "--model",
        "transformer-en-fr",
        given="The cat sleeps.\n",
    )
    assert line == "Le chat dort.\n"


def test_the_installed_app_opens_with_its_heading(site):
    assert "which word to look at" in asked(site, "-c", FIRST_PAGE)
