"""A whole pass as a file: its words and maps as JSON, every tensor as npz."""

import io
import json
from typing import Any

import numpy as np

from core import __version__
from core.text.sides import Side
from core.trace import Trace, walk

FORMAT = "headlight pass 1"
"""Named in each file. Another number would mean that a name means something else."""
DIGITS = 6


def as_json(trace: Trace, words: bool = True) -> dict[str, Any]:
    """What a pass is, its words, and every map: rows are queries, columns are keys.

    A cell that no query may look at is null. Maps are over whole words, or over pieces.
    """
    unit = "words" if words else "pieces"
    return {**described(trace), "maps_over": unit, "maps": maps(trace, words)}


def as_npz(trace: Trace) -> bytes:
    """Every tensor of `walk` under its name, for `numpy.load`.

    `header` is a JSON text: `described`, and under `axes` the names of the axes of
    each. Weights are over pieces, as the model computed them.
    """
    tensors = {name: tensor.numpy() for name, _, tensor in walk(trace)}
    axes = {name: named for name, named, _ in walk(trace)}
    header = json.dumps({**described(trace), "axes": axes}, ensure_ascii=False)
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, header=np.array(header), **tensors)
    return file.getvalue()


def described(trace: Trace) -> dict[str, Any]:
    """What a pass is: version, model, sentence, translation, the words of each side.

    `word_of` says of each piece to which word it belongs; both count from 0.
    """
    names = ("source", "read", "predicted")
    return {
        "format": FORMAT,
        "version": __version__,
        "model": trace.model,
        "digest": trace.digest,
        "experiment": [change.written() for change in trace.experiment.changes],
        "source": trace.vocabulary.decode(trace.source_ids),
        "translation": translation(trace),
        "sides": {name: side(getattr(trace, name)) for name in names},
    }


def translation(trace: Trace) -> dict[str, Any]:
    """The text written (or forced), with the probability of each of its pieces.

    The last piece is ‹end› where it is `finished`. Each probability is that of the
    piece after all those before it; log_probability is the sum of their logarithms.
    """
    written = trace.written().tolist()
    if not trace.translation.finished:
        written.pop()
    return {
        "text": trace.translation.text,
        "pieces": list(trace.predicted.pieces[: len(written)]),
        "probabilities": [round(one, DIGITS) for one in written],
        "log_probability": round(trace.translation.log_probability, DIGITS),
        "finished": trace.translation.finished,
        "forced": trace.forced,
    }


def side(found: Side) -> dict[str, Any]:
    """The words and pieces along one side of a map."""
    return {
        "words": list(found.words),
        "pieces": list(found.pieces),
        "word_of": list(found.word_of),
    }


def maps(trace: Trace, words: bool) -> dict[str, Any]:
    """Each attention with its two sides and its weights, head by head."""
    found = {}
    for name in trace.attentions():
        queries, keys = name.sides
        weights = [
            [[None if w != w else round(w, DIGITS) for w in row] for row in head]
            for head in trace.heads(name, words).tolist()
        ]
        found[str(name)] = {"queries": queries, "keys": keys, "weights": weights}
    return found
