"""Is the word most looked at the one most needed? Counted over many sentences."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from core.analysis.attribution import removals
from core.analysis.occlusion import left_out, source_words
from core.errors import InputError
from core.in_use.translator import Translator
from core.networks.names import AttentionName, MapChoice


def tally(model: Translator, sentences: Iterable[str]) -> dict[str, dict[str, Any]]:
    """For how many output words the source word most looked at is missed more.

    More than the one least looked at: the log-probability of the output word falls
    further without it. For the heads of every cross-attention and for their mean, of
    `words` output words. A sentence of one word has no two to compare; what the app
    would refuse is left out.
    """
    more: Counter[MapChoice] = Counter()
    words: Counter[AttentionName] = Counter()
    heads: dict[AttentionName, int] = {}
    for text in sentences:
        try:
            trace = model.explain(text)
        except InputError:
            continue
        if len(source_words(trace)) < 2:
            continue
        without = left_out(model, trace)
        for name in trace.attentions():
            if name.kind != "cross_attention":
                continue
            heads[name] = len(trace.heads(name))
            words[name] += trace.written_words
            for head in (None, *range(heads[name])):
                more[MapChoice(name, head)] += sum(
                    one.loss_of_most > one.loss_of_least
                    for one in removals(trace, without, name, head)
                )
    return {
        str(name): {
            "words": words[name],
            "mean": more[MapChoice(name)],
            "heads": [more[MapChoice(name, head)] for head in range(count)],
        }
        for name, count in heads.items()
    }
