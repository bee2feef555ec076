"""What a reader meets is written in `assets`, where a teacher can edit it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

MOST_WORDS = 3  # a string of more is a sentence
WORD = re.compile(r"[^\W\d_]{2,}|\b[aAI]\b")
MARKUP = re.compile(r"<[^<>]*>|\{[^{}]*\}")
CODE = re.compile(
    r"[{;]\s*[a-z-]+\s*:|^[a-z-]+:|\bvar\(|^(?:[./#\[:(]|export )|https?://"
    r'|\w="|\\|;\n|, (?:sans-)?serif$|^\w+, \w+, \['  # attributes, formulas, fonts
)
OURS = {
    "ValueError",
    "TypeError",
    "KeyError",
    "LookupError",
    "AssertionError",
    "JoinError",
    "SlipError",
    "slip",
}
"""Errors that no reader meets: our own mistakes, and slips in a file of a teacher."""
QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`')
EXAMPLES = {"The woman ate the fish.", "La femme a mangé le poisson."}
CLASSES = {"word query head-word"}
THROWN = re.compile(r"new Error\([^;]*;")
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)


def words(text: str) -> int:
    """How many words a string says; of code, a style or an address none."""
    bare = MARKUP.sub(" ", text)
    if CODE.search(bare.strip()) or " " not in text.strip():
        return 0
    return len(WORD.findall(bare))


def python_strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that are neither documentation nor an error of ours."""
    tree = ast.parse(path.read_text("utf-8"))
    passed_over: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed_over.add(id(node.value))
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = getattr(node.exc.func, "attr", getattr(node.exc.func, "id", ""))
            if name in OURS:
                passed_over |= {id(inner) for inner in ast.walk(node)}
        elif isinstance(node, ast.JoinedStr):
            passed_over |= {id(part) for part in node.values}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
            passed_over |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (
                p.value if isinstance(p, ast.Constant) else " " for p in node.values
            )
            yield node.lineno, "".join(map(str, parts))


def script_strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a script, its comments left out."""
    text = path.read_text("utf-8")
    for unseen in (COMMENT, THROWN):
        text = unseen.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in QUOTED.finditer(text):
        yield (
            text.count("\n", 0, found.start()) + 1,
            re.sub(r"\$\{", "{", found[0][1:-1]),
        )


@pytest.mark.parametrize(
    ("suffix", "read"), [(".py", python_strings), (".js", script_strings)]
)
def test_no_sentence_stands_in_the_code_of_the_screen(suffix, read):
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:70]!r}"
        for path in sorted((ROOT / "viz").rglob(f"*{suffix}"))
        for line, text in read(path)
        if words(text) > MOST_WORDS and text not in EXAMPLES | CLASSES
    ]
    assert found == []


def test_a_sentence_is_told_from_code():
    assert words("Every row adds up") == 4
    assert words('<b class="x">two words</b>') == 2
    assert words("border: 1px solid red") == 0
    assert words("It is {n} of {all} here") == 4
    assert words('font-size="{size}" font-family="x y z a"') == 0


AMERICAN = re.compile(
    r"\b(colors?|colored|neighbors?|neighboring|behaviors?|gr[a]y|favorites?|labeled)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "path",
    [
        *sorted((ROOT / "assets/lessons/en").rglob("*.md")),
        *sorted((ROOT / "assets/lessons/en").rglob("*.toml")),
        *sorted(ROOT.glob("*.md")),
        *sorted((ROOT / "docs").glob("*.md")),
    ],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_a_reader_meets_british_spelling_alone(path: Path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":  # what stands before the sign is a name of the code
        text = "\n".join(line.partition("=")[2] for line in text.splitlines())
    text = re.sub(r"`[^`]*`|\{[^{}]*\}|\*[^*\n]*\*|“[^”]*”", " ", text)
    assert AMERICAN.findall(text) == []
