"""What is no text, no list of words or no number is answered with a sentence.

In a process of its own: here every call is checked before it is made.
"""

import subprocess
import sys

import pytest

from tests.places import ROOT

CALLS = {
    "core.load('writer-en').write(3)": "A text is needed, not 3",
    "core.load('writer-en').explain(None)": "A text is needed, not None",
    "core.load('transformer-en-fr').translate(3)": "A text is needed, not 3",
    "core.load('transformer-en-fr').explain(['a'])": "A text is needed, not ['a']",
    "core.load('transformer-en-fr').explain('a', target=3)": "A text is needed, not 3",
    "core.load('transformer-en-fr').translate('a', beam='3')": "A beam of '3'; choose",
    "core.load('transformer-en-fr').align('The cat', ['Le'])": "Give the words",
    "core.load(3)": "A model has a name",
}


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    told = "try:\n    {0}\nexcept core.InputError as e:\n    print({0!r}, e, sep='\\t')"
    tried = "\n".join(map(told.format, CALLS))
    done = subprocess.run(
        [sys.executable, "-c", f"import core\n{tried}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    rows = (line.split("\t", 1) for line in done.stdout.splitlines())
    return dict(rows)


@pytest.mark.parametrize(("call", "sentence"), CALLS.items())
def test_it_is_said_in_a_sentence(answers, call, sentence):
    assert answers[call].startswith(sentence)
