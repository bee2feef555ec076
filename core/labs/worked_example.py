"""The small numbers and the one sentence that all labs share.

Two queries, three keys and values, three numbers each: with them softmax(QKᵀ) has the
first row (0.879, 0.002, 0.119), and divided by √3 before (0.743, 0.023, 0.234). Five
objects have a colour and a kind; *Duck*, yellow and animal, is the cue for one of them.
"""

QUERY = ((2.0, -1.0, 0.0), (-2.0, 1.0, 4.0))
KEY = ((2.0, 1.0, -1.0), (0.0, 3.0, -1.0), (1.0, 1.0, 3.0))
VALUE = ((2.0, 3.0, 1.0), (2.0, -1.0, 0.0), (0.0, 5.0, 1.0))
SENTENCE = "The woman ate the fish."
OTHER_SENTENCE = "The woman ate the bread."
WORDS = ("The", "woman", "ate", "the", "fish")

EMBEDDED = ((1.0, 0.0), (1.0, 2.0), (-1.0, 1.0), (1.0, 0.0), (2.0, -1.0))
TO_QUERY = ((0.0, 1.0), (-1.0, 1.0))
TO_KEY = ((1.0, -1.0), (0.0, 1.0))
TO_VALUE = ((0.5, 0.0), (0.5, 1.0))
"""The five words as x, two numbers each, and W_Q, W_K, W_V with q = x W_Q."""

ATTRIBUTES = ("pink", "yellow", "blue", "red", "human", "animal", "inanimate")
OBJECTS = (
    ("pink", "human"),
    ("yellow", "inanimate"),
    ("blue", "inanimate"),
    ("yellow", "animal"),
    ("red", "inanimate"),
)
DUCK = ("yellow", "animal")


def marked(*names: str) -> tuple[float, ...]:
    """1 for each attribute that is named, 0 for the others."""
    return tuple(float(attribute in names) for attribute in ATTRIBUTES)
