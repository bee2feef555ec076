"""French as it is printed: spaces at which no line breaks, quotes, apostrophes."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from viz.content import exercise_sets, languages

FOLDERS = languages.FOLDER / "fr", exercise_sets.FOLDER / "fr"
FILES = [
    p for f in FOLDERS for p in sorted(f.rglob("*")) if p.suffix in {".md", ".toml"}
]
AS_IT_IS = re.compile(
    r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|\]\([^)\n]*\)|\{\{.*?\}\}|:\w+\[|https?://\S+",
    re.DOTALL,
)
"""Formulas, code, links and slots are no prose."""
DATA = re.compile(r"^(english|title|who|shows\..*|gloss_english.*)$")
"""What stands there in English: sentences that models read, names of papers."""
SLIPS = {
    "a space that breaks before ; ! ? % »": re.compile(r" [;!?%»]"),
    "a space that breaks before a colon": re.compile(r" :(?!\w)"),
    "a space that breaks behind «": re.compile(r"« "),
    "thousands that break": re.compile(r"\d \d{3}(?!\d)"),
    "a straight apostrophe": re.compile(r"[A-Za-zÀ-ÿ]'[A-Za-zÀ-ÿ«]"),
    "English quotes": re.compile(r"[“”]"),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_french_is_printed_as_the_french_print(path):
    text = path.read_text("utf-8")
    said = [text] if path.suffix == ".md" else _said(tomllib.loads(text))
    prose = [AS_IT_IS.sub("", one) for one in said]
    found = [
        (name, one[max(0, at.start() - 20) : at.end() + 20])
        for one in prose
        for name, slip in SLIPS.items()
        for at in slip.finditer(one)
    ]
    assert not found


def _said(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if not DATA.match(name):
            yield value
    elif isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _said(part, name if isinstance(key, int) else str(key))
