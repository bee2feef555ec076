"""English words that hold a sentence together, and those that mean something."""

from core.text.glossary import english_units

_GRAMMAR = """
a about across after again against all along already also although always am among
an and another any anybody anyone anything are aren around as at be because been
before behind being beside between both but by can cannot could couldn d did didn do
does doesn doing don done down during each either else even ever every everything
few for from get gets got had hadn has hasn have haven having he her here hers
herself him himself his how i if in into is isn it its itself just least less let
like little ll m many may me might mightn mine more most much must mustn my myself
near need neither never no nor not now of off often oh on once one ones only onto or
other ought our ours ourselves out over own per please quite rather re really s same
shall shan she should shouldn since so some somebody someone something soon still
such t than that the their theirs them themselves then there these they this those
though through till to too toward towards two under unless until up upon us used ve
very was wasn we were weren what when where whether which while who whom whose
why will with without won would wouldn yes yet you your yours yourself yourselves"""
FUNCTION = frozenset(_GRAMMAR.split())
"""Determiners, pronouns, auxiliaries, prepositions, conjunctions and particles."""


def is_content(word: str) -> bool:
    """Whether an English word means something by itself: a noun, a verb, a name, …"""
    return any(u[0].isalnum() and u not in FUNCTION for u in english_units(word))
