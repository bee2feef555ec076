"""The house keeps its shape: arrows point inwards, files stay short and plain."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = {
    ".py",
    ".js",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".txt",
    ".yml",
    ".yaml",
    ".json",
}
LONGEST_FUNCTION = 60  # lines, of JavaScript
LONGEST = 320  # past about 250 a file probably has two subjects


def files(*folders: str, suffix: str = ".py") -> list[Path]:
    """The files below folders, or the one file that is named, in a fixed order."""
    found: list[Path] = []
    for folder in folders:
        path = ROOT / folder
        found += [path] if path.is_file() else sorted(path.rglob(f"*{suffix}"))
    return [path for path in found if "__pycache__" not in path.parts]


def shipped() -> list[Path]:
    """Every file of ours that a reader of the repository sees as text."""
    skipped = {"node_modules", "__pycache__", "runs", "models", "fonts"}
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        and (path.suffix in SHOWN or path.name in {"Makefile", "run", "Dockerfile"})
        and not skipped & set(path.relative_to(ROOT).parts)
        and not any(
            part.startswith(".") and part not in {".ci", ".streamlit"}
            for part in path.relative_to(ROOT).parts
        )
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, wherever in the file; `from a import b` is a.b."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def importing(paths: list[Path], *modules: str) -> list[str]:
    """'file imports module' for each file that imports one of the modules."""
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in paths
        for name in imports(path)
        if any(f"{name}.".startswith(f"{module}.") for module in modules)
    ]


def in_a_new_process(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


CORE = (
    *("core.__main__", "core.exercises", "core.commands"),
    "core.training core.labs",
    *("core.analysis", "core.other_models"),
    *("core.in_use", "core.trace"),
    *("core.experiments", "core.decoding core.checkpoint"),
    *(
        "core.networks",
        "core.text core.layers core.sealed",
        "core.attention core.attention_map",
    ),
    "core.worlds",
    "core.shelf core.showing",
    "core.errors core.assets",
)
VIZ = (
    "viz.pages.start viz.pages.bahdanau viz.pages.transformer viz.pages.compare "
    "viz.pages.models viz.pages.open viz.pages.terms viz.pages.references "
    "viz.pages.why viz.pages.exercises viz.pages.writer viz.pages.captions "
    "viz.pages.memory viz.pages.lessons viz.pages.labs",
    *("viz.pages.sentence", "viz.pages.app"),
    *("viz.export", "viz.components", "viz.figures"),
    *("viz.payload", "viz.address", "viz.say", "viz.content"),
)
"""Rooms from the outermost to the innermost. A room imports from those after it; those
that stand together do not know each other."""


def room(module: str, rooms: tuple[str, ...]) -> tuple[int, str] | None:
    """How far in the room of a module lies, and its name: the longest that there is."""
    found = [
        (name, floor)
        for floor, together in enumerate(rooms)
        for name in together.split()
        if f"{module}.".startswith(f"{name}.")
    ]
    if not found:
        return None
    name, floor = max(found, key=lambda pair: len(pair[0]))
    return floor, name


@pytest.mark.parametrize(("top", "rooms"), [("core", CORE), ("viz", VIZ)])
def test_arrows_between_rooms_point_inwards(top: str, rooms: tuple[str, ...]):
    outwards = set()
    for path in files(top):
        parts = path.relative_to(ROOT).with_suffix("").parts
        here = room(".".join(part for part in parts if part != "__init__"), rooms)
        for name in imports(path):
            there = room(name, rooms)
            if here and there and here[1] != there[1] and there[0] <= here[0]:
                outwards.add(f"{path.relative_to(ROOT)} imports {name}")
    assert outwards == set()


TOPS = "headlight bench", "asgi", "server app", "viz", "core"
"""What stands at the top, from the outermost; only asgi knows both server and app."""


def test_arrows_between_what_stands_at_the_top_point_inwards():
    outwards = set()
    for path in files(
        "headlight", "bench", "asgi.py", "server", "app.py", "viz", "core"
    ):
        here = room(path.relative_to(ROOT).parts[0].removesuffix(".py"), TOPS)
        for name in imports(path):
            there = room(name, TOPS)
            if here and there and here[1] != there[1] and there[0] <= here[0]:
                outwards.add(f"{path.relative_to(ROOT)} imports {name}")
    assert outwards == set()


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Every group of modules that reach each other, smallest names first."""
    reached: dict[str, set[str]] = {}
    for start in arrows:
        seen, left = set[str](), [start]
        while left:
            for then in arrows.get(left.pop(), set()) - seen:
                seen.add(then)
                left.append(then)
        reached[start] = seen
    groups = {
        tuple(sorted({a, *(b for b in reached[a] if a in reached.get(b, set()))}))
        for a in arrows
        if a in reached[a]
    }
    return [list(group) for group in sorted(groups)]


def test_the_first_page_waits_for_nothing_that_only_a_download_needs():
    done = in_a_new_process(
        "import sys, viz.pages.start.page\n"
        "late = ('numpy', 'torch', 'viz.export', 'plotly.express')\n"
        "print(sorted(m for m in sys.modules if m in late))"
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_circle_is_seen():
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set[str]()}
    assert circles(arrows) == [["a", "b", "c"]]


@pytest.mark.parametrize("top", ["core", "viz", "server", "bench"])
def test_no_modules_import_each_other_in_a_circle(top: str):
    """Imports for types alone count, and those inside a function.

    What is imported from a package counts as the package, unless it is a module.
    """
    known = {module_of(path): path for path in files(top)}
    arrows: dict[str, set[str]] = {}
    for here, path in known.items():
        named = {
            name if name in known else name.rpartition(".")[0] for name in imports(path)
        }
        arrows[here] = (named & known.keys()) - {here}
    assert circles(arrows) == []


def test_every_folder_is_a_room():
    """The arrows of one that is named nowhere would not be seen."""
    folders = [
        f"{parent.replace('/', '.')}.{path.name}"
        for parent in ("core", "viz", "viz/pages")
        for path in sorted((ROOT / parent).iterdir())
        if (path / "__init__.py").is_file() and path.name != "pages"
    ]
    assert [name for name in folders if not room(name, (*CORE, *VIZ))] == []


@pytest.mark.parametrize("top", ["core", "viz"])
def test_few_modules_stand_outside_a_room(top: str):
    assert len(list((ROOT / top).glob("*.py"))) <= 11


def test_core_knows_no_screen():
    assert importing(files("core"), "streamlit", "plotly", "viz", "app") == []


def test_figures_and_words_know_no_streamlit():
    pure = [
        path
        for path in files("viz")
        if path.relative_to(ROOT).parts[1] not in {"pages", "components"}
    ]
    assert importing(pure, "streamlit", "viz.pages") == []
    inner = [path for path in pure if path.relative_to(ROOT).parts[1] != "export"]
    assert importing(inner, "viz.components") == []


def test_a_picture_is_packed_without_streamlit():
    mounting = {"viz/components/mounting.py", "viz/components/walk_numbers/__init__.py"}
    ours = [
        path
        for path in files("viz/components", "viz/export", "headlight/__init__.py")
        if str(path.relative_to(ROOT)) not in mounting
    ]
    assert importing(ours, "streamlit") == []
    code = (
        "import sys, viz.export.screen, viz.components.attention; "
        "print(sorted({'torch', 'streamlit', 'plotly', 'pandas'} & set(sys.modules)))"
    )
    assert in_a_new_process(code).stdout == "[]\n"


def test_the_public_server_warms_the_figures_of_every_folder(tmp_path: Path):
    """A figure in a folder of its own would cost the first reader its import."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "__init__.py").touch()
    (inner / "picture.py").touch()
    code = (
        "import sys, asgi; asgi.library.prepare = lambda _: True; "
        f"asgi.figures.__path__.append({str(tmp_path)!r}); asgi.warm_up(); "
        "print('viz.figures.inner.picture' in sys.modules)"
    )
    assert in_a_new_process(code).stdout == "True\n"


def test_one_module_alone_draws_plotly_figures():
    """It gives every figure its words, its files and its reading by keyboard."""
    drawing = [
        str(path.relative_to(ROOT))
        for path in files("app.py", "viz")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr == "plotly_chart"
    ]
    assert drawing == ["viz/pages/app/chart.py"]


def test_one_module_alone_ties_controls_to_the_address():
    """Ranges and usual values come from there, and no other names the key of one."""
    tying = {
        str(path.relative_to(ROOT))
        for path in files("app.py", "viz")
        for node in ast.walk(tree(path))
        if (isinstance(node, ast.keyword) and node.arg == "bind")
        or (isinstance(node, ast.Constant) and str(node.value).startswith("pick-"))
    }
    assert tying == {"viz/pages/app/widgets.py"}


def test_one_module_alone_names_the_keys_of_a_session():
    """What a reader's session remembers is declared where it is used, with its type."""
    naming = {
        str(path.relative_to(ROOT))
        for path in files("app.py", "viz")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr == "session_state"
    }
    assert naming == {"viz/pages/app/session.py"}


def test_components_know_no_page():
    assert importing(files("viz/components"), "viz.pages", "app") == []


def test_the_guard_knows_no_page_and_no_model():
    assert importing(files("server"), "core", "viz", "torch", "plotly") == []


def test_the_running_app_never_imports_training():
    tools = ("core.training", "sacrebleu", "tqdm", "bench", "tests", "beartype")
    assert importing(files("app.py", "asgi.py", "server", "viz"), *tools) == []


@pytest.mark.parametrize(
    "module",
    [
        *("core", "core.text.accept", "core.worlds.questions", "core.worlds.streets"),
        *("core.worlds.shown_stories", "viz.address", "headlight"),
    ],
)
def test_importing_is_quick_because_torch_waits(module: str):
    code = (
        f"import sys, {module}; "
        "print(sorted({'torch', 'streamlit', 'plotly', 'pandas'} & set(sys.modules)))"
    )
    done = in_a_new_process(code)
    assert (done.stderr, done.stdout) == ("", "[]\n")


def test_annotations_are_real_so_that_shapes_can_be_checked():
    ours = files("app.py", "asgi.py", "core", "server", "viz", "bench", "tests")
    assert importing(ours, "__future__.annotations") == []


def test_no_assert_outside_tests_and_no_bare_except():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files("app.py", "asgi.py", "core", "server", "viz", "bench")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Assert)
        or (isinstance(node, ast.ExceptHandler) and node.type is None)
    ]
    assert found == []


def test_a_file_has_one_subject():
    ours = [
        *files("app.py", "asgi.py", "core", "server", "viz", "bench"),
        *files("viz", suffix=".js"),
        *files("viz", suffix=".css"),
    ]
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in ours
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_a_function_of_the_browser_s_side_fits_on_the_screen():
    begins = re.compile(
        r"^( *)(?:.*\bfunction\b.*|.*=> \{"
        r"|(?!.*\b(?:if|for|while|switch|catch) \()[^(]*\w\(.*\) \{)$"
    )
    long = []
    for path in files("viz", suffix=".js"):
        lines = path.read_text("utf-8").splitlines()
        for first, line in enumerate(lines):
            if not (found := begins.match(line)):
                continue
            ends = (
                at
                for at in range(first, len(lines))
                if lines[at].startswith(found[1] + "}")
            )
            length = next(ends, first) - first + 1
            if length > LONGEST_FUNCTION:
                long.append(f"{path.relative_to(ROOT)}:{first + 1}: {length} lines")
    assert long == []


def test_the_repository_depends_on_nothing_of_one_machine():
    foreign = (
        r"(?<![\w.-])/(?:work|root|opt|home)/",  # somebody's folders
        r"\.\./shared\b",
        r"\bshared/",
        r"--(?:extra-)?index-url\s*=?\s*(?!https://download\.pytorch\.org/)\S",
        r"--find-links",
        r"trusted-host",
        r"pypi\.org/simple",
    )
    found = [
        f"{path.relative_to(ROOT)}: {one.group()}"
        for path in shipped()
        if path != Path(__file__)
        for text in [path.read_text("utf-8")]
        for each in foreign
        for one in re.finditer(each, text)
    ]
    assert found == []


def test_what_runs_in_the_browser_asks_nobody_else():
    names = re.compile(
        r"""(?:https?:|['"(\s]|^)//(?!\s)[a-z0-9-]+\.[a-z]|google-analytics|sendBeacon"""
    )
    harmless = re.compile(r"https?://(?:www\.w3\.org/|purl\.org/dc/)")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for suffix in (".js", ".css", ".html")
        for path in files("viz", suffix=suffix)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if names.search(harmless.sub("", line))
    ]
    assert found == []


def test_a_value_that_is_young_in_browsers_has_an_older_one_before_it():
    young = re.compile(r"([\w-]+):[^;{}]*(?:\bround|\blight-dark)\(")
    bare = []
    for path in files("viz", suffix=".css"):
        text = path.read_text("utf-8")
        for found in young.finditer(text):
            rule = text[: found.start()].rpartition("{")[2]
            if not re.search(rf"(^|[\s;]){found[1]}:", rule):
                bare.append(f"{path.name}: {found[0]}")
    assert bare == []


def test_nothing_reaches_the_page_as_markup_from_the_browser_side():
    risky = re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b"
    )
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files("viz", suffix=".js")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if risky.search(line)
    ]
    assert found == []


def test_the_frame_waits_for_no_table():
    """Streamlit imports pandas, a third of a second, for what might hold a table."""
    code = (
        "import sys, types\n"
        "from streamlit.testing.v1 import AppTest\n"
        "from viz.pages.app import library\n"
        "library.warm_up = lambda sentence: None\n"
        "start = types.SimpleNamespace(page=lambda: None)\n"
        "sys.modules['viz.pages.start.page'] = start\n"
        f"app = AppTest.from_file({str(ROOT / 'app.py')!r}, default_timeout=60).run()\n"
        "drawn = len(app.get('bidi_component'))\n"
        "print(drawn, sorted({'torch', 'pandas'} & set(sys.modules)))"
    )
    assert in_a_new_process(code).stdout == "2 []\n"


def test_a_chart_waits_for_no_table():
    """Plotly breaks where another thread, a run that was left, still imports pandas."""
    code = (
        "import sys\n"
        "from tests.viz.opening import opened\n"
        "app = opened('positions', step='2')\n"
        "print(len(app.get('plotly_chart')), 'pandas' in sys.modules)"
    )
    assert in_a_new_process(code).stdout == "1 False\n"
