"""English words that no word of a translation attends to: they were probably lost.

Whatever a translator says of its sureness, a sentence of which half is missing is not
translated. A content word that is translated has about a whole row of attention on it;
one that is left out has next to none. Words that hold a sentence together (the, of, to)
often have none in a good translation, so nothing is said of them.
"""

from collections.abc import Sequence

from core.text.function_words import is_content

LEAST = 0.1
"""A word with less attention than this, over all written words, was not attended to."""


def unattended(
    weights: Sequence[Sequence[float]], words: Sequence[str], special: Sequence[bool]
) -> tuple[str, ...]:
    """The content words, each once, on which less than `LEAST` of attention lies.

    `weights` has a row for each written word and a column for each of the `words`; a
    column is added up over the rows. What is `special`, such as ‹end›, is no word.
    """
    totals = [sum(column) for column in zip(*weights, strict=True)]
    lost = (
        word
        for word, total, mark in zip(words, totals, special, strict=True)
        if total < LEAST and not mark and is_content(word)
    )
    return tuple(dict.fromkeys(lost))
