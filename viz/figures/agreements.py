"""Agreement of two maps beside what maps share by accident, as rows and in words."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.text.words import join_words
from viz.say.captions import apart, percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.agreement import Agreement
    from core.analysis.alignment_links import Aligned, Counts
    from core.trace import AttentionMap

NONE = "–"


def rows(found: Mapping[str, "Agreement"]) -> list[list[str]]:
    """A header, then one row a pair of maps; last, how many rows have one largest."""
    header = ["", "shared light", "correlation", "same largest"]
    return [
        header,
        *(
            [
                name,
                percent(pair.mean),
                correlation(pair),
                f"{sum(pair.same)} of {len(pair.same)}",
            ]
            for name, pair in found.items()
        ),
    ]


def correlation(found: "Agreement") -> str:
    """ "+0.62"; a dash where a map is the same everywhere."""
    if found.correlation is None:
        return NONE
    return written(found.correlation, "+.2f")


def said(together: "Agreement", baselines: Sequence["Agreement"]) -> str:
    """Whether two maps agree more than maps do that know nothing of each other."""
    best = max(baselines, key=lambda pair: pair.mean)
    more = together.mean - best.mean
    if more > 0.1:
        return (
            f"The maps share {percent(together.mean)} of their light, the nearest "
            f"baseline {percent(best.mean)}: they agree about this sentence, and not "
            "only about going from left to right."
        )
    return (
        f"The maps share {percent(together.mean)} of their light, the nearest baseline "
        f"{percent(best.mean)}: here agreement says little more than that both go from "
        "left to right."
    )


def elsewhere(away: "Aligned", source: int, target: int) -> str:
    """Which sentence the maps of another sentence are of, and whether it had to fit."""
    wide, high = away.size
    if away.size == (source, target):
        size = f"of equal size ({high} × {wide} words)"
    else:
        size = (
            f"the nearest in size ({high} × {wide} words), its maps stretched to "
            f"{target} × {source}"
        )
    return (
        f"The other sentence is “{join_words(away.source, 'en')}”, {size}. Maps of "
        "different sentences have in common that both languages run from left to "
        "right, and little else."
    )


def errors(found: Mapping[str, "Counts"]) -> list[list[str]]:
    """A header, then one row a map: alignment error rate, precision, recall."""
    header = ["", "alignment error", "precision", "recall", "links"]
    return [header, *(_error(name, counts) for name, counts in found.items())]


def _error(name: str, counts: "Counts") -> list[str]:
    rates = counts.rates()
    shares = (percent(rates[k]) for k in ("error_rate", "precision", "recall"))
    return [name, *shares, str(counts.found)]


def followed(
    before: Mapping[str, "AttentionMap"],
    after: Mapping[str, "AttentionMap"],
    order: Sequence[int],
    rows_of: Sequence[tuple[int, int]],
) -> list[list[str]]:
    """Where words look before and after two words were exchanged, a row a word.

    `order[j]` is the place that key j has had before; `rows_of` are the rows of one
    word before and after.
    """
    header = ["word"]
    for name in before:
        header += [f"{name}: before", "after", "the same word"]
    found = [header]
    queries = apart(next(iter(before.values())).query_words)
    for old, new in rows_of:
        line = [queries[old]]
        for name, was in before.items():
            then, best = _best(was, old)
            now, key = _best(after[name], new)
            line += [then, now, "yes" if order[key] == best else "no"]
        found.append(line)
    return found


def _best(shown: "AttentionMap", row: int) -> tuple[str, int]:
    key = int(shown.weights[row].argmax())
    weight = percent(float(shown.weights[row, key]))
    return f"{apart(shown.key_words)[key]} ({weight})", key
