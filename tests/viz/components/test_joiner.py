"""Modules of the browser's side, joined to the one script that Streamlit loads."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from viz.components.joiner import JoinError, graph, joined


def write(folder: Path, **files: str) -> Path:
    """Modules by their names; `core_words` is the file words.js in the folder core."""
    for name, text in files.items():
        path = folder / f"{name.replace('_', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / "page.js"


WORDS = """// What is greeted.
const whom = () => "world";
export const NAMES = [whom()];
export function loud(text) { return `${text}!`; }
"""
GREETING = """import { NAMES, loud as strong }
  from "./words.js";
const whom = () => NAMES[0];   // as private as the other one
export function greeting() { return strong(`Hello, ${whom()}`); }
"""
PAGE = """import { greeting } from "./core/greeting.js";
export default function page() { return [greeting(), typeof whom, typeof strong]; }
"""


def test_a_joined_script_runs_and_every_module_has_its_own_names(
    tmp_path: Path, visitor
):
    first = write(tmp_path, core_words=WORDS, core_greeting=GREETING, page=PAGE)
    page: Page = visitor()
    page.goto("about:blank")
    said = page.evaluate(
        """async text => {
          const before = Object.keys(globalThis).length;
          const address = URL.createObjectURL(
            new Blob([text], { type: "text/javascript" }));
          const found = (await import(address)).default();
          return [...found, Object.keys(globalThis).length - before];
        }""",
        joined(first),
    )
    assert said == ["Hello, world!", "undefined", "undefined", 0]


def test_lines_of_comment_do_not_travel(tmp_path: Path):
    text = """// What is said.
/** Says it. @returns {string} */
export default function page() {
  // twice
  /** thrice */ const kept = 1;
  return "/** no comment */" + "// none either";   // but this stays
}
"""
    script = joined(write(tmp_path, page=text))
    assert not re.search("What is said|Says it|twice", script)
    for part in (
        '"/** no comment */" + "// none either"',
        "// but this stays",
        "const kept = 1;",
    ):
        assert part in script


def test_a_module_stands_behind_those_that_it_imports(tmp_path: Path):
    first = write(tmp_path, core_words=WORDS, core_greeting=GREETING, page=PAGE)
    assert [path.name for path in graph(first)] == [
        "words.js",
        "greeting.js",
        "page.js",
    ]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"page": 'import { a } from "./a.js";\n', "a": "const a = 1;\n"},
            "page.js imports a from a.js, which does not export it",
        ),
        ({"page": 'import { a } from "./a.js";\n'}, "a.js, which does not exist"),
        (
            {
                "page": 'import { a } from "./a.js";\nexport const p = 1;\n',
                "a": 'import { p } from "./page.js";\nexport const a = 1;\n',
            },
            "in a circle: page.js → a.js → page.js",
        ),
        (
            {"page": 'import a from "./a.js";\n'},
            'not read here: import a from "./a.js"',
        ),
        ({"page": 'import "far/away.js";\n'}, "not read here: import"),
        ({"page": "export let count = 0;\n"}, "not read here: export let count"),
        ({"page": "export default () => 1;\n"}, "not read here: export default"),
    ],
)
def test_modules_that_do_not_fit_together_are_refused(
    tmp_path: Path, files: dict[str, str], message: str
):
    with pytest.raises(JoinError, match=message.replace(".", r"\.")):
        joined(write(tmp_path, **files))
