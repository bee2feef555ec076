"""What README and docs show works as it stands there, and every link leads."""

import re
import shlex
from pathlib import Path

import pytest
from plotly import graph_objects as go

from core.training.recipe import read_recipe
from headlight.__main__ import parser
from viz.figures.figure import Figure

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / folder / "README.md" for folder in ("deploy", "recipes")),
]
MOST = 130
LINK = re.compile(r"\]\(([^)#:]*)(?:#([\w-]+))?\)")


def test_the_readme_is_a_page_and_not_a_book():
    assert len(README.read_text("utf-8").splitlines()) <= MOST


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_or_a_heading_leads(page: Path):
    for file, heading in LINK.findall(page.read_text("utf-8")):
        led = page.parent / (file or page)
        assert led.exists(), file
        assert not heading or heading in headings(led), heading


def headings(page: Path) -> set[str]:
    """What the headings of a page are called in links, as GitHub names them."""
    found = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in found)
    return {heading.replace(" ", "-") for heading in kept}


def test_a_page_of_docs_begins_with_what_one_can_do_after_it():
    for name in ("class", "commands", "figures", "library", "live", "training"):
        text = (ROOT / f"docs/{name}.md").read_text("utf-8")
        assert text.split("\n\n")[1].startswith("After this page you can "), name


def test_every_line_of_the_gallery_draws_its_figure():
    text = (ROOT / "docs/figures.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    shown = re.sub(r"^(?=\w+\.\w+\()", "_ = ", code[1], flags=re.MULTILINE)
    assert shown.count("_ = ") > 20
    imports, *parts = re.split(r"^(?=_ = )", shown, flags=re.MULTILINE)
    names: dict[str, object] = {}
    exec(imports, names)  # the page is ours
    for part in parts:
        exec(part, names)
        bare = part.startswith("_ = bars.bars(")
        assert isinstance(names["_"], go.Figure if bare else Figure), part


def blocks(kind: str) -> list[tuple[str, str]]:
    """Every block of code of one kind, with the page it stands on."""
    pattern = re.compile(rf"^```{kind}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    return [
        (page.name, code)
        for page in PAGES
        for code in pattern.findall(page.read_text("utf-8"))
    ]


def test_what_the_notebook_s_page_shows_of_our_models_runs(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    of_ours = [code for page, code in blocks("python") if page == "library.md"][:2]
    names: dict[str, object] = {}
    exec("\n".join(of_ours), names)  # the page is ours
    assert (tmp_path / "fish.html").stat().st_size > 50_000
    shape = names["found"].weights.shape  # pyright: ignore[reportAttributeAccessIssue]
    assert shape == (8, 7)  # seven words and ‹end›, over six and ‹end›
    assert "decoder.2.cross_attention.weights" in capsys.readouterr().out


def test_the_recipe_of_docs_is_one(tmp_path):
    ((_, written),) = blocks("toml")
    (tmp_path / "small.toml").write_text(written, "utf-8")
    recipe = read_recipe(tmp_path / "small.toml")
    assert (recipe.kind, recipe.schedule.updates) == ("transformer", 2_400)


COMMAND = re.compile(r"^(?:headlight|\.venv/bin/python -m (?:core|headlight)) (.*)")
MAKE = re.compile(r"^make (\w+)", re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Every command of ours that a page shows, without its remark and its pipe."""
    found = []
    for page, code in blocks(""):
        for line in code.replace("\\\n", " ").splitlines():
            line = re.sub(r"\s#.*$", "", line).split("|")[-1]
            if match := COMMAND.match(re.split(r"\s>\s", line)[0].strip()):
                found.append((page, match[1]))
    return found


@pytest.mark.parametrize(("page", "typed"), commands())
def test_every_command_that_is_shown_is_one(page: str, typed: str):
    verb, *_ = words = shlex.split(typed)
    if verb in ("app", "serve"):
        return  # tests/headlight starts them
    assert parser().parse_args(words).verb == verb, page


def test_every_target_of_make_that_is_shown_is_one():
    made = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    shown = {name for _, code in blocks("") for name in MAKE.findall(code)}
    assert {"app", "check", "serve"} <= shown <= set(made)
