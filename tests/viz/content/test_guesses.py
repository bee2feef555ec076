"""A guess is a question with choices, one of them right."""

import pytest

from viz.content.guesses import Choice, guess

TEXT = """
Will the weight of *ate* grow
when √d is left out?

- It grows ✓
- It shrinks: That would be so
  if the scores were divided: here they are not.
- It stays: Only if all scores are 0. ✗
"""


def test_what_stands_before_the_choices_is_the_question():
    asked = guess(TEXT).question
    assert asked == "Will the weight of *ate* grow\nwhen √d is left out?"


def test_a_choice_has_its_label_and_what_is_said_to_whoever_takes_it():
    assert guess(TEXT).choices[:2] == (
        Choice("It grows", "", True),
        Choice(
            "It shrinks",
            "That would be so if the scores were divided: here they are not.",
            False,
        ),
    )


@pytest.mark.parametrize("line", ["- Yes ✓: It does.", "- Yes: It does. ✓"])
def test_the_mark_of_the_right_choice_stands_after_it_or_at_the_end(line):
    chosen = guess(f"Is it?\n{line}\n- No").choices[0]
    assert chosen == Choice("Yes", "It does.", True)


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("- Yes ✓\n- No", "question"),
        ("Is it?\n- Yes ✓", "two to 6 choices, not 1"),
        ("Is it?\n" + "- Yes ✓\n" + "- No\n" * 6, "not 7"),
        ("Is it?\n- Yes\n- No", "exactly one"),
        ("Is it?\n- Yes ✓\n- No ✓", "exactly one"),
    ],
)
def test_what_is_no_guess_is_refused(text, slip):
    with pytest.raises(ValueError, match=slip):
        guess(text)


def test_a_language_that_writes_a_space_before_a_colon_keeps_its_choices_right():
    found = guess("Lequel\u00a0?\n- Un\u00a0mot ✓\u00a0: oui.\n- Deux\u00a0: non.")
    assert found.choices == (
        Choice("Un\u00a0mot", "oui.", True),
        Choice("Deux", "non.", False),
    )
