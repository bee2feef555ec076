"""The one card *Guess first* of a lesson: a question, its choices, what each is told.

    {{ guess }}
    Will the weight grow?
    - It grows ✓
    - It shrinks: That would be so without the softmax.
    {{ answer }}
    The explanation, up to the next heading.

What follows the first colon and space of a choice is said to whoever chose it.
"""

import re
from dataclasses import dataclass

RIGHT = "✓"
MOST = 6
BREAK = re.compile(r"\s*\n\s*")
CHOICE = re.compile(r"^[-*] +", re.MULTILINE)


@dataclass(frozen=True)
class Choice:
    """One choice, what is said to whoever takes it, and whether it is right."""

    label: str
    said: str
    right: bool


@dataclass(frozen=True)
class Guess:
    """A question in Markdown, and what can be answered."""

    question: str
    choices: tuple[Choice, ...]


def guess(text: str) -> Guess:
    """The question and the choices of a text whose values are written in.

    Raises ValueError where there is no question, where there are fewer than two choices
    or more than six, or where not exactly one of them is right.
    """
    question, *lines = CHOICE.split(text)
    choices = tuple(_choice(BREAK.sub(" ", line.strip())) for line in lines)
    if not question.strip():
        raise ValueError("a guess needs a question before its choices")
    if not 2 <= len(choices) <= MOST:
        raise ValueError(f"a guess needs two to {MOST} choices, not {len(choices)}")
    if sum(choice.right for choice in choices) != 1:
        raise ValueError(f"of a guess exactly one choice ends in {RIGHT}")
    return Guess(question.strip(), choices)


def _choice(line: str) -> Choice:
    label, said = (part.strip() for part in line.partition(": ")[::2])
    right = label.endswith(RIGHT) or said.endswith(RIGHT)
    label, said = (part.removesuffix(RIGHT).strip() for part in (label, said))
    return Choice(label, said, right)
