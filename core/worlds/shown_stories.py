"""Stories with a name: those of the lectures, and one with more people in it."""

from core.worlds.stories import checked

LECTURES = {
    "apple": checked(
        (
            "Sam walks into the kitchen.",
            "Sam picks up an apple.",
            "Sam walks into the bedroom.",
            "Sam drops the apple.",
        ),
        "Where is the apple?",
    ),
    "lion": checked(
        (
            "Brian is a lion.",
            "Julius is a lion.",
            "Julius is white.",
            "Bernhard is green.",
        ),
        "What color is Brian?",
    ),
    "milk": checked(
        (
            "Mary went to the hallway.",
            "Mary picks up the milk.",
            "Mary journeyed to the den.",
            "Mary went back to the kitchen.",
            "John journeyed to the bedroom.",
            "Mary discarded the milk.",
        ),
        "Where was the milk before the den?",
    ),
}
"""The stories of the lectures, as Sukhbaatar et al. (2015), section 4, print them.

That of the milk is cut short there: no printed line speaks of the hallway. Its first
two lines are ours.
"""


SHOWN = {
    "company": checked(
        (
            "Sam walks into the kitchen.",
            "Mary goes to the garden.",
            "Sam picks up an apple.",
            "John picks up the milk.",
            "Sam walks into the bedroom.",
            "Sam drops the apple.",
            "Mary went back to the kitchen.",
        ),
        "Where is the apple?",
    ),
    **LECTURES,
}
"""Stories by their names: the one of the apple with more people, then the lectures'."""


SUMMED = {
    "day": checked(
        (
            "Mary went to the kitchen.",
            "John travelled to the garden.",
            "Mary picks up the milk.",
            "Sam walks into the hallway.",
            "Mary moved to the office.",
            "John got the football.",
            "Mary put down the milk.",
            "Sam went to the office.",
            "John moved to the park.",
            "Sam grabbed the milk.",
            "Mary journeyed to the garden.",
            "Sam travelled to the cellar.",
            "John discarded the football.",
            "Sam drops the milk.",
        ),
        "Where is the milk?",
    ),
    **{name: SHOWN[name] for name in ("company", "apple", "milk")},
}
"""Stories by their names in which something happens to a thing: a long one first."""
NAMED = SHOWN | SUMMED
