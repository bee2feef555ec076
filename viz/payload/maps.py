"""A pass as the attention component draws it: numbers and words, no pixels.

Every builder returns the header and the body that `viz.components.attention.pack`
makes one blob of. A page adds what belongs to the reader: view, view_rev, dim.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.networks.names import ALIGNMENT, AttentionName
from core.text.words import join_words
from viz.payload.forbidden import forbidden_by

if TYPE_CHECKING:
    from core.text.sides import Side
    from core.trace import Trace

MOST_PROBABLE = 8
BEST, GROUP = 512, 64  # scores of next pieces sent one by one, and those that share one
SIDES = {
    "source": {"name": "English", "side": "source"},
    "read": {"name": "French", "side": "output"},
    "predicted": {"name": "French", "side": "output"},
}
"""The sequences of a trace: their name on the screen, and of which sentence they are.

The words read and those predicted are two names of the same steps of the output."""
PANELS = ("choose", "beams", "matrix", "show", "heads", "statistics", "next")
ONE_MAP = ("beams", "matrix")


@dataclass(frozen=True)
class Kind:
    """One kind of attention: its name on the page, and the sides it stands between."""

    id: str
    stack: str
    attention: str
    label: str
    short: str
    queries: str
    keys: str
    note: str
    back: bool = False  # a query may look at itself and before it


KINDS = (
    Kind(
        "encoder",
        "encoder",
        "self_attention",
        "Encoder self-attention",
        "encoder self",
        "source",
        "source",
        "the English looks at itself",
    ),
    Kind(
        "decoder",
        "decoder",
        "self_attention",
        "Decoder self-attention",
        "decoder self",
        "read",
        "read",
        "the French so far looks back at itself",
        back=True,
    ),
    Kind(
        "cross",
        "decoder",
        "cross_attention",
        "Cross-attention",
        "decoder → encoder",
        "predicted",
        "source",
        "the French looks at the English",
    ),
)


def transformer_view(
    trace: "Trace",
    *,
    words: bool = True,
    panels: Sequence[str] = PANELS,
    statistics: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], np.ndarray]:
    """All heads of all layers of the three attentions of a Transformer.

    With `words`, weights into a word's pieces are summed, the rows of a word's pieces
    averaged, and the next piece is shown where a word begins. The scores of all next
    pieces lie behind the weights, see `half_scores`. `statistics`: see `head_figures`.
    """
    names, layers = trace.attentions(), []
    stacks: list[dict[str, Any]] = []
    tensors: list[np.ndarray] = []
    for kind in KINDS:
        layers = [
            name
            for name in names
            if (name.stack, name.kind) == (kind.stack, kind.attention)
        ]
        tensors.append(np.stack([trace.heads(name, words).numpy() for name in layers]))
        stacks.append(
            {
                "id": kind.id,
                "label": kind.label,
                "short": kind.short,
                "queries": kind.queries,
                "keys": kind.keys,
                "back": kind.back,
                "note": kind.note,
                "maps": [str(name) for name in layers],
                **forbidden_by(trace, kind.id, kind.queries, kind.keys, words),
            }
        )
    header = {
        **_header(trace, words, panels),
        "view": {"stack": "cross", "layer": len(layers) - 1, "head": -1, "row": 0},
    }
    if statistics:
        unit = "words" if words else "pieces"
        header["statistics"] = {**statistics, "unit": unit}
    header, body = _finished(header, stacks, tensors)
    scores = half_scores(trace, next_places(trace, words))
    header["next"]["logits"] = {
        "offset": body.size,
        "vocabulary": trace.record.logits.shape[-1],
        "best": BEST,
        "group": GROUP,
    }
    return header, np.concatenate([body, scores])


def alignment_view(
    trace: "Trace",
    *,
    name: str | AttentionName = ALIGNMENT,
    head: int | None = None,
    reading: str = "predicted",
    words: bool = True,
    label: str = "Alignment",
    note: str = "",
    panels: Sequence[str] = ONE_MAP,
) -> tuple[dict[str, Any], np.ndarray]:
    """One map between the languages: French down, English across.

    `name` and `head` (None: the mean over the heads) as in
    `Trace.attention`. A row is named by the word predicted at its step; with `reading`
    "read" it is the next step, the one that reads this word. None reads ‹end›, which
    has no row then.
    """
    named = replace(trace, predicted=trace.read) if reading == "read" else trace
    heads = named.heads(name, words).numpy()
    one = heads.mean(0) if head is None else heads[head]
    if reading == "read":
        one, trace = one[1:], replace(trace, predicted=trace.predicted.without_last())
    stack = {
        "id": "alignment",
        "label": label,
        "short": label.lower(),
        "queries": "predicted",
        "keys": "source",
        "note": note,
    }
    header = {
        **_header(trace, words, panels),
        "view": {"stack": "alignment", "layer": 0, "head": 0, "row": 0},
    }
    return _finished(header, [stack], [one[None, None]])


def sizes(trace: "Trace") -> dict[str, int]:
    """How many layers the encoder has, how many heads each, how wide a key is."""
    from core.trace import walk  # brings torch: not before the first paint

    queries = [
        tensor
        for name, _, tensor in walk(trace)
        if name.startswith("encoder.") and name.endswith("self_attention.query")
    ]
    heads, _, d_k = queries[0].shape
    return {"layers": len(queries), "heads": heads, "d_k": d_k}


def half_scores(trace: "Trace", rows: Iterable[int]) -> np.ndarray:
    """The logits of these rows, the largest first, two half floats in every float32.

    Each less the largest of its row: softmax does not mind, and near 0 half precision
    is finest, so that a probability is right to about 0.4 %. Behind the `BEST` best
    every `GROUP` neighbours share one logit, that of their mean probability.
    """
    falling = -np.sort(-trace.record.logits[list(rows)].double().numpy())
    falling -= falling[:, :1]
    best, rest = np.split(falling, [BEST], axis=-1)
    starts = np.arange(0, rest.shape[-1], GROUP)
    if starts.size:
        counts = np.diff(starts, append=rest.shape[-1])
        sums = np.add.reduceat(np.exp(rest), starts, axis=-1)
        best = np.concatenate([best, np.log(sums / counts)], axis=-1)
    halves = best.astype("<f2").ravel()
    return np.pad(halves, (0, halves.size % 2)).view("<f4")


def next_places(trace: "Trace", words: bool) -> list[int]:
    """The rows of which the next piece is shown: those where a word begins, or all."""
    side = trace.predicted
    return first_pieces(side) if words else list(range(len(side.pieces)))


def next_rows(trace: "Trace", rows: Iterable[int], k: int = MOST_PROBABLE) -> list:
    """Per row of pieces the k most probable next ones: [piece, probability, written].

    The piece that was written (or forced) is always among them: in the last place
    where it is not one of the k. Where the model was stopped, none was written.
    The fourth number is the rank of the piece, from 0.
    """
    rows = list(rows)
    probabilities = trace.probabilities[rows]
    values, indices = probabilities.topk(min(k, probabilities.shape[-1]))
    shown = []
    for i, row in enumerate(rows):
        written = trace.wrote(row)
        pieces = indices[i].tolist()
        ranks = range(len(pieces))
        best = list(zip(pieces, values[i].tolist(), ranks, strict=True))
        if written is not None and written not in pieces:
            value = probabilities[i, written]
            rank = int((probabilities[i] > value).sum())
            best[-1] = (written, value.item(), rank)
        shown.append(
            [
                [trace.vocabulary.piece(index), round(value, 6), index == written, rank]
                for index, value, rank in best
            ]
        )
    return shown


def first_pieces(side: "Side") -> list[int]:
    """The place of the first piece of every word."""
    return [side.word_of.index(word) for word in range(len(side.words))]


def _header(trace: "Trace", words: bool, panels: Sequence[str]) -> dict[str, Any]:
    wanted = "next" in panels
    rows = next_places(trace, words)
    return {
        "sequences": {
            name: {**_sequence(getattr(trace, name), words), **side}
            for name, side in SIDES.items()
        },
        "view_rev": "",
        "panels": list(panels),
        **({"next": {"rows": next_rows(trace, rows)}} if wanted else {}),
        "labels": {
            "title": f"{text_of(trace.source)} → {trace.translation.text}",
            "file": f"headlight-{trace.model}",
        },
        "dim": False,
    }


def text_of(side: "Side") -> str:
    """The English sentence as it is read, without ‹end› and ‹pad›."""
    plain = zip(side.words, side.special, strict=True)
    return join_words([word for word, special in plain if not special], "en")


def _sequence(side: "Side", words: bool) -> dict[str, Any]:
    if words:
        names, special = side.words, side.special
    else:
        names, special = side.pieces, tuple(side.special[w] for w in side.word_of)
    sequence = {"words": list(names), "special": list(special)}
    counts = Counter(side.word_of)
    if words and len(counts) < len(side.pieces):
        sequence["pieces"] = [counts[word] for word in range(len(side.words))]
    return sequence


def _finished(
    header: dict[str, Any], stacks: list[dict[str, Any]], tensors: list[np.ndarray]
) -> tuple[dict[str, Any], np.ndarray]:
    """The stacks with their shapes and offsets, and one body behind another.

    The id says whether two blobs show the same: a digest of words and numbers.
    """
    placed, parts, offset = [], [], 0
    for stack, tensor in zip(stacks, tensors, strict=True):
        lower = _lower(tensor)
        parts.append((tensor if lower is None else lower).ravel())
        known = {} if lower is None else {"lower": True}
        shape = list(tensor.shape)
        placed.append({**stack, **known, "shape": shape, "offset": offset})
        offset += parts[-1].size
    body = np.concatenate(parts).astype("<f4")
    told = json.dumps([header["sequences"], placed], ensure_ascii=False)
    digest = hashlib.sha256(told.encode() + body.tobytes()).hexdigest()[:16]
    return {"id": digest, **header, "stacks": placed}, body


def _lower(tensor: np.ndarray) -> np.ndarray | None:
    """Of a map that may not look ahead the rest, row after row; None of any other."""
    n, m = tensor.shape[-2:]
    ahead, rest = np.triu_indices(n, 1, m), np.tril_indices(n, 0, m)
    if n != m or not np.isnan(tensor[..., ahead[0], ahead[1]]).all():
        return None
    return tensor[..., rest[0], rest[1]]
