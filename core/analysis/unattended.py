"""English words that no word of a translation attends to: they were probably lost.

Whatever a translator says of its sureness, a sentence of which half is missing is not
translated. A content word that is translated has about a whole row of attention on it;
one that is left out has next to none. Words that hold a sentence together (the, of, to)
often have none in a good translation, so nothing is said of them.
"""

from collections.abc import Sequence

LEAST = 0.1
"""A word with less attention than this, over all written words, was not attended to."""

# Determiners, pronouns, auxiliaries, prepositions, conjunctions and particles.
_FUNCTION = """
    a an the this that these those some any no every each either neither both all much
    many more most few little less least other another such own same what which whose
    i you he she it we they me him her us them my your his its our their mine yours hers
    ours theirs myself yourself himself herself itself ourselves yourselves themselves
    one ones who whom someone somebody something anyone anybody anything everything
    am is are was were be been being do does did done doing have has had having will
    would shall should can could may might must ought need used let get got
    isn aren wasn weren don doesn didn haven hasn hadn won wouldn shan shouldn couldn
    mightn mustn cannot ll ve re s t d m
    of in on at to from by with without for about into onto over under after before
    between through during against among around behind beside near off out up down
    along across toward towards upon per than as like since until till
    and or but nor so yet if then because while when where why how whether though
    although unless
    not never just only also too very quite really even still already there here now
    well oh please
"""
FUNCTION = frozenset(_FUNCTION.split())


def is_content(word: str) -> bool:
    """Whether an English word means something by itself: a noun, a verb, a name, …"""
    parts = word.lower().replace("'", " ").split()
    return any(part.isalnum() and part not in FUNCTION for part in parts)


def unattended(
    weights: Sequence[Sequence[float]], words: Sequence[str]
) -> tuple[str, ...]:
    """The content words, each once, on which less than `LEAST` of attention lies.

    `weights` has a row for each written word and a column for each of the `words`; a
    column is added up over the rows.
    """
    totals = [sum(column) for column in zip(*weights, strict=True)]
    lost = (
        word
        for word, total in zip(words, totals, strict=True)
        if total < LEAST and is_content(word)
    )
    return tuple(dict.fromkeys(lost))
