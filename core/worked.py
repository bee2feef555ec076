"""The small numbers and the one sentence that all labs share.

Two queries, three keys and values, three numbers each: with them softmax(QKᵀ) has the
first row (0.879, 0.002, 0.119), and divided by √3 before (0.743, 0.023, 0.234).
"""

QUERY = ((2.0, -1.0, 0.0), (-2.0, 1.0, 4.0))
KEY = ((2.0, 1.0, -1.0), (0.0, 3.0, -1.0), (1.0, 1.0, 3.0))
VALUE = ((2.0, 3.0, 1.0), (2.0, -1.0, 0.0), (0.0, 5.0, 1.0))
SENTENCE = "The woman ate the fish."
WORDS = ("The", "woman", "ate", "the", "fish")
