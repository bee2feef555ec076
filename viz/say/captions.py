"""Every figure as sentences: under the picture, in its alt text, in its hover.

Queries and keys are called by their words; words that stand in a sentence twice carry
their place. The component says the same sentences in the browser.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.networks.names import MapChoice
from viz.content.texts import texts
from viz.say.lists import parted
from viz.say.numbers import small, written

if TYPE_CHECKING:
    from core.trace import AttentionMap, Translation

say = texts("captions")

MOST_ROWS = 24


def apart(words: Sequence[str]) -> tuple[str, ...]:
    """Repeated words are kept apart by their place: "la (1)", "la (7)"."""
    count = Counter(words)
    return tuple(
        f"{word} ({place})" if count[word] > 1 else word
        for place, word in enumerate(words, start=1)
    )


def isolated(word: str) -> str:
    """A word written from right to left, so that it turns nothing around it."""
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in word)
    return f"\u2068{word}\u2069" if turns else word


def percent(share: float) -> str:
    """0.903 is "90%"."""
    return say("percent", number=written(share * 100, ".0f"))


def percent_of(share: float, digits: int = 1) -> str:
    """A share with one digit: only all of them are 100%, never a rounded 99.98%."""
    if share == 1:
        return percent(share)
    most = 1 - 10.0 ** -(digits + 2)
    return say("percent", number=written(min(share, most) * 100, f".{digits}f"))


def probability(share: float) -> str:
    """As `percent`; a small one with the first figure that counts, never as none.

    0.004 is "0.4%", all below 0.00001 "< 0.001%".
    """
    if share == 0 or share >= 0.0095:
        return percent(share)
    least = f"< {written(0.001, '.3f')}"
    return say("percent", number=least if share < 1e-5 else small(100 * share))


def brightest(shown: "AttentionMap", row: int) -> int | None:
    """The key with the largest weight of a row; None when all are forbidden."""
    allowed = shown.allowed[row].tolist()
    weights = shown.weights[row].tolist()
    keys = [key for key in range(len(weights)) if allowed[key]]
    return max(keys, key=weights.__getitem__) if keys else None


def cells(shown: "AttentionMap") -> list[list[str]]:
    """The sentence of every cell, row by row."""
    keys = apart(shown.key_words)
    return [
        [_cell(query, *parts) for parts in zip(keys, *row, strict=True)]
        for query, *row in zip(
            apart(shown.query_words),
            shown.weights.tolist(),
            shown.allowed.tolist(),
            strict=True,
        )
    ]


def _cell(query: str, key: str, weight: float, allowed: bool) -> str:
    if not allowed:
        return say("cell.forbidden", query=query, key=key)
    return say("cell.attends", query=query, key=key, weight=written(weight, ".3f"))


def description(shown: "AttentionMap", title: str) -> str:
    """The whole map for somebody who does not see it."""
    queries, keys = apart(shown.query_words), apart(shown.key_words)
    said = []
    for row in range(min(len(queries), MOST_ROWS)):
        best, query = brightest(shown, row), queries[row]
        if best is None:
            said.append(say("description.nowhere", query=query))
        else:
            weight = percent(shown.weights[row, best].item())
            said.append(
                say("description.most", query=query, key=keys[best], weight=weight)
            )
    if len(queries) > MOST_ROWS:
        said.append(say("description.more", number=len(queries) - MOST_ROWS))
    return say("description.rows", title=title, rows=parted(said))


def unfinished(translation: "Translation", who: str = "") -> str:
    """Why a translation stops short; nothing when the model ended by itself.

    `who` names the model where there are two.
    """
    if translation.finished:
        return ""
    return stopped(len(translation.pieces.ids), who)


def stopped(written: int, who: str = "") -> str:
    """Says that a model was stopped after that many pieces; `who` names it."""
    pieces = say("pieces", n=written)
    if who:
        return say("unfinished.named", model=who, pieces=pieces)
    return say("unfinished.model", pieces=pieces)


def which_map(chosen: MapChoice) -> str:
    """The map as the screen counts: "Cross-attention, layer 3, mean of the heads"."""
    if chosen.name.alone:
        return say("map.alignment")
    kind, layer = chosen.name.kind, chosen.name.layer + 1
    if chosen.head is None:
        return say(f"map.{kind}.mean", layer=layer)
    return say(f"map.{kind}.head", layer=layer, head=chosen.head + 1)


def step_called(step: int, row: int) -> str:
    """A step, which counts pieces, beside a row, which may count words; from 1."""
    return say("step.row" if step == row else "step.pieces", step=step)


def subscript(number: int) -> str:
    """12 is "₁₂"."""
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def signed(number: float) -> str:
    """Two decimals, always with a sign: "+0.50", "−1.31"."""
    return written(number, "+.2f")
