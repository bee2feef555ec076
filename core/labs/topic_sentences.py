"""Sentences about food, sport and parliament that differ in one word alone.

Every word of a field stands in the same frames, after the same subjects, in the same
place: neither length nor order, number, tense or marks tell the field. In each half
every field has as many words of one piece, and of two. The words of the halves differ,
and so do their frames and subjects.
"""

from dataclasses import dataclass

TOPICS = ("food", "sport", "parliament")
WORDS = {
    "food": (
        "bread soup dinner meat coffee cake egg pizza cheese butter salad sauce",
        "breakfast lunch meal sugar tea milk sandwich wine rice chocolate cream "
        "dessert",
    ),
    "sport": (
        "football game team ball swimming player jump running coach medal league "
        "skating",
        "tennis baseball race match golf goal training sport champion winner score "
        "victory",
    ),
    "parliament": (
        "bill vote minister committee amendment government tax election speaker "
        "session deputy ballot",
        "debate motion opposition law budget parliament clause cabinet constituency "
        "legislature politician regulation",
    ),
}
"""The words of each field: those that are learned from, and those that are asked."""
FRAMES = (
    ("talked about", "thought about", "remembered", "forgot"),
    ("heard about", "asked about", "liked", "mentioned"),
)
SUBJECTS = (
    ("boy", "girl", "teacher", "child"),
    ("man", "friend", "woman", "student"),
)


@dataclass(frozen=True)
class About:
    """A sentence, its field, and the word that alone says so."""

    text: str
    topic: str
    word: str


def sentences(half: int, topic: str) -> list[About]:
    """Half of them about a topic, half about the two others, every second word there.

    `half` is 0 for what is learned from, and 1 for what is asked.
    """
    found = []
    for field in TOPICS:
        words = WORDS[field][half].split()
        for number, word in enumerate(words if field == topic else words[::2]):
            for at, frame in enumerate(FRAMES[half]):
                subject = SUBJECTS[half][(number + at) % len(SUBJECTS[half])]
                text = f"The {subject} {frame} the {word}."
                found.append(About(text, field, word))
    return found
