"""A pass as the attention component draws it: numbers and words, no pixels.

Every builder returns the header and the body that `viz.components.attention.pack`
makes one blob of. A page adds what belongs to the reader: view, view_rev, dim.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.words import join_words

if TYPE_CHECKING:
    from core.trace import Side, Trace

MOST_PROBABLE = 5
PANELS = ("choose", "beams", "matrix", "heads", "next")
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
        "the French so far looks back at itself; a row is named by the word read",
    ),
    Kind(
        "cross",
        "decoder",
        "cross_attention",
        "Cross-attention",
        "decoder → encoder",
        "predicted",
        "source",
        "the French looks at the English; a row is named by the word predicted",
    ),
)


def transformer_view(
    trace: "Trace", *, words: bool = True, panels: Sequence[str] = PANELS
) -> tuple[dict[str, Any], np.ndarray]:
    """All heads of all layers of the three attentions of a Transformer.

    With `words`, weights into a word's pieces are summed, the rows of a word's pieces
    averaged, and the next piece is shown where a word begins.
    """
    names, layers = trace.names(), []
    stacks: list[dict[str, Any]] = []
    tensors: list[np.ndarray] = []
    for kind in KINDS:
        layers = [
            name
            for name in names
            if name.startswith(f"{kind.stack}.") and name.endswith(kind.attention)
        ]
        tensors.append(np.stack([trace.heads(name, words).numpy() for name in layers]))
        stacks.append(
            {
                "id": kind.id,
                "label": kind.label,
                "short": kind.short,
                "queries": kind.queries,
                "keys": kind.keys,
                "note": kind.note,
            }
        )
    header = {
        **_header(trace, words, panels),
        "view": {"stack": "cross", "layer": len(layers) - 1, "head": -1, "row": 0},
    }
    return _finished(header, stacks, tensors)


def alignment_view(
    trace: "Trace",
    *,
    name: str = "decoder.alignment",
    head: int | str | None = None,
    reading: str = "predicted",
    words: bool = True,
    label: str = "Alignment",
    note: str = "",
    panels: Sequence[str] = ONE_MAP,
) -> tuple[dict[str, Any], np.ndarray]:
    """One map between the languages: French down, English across.

    `name` and `head` (None or "mean": the mean over the heads) as in
    `Trace.attention`. With `reading` "read" a row is named by the word that was read
    at that step instead of the word predicted from it.
    """
    named = replace(trace, predicted=trace.read) if reading == "read" else trace
    heads = named.heads(name, words).numpy()
    one = heads.mean(0) if head is None or head == "mean" else heads[int(head)]
    stack = {
        "id": "alignment",
        "label": label,
        "short": label.lower(),
        "queries": "read" if reading == "read" else "predicted",
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


def best_title(best: dict[str, Any]) -> str:
    """The map that aligns best, as the screen counts: "Cross-attention, layer 3, …"."""
    if best["map"] == "decoder.alignment":
        return "Alignment"
    layer = int(best["map"].split(".")[1]) + 1
    head = best["head"]
    which = "mean of the heads" if head in (None, "mean") else f"head {int(head) + 1}"
    return f"Cross-attention, layer {layer}, {which}"


def next_rows(trace: "Trace", rows: Iterable[int], k: int = MOST_PROBABLE) -> list:
    """Per row of pieces the k most probable next ones: [piece, probability, written].

    The piece that was written (or forced) is always among them: in the last place
    where it is not one of the k. Where the model was stopped, none was written.
    """
    rows = list(rows)
    probabilities = trace.probabilities[rows]
    values, indices = probabilities.topk(k)
    shown = []
    for i, row in enumerate(rows):
        written = trace.wrote(row)
        best = list(zip(indices[i].tolist(), values[i].tolist(), strict=True))
        if written is not None and written not in dict(best):
            best[-1] = (written, probabilities[i, written].item())
        shown.append(
            [
                [trace.vocabulary.piece(index), round(value, 6), index == written]
                for index, value in best
            ]
        )
    return shown


def first_pieces(side: "Side") -> list[int]:
    """The place of the first piece of every word."""
    return [side.word_of.index(word) for word in range(len(side.words))]


def _header(trace: "Trace", words: bool, panels: Sequence[str]) -> dict[str, Any]:
    sides = {"source": "English", "read": "French", "predicted": "French"}
    wanted = "next" in panels
    side = trace.predicted
    rows = first_pieces(side) if words else range(len(side.pieces))
    return {
        "sequences": {
            name: _sequence(getattr(trace, name), language, words)
            for name, language in sides.items()
        },
        "view_rev": "",
        "panels": list(panels),
        **({"next": {"rows": next_rows(trace, rows)}} if wanted else {}),
        "labels": {
            "title": f"{_text(trace.source)} → {trace.translation.text}",
            "file": f"headlight-{trace.model}",
        },
        "dim": False,
    }


def _text(side: "Side") -> str:
    plain = zip(side.words, side.special, strict=True)
    return join_words([word for word, special in plain if not special], "en")


def _sequence(side: "Side", language: str, words: bool) -> dict[str, Any]:
    if words:
        names, special = side.words, side.special
    else:
        names, special = side.pieces, tuple(side.special[w] for w in side.word_of)
    return {"words": list(names), "special": list(special), "name": language}


def _finished(
    header: dict[str, Any], stacks: list[dict[str, Any]], tensors: list[np.ndarray]
) -> tuple[dict[str, Any], np.ndarray]:
    """The stacks with their shapes and offsets, and one body behind another.

    The id says whether two blobs show the same: a digest of words and numbers.
    """
    placed, offset = [], 0
    for stack, tensor in zip(stacks, tensors, strict=True):
        placed.append({**stack, "shape": list(tensor.shape), "offset": offset})
        offset += tensor.size
    body = np.concatenate([tensor.ravel() for tensor in tensors]).astype("<f4")
    told = json.dumps([header["sequences"], placed], ensure_ascii=False)
    digest = hashlib.sha256(told.encode() + body.tobytes()).hexdigest()[:16]
    return {"id": digest, **header, "stacks": placed}, body
