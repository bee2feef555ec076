"""A translation has the slots, links, headings, formulas and guesses of the English."""

import pytest

from viz.content.structure import unlike

GUESS = "{{ guess }}\nWhich?\n- One ✓\n- Two: no.\n{{ answer }}\nSo.\n"


@pytest.mark.parametrize(
    ("english", "other", "what"),
    [
        ("It is {n}.", "C'est {m}.", "slots"),
        ("{{ n }} heads", "{{ m }} têtes", "slots"),
        ("One.\n{{ a }}\nTwo.\n{{ b }}", "Un.\n{{ b }}\nDeux.\n{{ a }}", "places"),
        ("[here](masks?step=2)", "[ici](masks?step=3)", "links"),
        ("## One\n### Two", "## Un\n## Deux", "headings"),
        ("It is $d$, $$x$$", "C'est d, $$x$$", "formulas"),
        ("A :blue[key]", "Une :green[clé]", "colours"),
        ("| a | b |\n|---|---|", "| a |\n|---|", "tables"),
        ("- one\n- two", "- un et deux", "lists"),
        (GUESS, GUESS.replace(" ✓", "").replace("no.", "no. ✓"), "guesses"),
        (GUESS, GUESS.replace("Two: no.", "Deux"), "guesses"),
        (GUESS, "{{ guess }}\nQuoi ?\n- Un ✓\n- Deux: non.\n{{ answer }}\nEh.\n", ""),
        ({"one": "{n} a", "other": "{n} b"}, {"other": "{n} c"}, ""),
        ("It costs \\$5 [a](b).", "Cela coûte 5 \\$ [à](b).", ""),
    ],
)
def test_what_is_otherwise_is_named(english, other, what):
    assert unlike(english, other) == what
