"""A pass of a translator as the attention component draws it: numbers and words.

Its stacks as those of any model, and what only a translator has: the words that could
stand next, and the cells that an experiment forbids.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.networks.names import MapChoice
from viz.content.texts import language_name, texts
from viz.payload.forbidden import forbidden_by
from viz.payload.stacks import Called, OneStack, sequence, tongued, view_of
from viz.payload.walk import named
from viz.say.cited import cited

if TYPE_CHECKING:
    from core.attention_map import AttentionMap, Stack
    from core.in_use.language_model import LanguageModel
    from core.text.sides import Side
    from core.trace import Trace

MOST_PROBABLE = 8
BEST, GROUP = 512, 64  # scores of next pieces sent one by one, and those that share one
PANELS = ("choose", "ribbons", "matrix", "show", "heads", "statistics", "next")
ONE_MAP = ("ribbons", "matrix")
ALIGNMENT_MAP = MapChoice()
STACKS = ("encoder", "decoder", "cross")
say = texts("transformer")
writing = texts("writer")


def stacks() -> dict[str, Called]:
    """What the three attentions of a Transformer are called."""
    return {
        stack: Called(
            say(f"stacks.{stack}.label"),
            say(f"stacks.{stack}.short"),
            say(f"stacks.{stack}.note"),
        )
        for stack in STACKS
    }


def only_writes(trace: "Trace") -> bool:
    """Whether it is the pass of a decoder alone: nothing is read but what it writes."""
    return all(name.looks_back for name in trace.attentions())


def called(trace: "Trace") -> dict[str, Called]:
    """What the attentions of a pass are called."""
    if not only_writes(trace):
        return stacks()
    names = (writing(f"stack.{name}") for name in ("label", "short", "note"))
    return {"decoder": Called(*names)}


def languages(trace: "Trace") -> dict[str, str]:
    """What the sequences of a translation are called, or that of a text."""
    if only_writes(trace):
        return dict.fromkeys(("read", "predicted"), writing("stack.text"))
    source, target = map(language_name, trace.languages)
    return {"source": source, "read": target, "predicted": target}


def transformer_view(
    trace: "Trace",
    *,
    words: bool = True,
    read: bool = False,
    panels: Sequence[str] = PANELS,
    statistics: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], np.ndarray]:
    """All heads of all layers of the attentions of a Transformer, or of a writer.

    With `words`, weights into a word's pieces are summed, the rows of a word's pieces
    averaged, and the next piece is shown where a word begins; a row of cross-attention
    is a word that is predicted or, with `read`, one that is read. The scores of all
    next pieces lie behind the weights, see `half_scores`. `statistics`: see
    `head_figures`.
    """
    header, body = view_of(
        RowsRead(trace) if words and read else trace,
        called(trace),
        languages(trace),
        words=words,
        panels=panels,
        known=lambda stack: forbidden_by(trace, stack, words),
        title=_title(trace),
        file=_file(trace),
    )
    scores = half_scores(trace, next_places(trace, words))
    logits = {
        "offset": body.size,
        "vocabulary": trace.record.logits.shape[-1],
        "best": BEST,
        "group": GROUP,
    }
    header["next"] = {**_next(trace, words), "logits": logits}
    predicted = sequence(trace.side("predicted", words), languages(trace))
    header["sequences"].setdefault("predicted", predicted)
    header["cited"] = cited(_title(trace), trace.model, trace.digest)
    if not only_writes(trace):
        tongued(header, trace.languages)
    if statistics:
        unit = "words" if words else "pieces"
        header["statistics"] = {**statistics, "unit": unit}
    return header, np.concatenate([body, scores])


@dataclass(frozen=True)
class RowsRead:
    """A pass whose rows of cross-attention are averaged over the steps that read them.

    A word of several pieces is read one step later than it is predicted, and so are its
    pieces. The rows keep their places. Where cells are forbidden by hand, or the last
    word stopped short, the rows stay those of the steps that predict them.
    """

    trace: "Trace"

    def stacks(self, words: bool = True) -> "tuple[Stack, ...]":
        """The stacks of the pass, as the picture takes them."""
        stacks = self.trace.stacks(words)
        if self.trace.experiment.forbidden:
            return stacks
        later = replace(self.trace, predicted=self.trace.read).stacks(words)
        return tuple(
            replace(one, weights=other.weights, allowed=other.allowed)
            if one.id == "cross" and one.weights.shape == other.weights.shape
            else one
            for one, other in zip(stacks, later, strict=True)
        )


def alignment_view(
    trace: "Trace",
    which: MapChoice = ALIGNMENT_MAP,
    *,
    words: bool = True,
    label: str = "",
    note: str = "",
    panels: Sequence[str] = ONE_MAP,
) -> tuple[dict[str, Any], np.ndarray]:
    """One map between the languages: French down, English across.

    A row is named by the word predicted at its step; with the reading "read" it is the
    next step, the one that reads this word. None reads ‹end›, which has no row then.
    """
    from core.attention_map import Stack  # brings torch: not before the first paint

    later = replace(trace, predicted=trace.read) if which.reading == "read" else trace
    heads = later.heads(which.name, words)
    one = heads.mean(0) if which.head is None else heads[which.head]
    if which.reading == "read":
        one, trace = one[1:], replace(trace, predicted=trace.predicted.without_last())
    label = label or say("stacks.alignment.label")
    alone = Stack(
        "alignment",
        trace.side("predicted", words),
        trace.side("source", words),
        (str(which.name),),
        one[None, None],
        ~one[None, None].isnan(),
    )
    header, body = view_of(
        OneStack(alone),
        {"alignment": Called(label, label.lower(), note)},
        languages(trace),
        words=words,
        panels=panels,
        title=_title(trace),
        file=_file(trace),
    )
    header["view"]["head"] = 0
    header["cited"] = cited(_title(trace), trace.model, trace.digest)
    if not only_writes(trace):
        tongued(header, trace.languages)
    header["sequences"]["read"] = sequence(trace.side("read", words), languages(trace))
    if "next" in panels:
        header["next"] = _next(trace, words)
    return header, body


def aligned_view(
    shown: "AttentionMap",
    trace: "Trace",
    model: "LanguageModel",
    *,
    label: str,
    panels: Sequence[str],
) -> tuple[dict[str, Any], np.ndarray]:
    """A map that a model which only writes made over the words of a pass."""
    from core.attention_map import MapSide, Stack

    alone = Stack(
        "alignment",
        MapSide("predicted", "output", shown.query_words),
        MapSide("source", "source", shown.key_words),
        (str(model.best_alignment.name),),
        shown.weights[None, None],
        shown.allowed[None, None],
    )
    header, body = view_of(
        OneStack(alone),
        {"alignment": Called(label, label.lower())},
        languages(trace),
        panels=panels,
        title=_title(trace),
        file=f"headlight-{model.name}",
    )
    header["view"]["head"] = 0
    header["cited"] = cited(_title(trace), model.name, model.digest)
    return header, body


def sizes(trace: "Trace") -> dict[str, int]:
    """How many layers a stack has, how many heads each, how wide a key is."""
    first = trace.attentions()[0]
    layers = [name for name in trace.attentions() if name.short == first.short]
    heads, _, d_k = named(trace)[f"{first}.query"].shape
    return {"layers": len(layers), "heads": heads, "d_k": d_k}


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


def _next(trace: "Trace", words: bool) -> dict[str, Any]:
    return {"rows": next_rows(trace, next_places(trace, words))}


def _title(trace: "Trace") -> str:
    if only_writes(trace):
        return trace.translation.text
    return f"{text_of(trace.source, trace.languages[0])} → {trace.translation.text}"


def _file(trace: "Trace") -> str:
    return f"headlight-{trace.model}"


def text_of(side: "Side", language: str = "en") -> str:
    """The source sentence as it is read, without ‹end› and ‹pad›."""
    return side.text(language)
