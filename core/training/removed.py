"""Is the word most looked at the one most needed? Counted over many sentences."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from core.analysis.attribution import removals
from core.analysis.occlusion import left_out, source_words
from core.errors import InputError
from core.translator import Translator


def tally(model: Translator, sentences: Iterable[str]) -> dict[str, dict[str, Any]]:
    """For how many output words the source word most looked at is missed more.

    More than the one least looked at: the log-probability of the output word falls
    further without it. For the heads of every cross-attention and for their mean, of
    `words` output words. A sentence of one word has no two to compare; what the app
    would refuse is left out.
    """
    more: Counter[tuple[str, int | None]] = Counter()
    words: Counter[str] = Counter()
    heads: dict[str, int] = {}
    for text in sentences:
        try:
            trace = model.explain(text)
        except InputError:
            continue
        if len(source_words(trace)) < 2:
            continue
        without = left_out(model, trace)
        for name in (
            name for name in trace.names() if name.endswith("cross_attention")
        ):
            heads[name] = len(trace.heads(name))
            words[name] += trace.written_words
            for head in (None, *range(heads[name])):
                more[name, head] += sum(
                    one.loss_of_most > one.loss_of_least
                    for one in removals(trace, without, name, head)
                )
    return {
        name: {
            "words": words[name],
            "mean": more[name, None],
            "heads": [more[name, head] for head in range(count)],
        }
        for name, count in heads.items()
    }
