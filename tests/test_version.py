"""One version, in `core`; whatever else says one says the same."""

import re
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement

from core import __version__
from viz.content.texts import ENGLISH, load

ROOT = Path(__file__).parent.parent


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def named(lines: list[str]) -> dict[str, Requirement]:
    """Requirements by the name of their package."""
    return {found.name: found for found in map(Requirement, lines)}


def pins(file: str) -> dict[str, str]:
    """The exact versions of a file of requirements."""
    text = (ROOT / file).read_text("utf-8")
    return dict(re.findall(r"^([\w-]+)==([\w.]+)$", text, re.MULTILINE))


def test_the_newest_changes_are_those_of_this_version():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first = re.search(r"^## ([\d.]+), 20\d\d-\d\d-\d\d$", changes, re.MULTILINE)
    assert first is not None and first[1] == __version__


def test_a_release_is_told_in_forty_lines():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.split(r"^## ", changes, flags=re.MULTILINE)[1:]
    assert [r[:5] for r in releases if len(r.splitlines()) > 40] == []


def test_the_image_and_the_docs_name_this_version():
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert set(re.findall(r'image\.version="([^"]+)"', image)) == {__version__}
    manifest = (ROOT / "deploy/kubernetes.yaml").read_text("utf-8")
    named_there = re.findall(r"headlight(?:-edge)?:([\d.]+)", manifest)
    assert named_there == [__version__] * 2
    docs = "".join(p.read_text("utf-8") for p in (ROOT / "docs").glob("*.md"))
    wheels = set(re.findall(r"headlight-([\d.]+)-py3", docs))
    assert wheels == {__version__}


def test_who_cites_it_names_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (cited["title"], cited["version"]) == ("Headlight", __version__)
    assert cited["license"] == project()["license"] == "MIT"
    (author,) = cited["authors"]
    assert [author] == project()["authors"]
    assert f"(c) 2026 {author['name']}" in (ROOT / "LICENSE").read_text("utf-8")
    assert load("browser", ENGLISH)["link.authors"] == author["name"]


def test_the_wheel_allows_ranges_that_hold_what_is_pinned_here():
    extras = project()["optional-dependencies"]
    app = named(project()["dependencies"] + extras["app"])
    assert set(app) == set(pins("requirements.txt"))
    assert set(extras) == {"app", "notebook", "rooms", "train"}
    files = ("requirements.txt", "requirements-image.txt", "requirements-dev.txt")
    here = {name: version for file in files for name, version in pins(file).items()}
    others = named(extras["notebook"] + extras["rooms"] + extras["train"])
    for needed in (*app.values(), *others.values()):
        if needed.name in here:
            assert needed.specifier.contains(here[needed.name]), needed
        assert needed.specifier and str(needed.specifier)[:2] != "==", needed


def test_the_library_alone_needs_neither_streamlit_nor_plotly():
    base = set(named(project()["dependencies"]))
    assert base == {"jaxtyping", "numpy", "safetensors", "tokenizers", "torch"}
