"""One sentence in a model with a fixed vector and in one with attention, side by side.

The words, both translations, which content words each kept, the numbers of the fixed
vector, the first numbers of each annotation, and the weights of every French word.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from core.analysis.content_words import Told, fates
from core.text.words import split_words
from viz.payload.maps import first_pieces

if TYPE_CHECKING:
    from core.networks.rnn import RnnRecord
    from core.trace import Trace

DRAWN = 8  # numbers of each annotation


def bottleneck_view(
    told: Told,
    fixed: "Trace | None" = None,
    attention: "Trace | None" = None,
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body for a sentence in its clauses; a model may be missing.

    Behind each other in the body: the summary c = [→h_T; ←h_1] of the one; of the other
    `DRAWN` numbers a word of its annotations, then the weights, row after row. Of a
    word that is cut into pieces it is the annotation of the first.
    """
    header: dict[str, Any] = {"clauses": list(told.parts)}
    body: list[np.ndarray] = []
    if fixed is not None:
        record: RnnRecord = fixed.record  # type: ignore[assignment]
        summary = record.encoder.summary
        header["fixed"] = {**_model(told, fixed), "size": len(summary)}
        body.append(summary.numpy())
    if attention is not None:
        from core.trace import recurrent

        annotation = recurrent(attention).encoder.annotation
        source, first = attention.source, first_pieces(attention.source)
        weights = attention.heads(attention.names()[0])[0][: attention.written_words]
        written = attention.predicted.words[: len(weights)]
        drawn = annotation[first, :DRAWN]
        header["attention"] = {
            **_model(told, attention),
            "size": annotation.shape[-1],
            "drawn": drawn.shape[-1],
            "french": list(written),
            "cut": len(first) < len(source.pieces),
        }
        body += [drawn.numpy().ravel(), weights.numpy().ravel()]
    return header, np.concatenate(body) if body else np.zeros(0, "<f4")


def _model(told: Told, trace: "Trace") -> dict[str, Any]:
    """What one model read and wrote, and what it kept of each content word."""
    words = trace.source.words
    return {
        "words": list(words),
        "marks": [not word[:1].isalnum() for word in words],
        "clause": _clause_of(told.parts, len(words)),
        "translation": trace.translation.text,
        "fates": [list(fate) for fate in fates(told.clauses, trace.translation.text)],
    }


def _clause_of(texts: Sequence[str], words: int) -> list[int]:
    """For every word the clause that it stands in, from 0; ‹end› is of the last."""
    found = [
        clause
        for clause, text in enumerate(texts)
        for _ in range(len(split_words(text)))
    ]
    return (found + [len(texts) - 1] * words)[:words]
