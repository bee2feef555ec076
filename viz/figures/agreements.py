"""Agreement of two maps, beside what maps share by accident, as rows and in words."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.text.words import join_words
from viz.content.texts import texts
from viz.say.captions import apart, percent
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.agreement import Agreement
    from core.analysis.alignment_links import Aligned, Counts
    from core.trace import AttentionMap
    from viz.say.tables import Cell

say = texts("compare")

NONE = "–"


# --- two maps of one sentence ---------------------------------------------------------


def caption(found: "Agreement", query_words: Sequence[str]) -> str:
    """How far two maps agree, and where they agree least."""
    return say(
        "agreement.maps",
        share=percent(found.mean),
        together=sum(found.same),
        rows=say("rows", n=len(found.same)),
        word=apart(query_words)[found.least],
        least=percent(found.overlap[found.least]),
    )


def caption_of_row(found: "Agreement", query_words: Sequence[str], row: int) -> str:
    """The same for one row."""
    word, share = apart(query_words)[row], percent(found.overlap[row])
    where = "same" if found.same[row] else "different"
    return say(f"agreement.{where}", word=word, share=share)


def by_word(found: "Agreement", query_words: Sequence[str]) -> "list[list[Cell]]":
    """One row a word that is written: what two maps share, and whether they agree."""
    rows: list[list[Cell]] = [[*say.row("agreement.columns")]]
    words = zip(apart(query_words), found.overlap, found.same, strict=True)
    return rows + [[name, share, _answer(same)] for name, share, same in words]


def _answer(yes: bool) -> str:
    return say("answers.yes" if yes else "answers.no")


# --- beside maps that know nothing of each other --------------------------------------


def rows(found: Mapping[str, "Agreement"]) -> list[list[str]]:
    """A header, then one row a pair of maps; last, how many rows have one largest."""
    table = [["", *say.row("baselines.columns")]]
    for name, pair in found.items():
        same = say("baselines.same", together=sum(pair.same), rows=len(pair.same))
        table.append([name, percent(pair.mean), correlation(pair), same])
    return table


def correlation(found: "Agreement") -> str:
    """ "+0.62"; a dash where a map is the same everywhere."""
    if found.correlation is None:
        return NONE
    return written(found.correlation, "+.2f")


def more_than_by_accident(
    together: "Agreement", baselines: Sequence["Agreement"]
) -> str:
    """Whether two maps agree more than maps do that know nothing of each other."""
    best = max(baselines, key=lambda pair: pair.mean)
    verdict = "more" if together.mean - best.mean > 0.1 else "little"
    share, baseline = percent(together.mean), percent(best.mean)
    return say(f"baselines.{verdict}", share=share, baseline=baseline)


def elsewhere(away: "Aligned", source: int, target: int) -> str:
    """Which sentence the maps of another sentence are of, and whether it had to fit."""
    wide, high = away.size
    sentence = {"sentence": join_words(away.source, "en"), "high": high, "wide": wide}
    if away.size == (source, target):
        return say("baselines.same_size.sentence", **sentence)
    size = {"rows": target, "columns": source}
    return say("baselines.stretched.sentence", **sentence, **size)


# --- links drawn by hand, and exchanged words -----------------------------------------


def errors(found: Mapping[str, "Counts"]) -> list[list[str]]:
    """A header, then one row a map: alignment error rate, precision, recall."""
    table = [["", *say.row("links.columns")]]
    for name, counts in found.items():
        rates = counts.rates()
        shares = (percent(rates[k]) for k in ("error_rate", "precision", "recall"))
        table.append([name, *shares, str(counts.found)])
    return table


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
    header = [say("exchange.columns.word")]
    for name in before:
        header.append(say("exchange.columns.before", model=name))
        header += (say("exchange.columns.after"), say("exchange.columns.same"))
    found = [header]
    queries = apart(next(iter(before.values())).query_words)
    for old, new in rows_of:
        line = [queries[old]]
        for name, was in before.items():
            then, best = _best(was, old)
            now, key = _best(after[name], new)
            line += [then, now, _answer(order[key] == best)]
        found.append(line)
    return found


def _best(shown: "AttentionMap", row: int) -> tuple[str, int]:
    key = int(shown.weights[row].argmax())
    weight = percent(float(shown.weights[row, key]))
    return f"{apart(shown.key_words)[key]} ({weight})", key
