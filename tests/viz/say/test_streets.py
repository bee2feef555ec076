"""A street is told to whoever does not see it, in the language of the run."""

from core.worlds.street import parse
from viz.say.streets import told

STREET = parse("car.red.2.28~stop-sign.blue.37.12~duck.yellow.22.36")


def test_a_street_is_told_in_words():
    assert told(STREET) == (
        "A street: a yellow duck on the road in the middle, a red car on the road at "
        "the left and a blue stop sign on the grass at the right."
    )
