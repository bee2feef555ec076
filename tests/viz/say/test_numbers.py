import re
from pathlib import Path

import pytest

import viz
from viz.say.numbers import small

IN_ENGLISH = re.compile(r"(?<![%{])\{[^{}]+:,\}")
"""A number with the commas that Python writes: in French they are decimal points."""


def test_thousands_are_written_as_the_language_writes_them():
    files = Path(viz.__file__).parent.rglob("*.py")
    assert not [path.name for path in files if IN_ENGLISH.search(path.read_text())]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (4.2e-05, "0.000\u202f04"),
        (0.36, "0.4"),
        (-0.0071, "−0.007"),
        (12.4, "12"),
        (1.0, "1"),
        (3e-13, "0.000\u202f000\u202f000\u202f000\u202f3"),
        (1e-16, "0"),
        (0.0, "0"),
    ],
)
def test_a_small_number_has_one_figure_and_no_exponent(value, said):
    assert small(value) == said
