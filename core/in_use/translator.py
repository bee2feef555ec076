"""A trained translator in use: translate, explain, align."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from core import checkpoint
from core.attention_map import AttentionMap
from core.decoding.search import Hypothesis, beam_search, greedy
from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment
from core.experiments.prefix import beginning, begun
from core.experiments.word_changes import with_word_changes
from core.in_use.recorded import recorded, translation_of
from core.networks.names import AttentionName, MapChoice
from core.networks.writer import Writer
from core.text.accept import accept
from core.text.tokenizer import Pieces
from core.trace import Trace, Translation

MAX_BEAM = 16


@dataclass(frozen=True, eq=False, repr=False)
class Translator(checkpoint.Checkpoint):
    """A model folder in use. It is shared by everybody and never written to."""

    @torch.inference_mode()
    def translate(self, text: str, beam: int | None = None) -> Translation:
        """Translate a sentence greedily, or with a beam of that width.

        InputError where the sentence is empty or too long, or the beam too wide.
        """
        return self._decode(self._read(text), AS_IT_IS, beam)

    @torch.inference_mode()
    def explain(
        self,
        text: str,
        target: str | Pieces | Translation | None = None,
        experiment: Experiment | None = None,
        prefix: str = "",
    ) -> Trace:
        """Translate (or take the given target), then one recorded pass over it.

        With the causal mask off every step of the translation is computed without a
        cache; the recorded pass is the one over the finished sentence.
        A target that a model wrote is given as the pieces in which it was written: its
        text might be cut into others. A translation is taken as this model's own, and
        is not forced. A `prefix` is given, and the model goes on from
        there.
        """
        experiment = experiment or AS_IT_IS
        pieces = with_word_changes(
            self._read(text), experiment.words, self.languages[0]
        )
        if isinstance(target, Translation):
            return recorded(self, pieces, target.pieces, experiment, target)
        if isinstance(target, Pieces):
            self.tokenizer.check_length(target)
            return recorded(self, pieces, target, experiment)
        if target is not None:
            return recorded(self, pieces, self._read(target), experiment)
        given = beginning(self.tokenizer, accept(prefix).text).ids if prefix else ()
        translation = self._decode(pieces, experiment, prefix=given)
        trace = recorded(self, pieces, translation.pieces, experiment, translation)
        return replace(trace, given=len(given))

    @torch.inference_mode()
    def align(
        self,
        source_words: Sequence[str] | Pieces,
        target_words: Sequence[str] | Pieces,
        layer: int | None = None,
        head: int | None = None,
        reading: str | None = None,
    ) -> AttentionMap:
        """Where each given target word looks among the given source words.

        Words are given, or the pieces of a text that is cut up already.
        The target is forced. Weights into a word's pieces are summed, rows of a word's
        pieces averaged, the weight on ‹end› left out and the row divided by the rest;
        a row that lies wholly on ‹end› is 0 everywhere.
        Without `layer` it is the map recorded as best-aligning; `head` None is the mean
        over a layer's heads. `reading` says at which step row i is taken: where word i
        is "predicted" or, one step later, where it is "read".
        """
        chosen = self._chosen_map(layer, head, reading)
        trace = self.force(source_words, target_words)
        whole = trace.attention(chosen.name, chosen.head, words=False).weights
        rows = whole[1:] if chosen.reading == "read" else whole[:-1]
        target, source = _words(target_words), _words(source_words)
        n, m = len(target), len(source)
        query = trace.predicted.membership()[:n, : len(rows)]
        key = trace.source.membership()[:m]
        weights = (query / query.sum(-1, keepdim=True)) @ rows @ key.T
        rest = weights.sum(-1, keepdim=True)
        return AttentionMap(
            weights / rest.where(rest > 0, 1.0),
            torch.ones(n, m, dtype=torch.bool),
            target,
            source,
            f"{chosen.title}, {chosen.reading} word",
        )

    @torch.inference_mode()
    def force(
        self,
        source_words: Sequence[str] | Pieces,
        target_words: Sequence[str] | Pieces,
    ) -> Trace:
        """One recorded pass over words, or pieces, that are given and not cut again.

        InputError where a side is empty or has too many pieces.
        """
        for side in (source_words, target_words):
            if isinstance(side, str):
                raise InputError(
                    "words_in_one_text",
                    "Give the words as a list, “{text}”.split() for instance.",
                    text=side[:40],
                )
        if not _words(source_words) or not _words(target_words):
            raise InputError("empty_side", "Give at least one word on each side.")
        read = self._given(source_words, self.languages[0])
        written = self._given(target_words, self.languages[1])
        return recorded(self, read, written, AS_IT_IS)

    def _given(self, side: Sequence[str] | Pieces, language: str) -> Pieces:
        if not isinstance(side, Pieces):
            side = self.tokenizer.encode_words(side, language)
        self.tokenizer.check_length(side)
        return side

    def _chosen_map(
        self, layer: int | None, head: int | None, reading: str | None
    ) -> MapChoice:
        """The map that `align` is asked for; the recorded one where nothing is said."""
        best = self.best_alignment
        if not self.network.attention_names():
            raise InputError(
                "nothing_to_map",
                "{model} has no attention: there is nothing to map.",
                model=self.name,
            )
        if best.name.alone and (layer or head):
            raise InputError(
                "one_alignment",
                "{model} has one alignment: layer 0, head 0.",
                model=self.name,
            )
        name = best.name
        if layer is not None and not name.alone:
            name = AttentionName("decoder", layer, "cross_attention")
        if layer is None and head is None:
            head = best.head
        return MapChoice(name, head, reading or best.reading)

    @property
    def best_alignment(self) -> MapChoice:
        """The map that was measured to align best; else the mean of the last layer."""
        if kept := self.info.get("best_alignment"):
            return MapChoice.of(kept)
        across = [name for name in self.network.attention_names() if name.across]
        return MapChoice(across[-1]) if across else MapChoice()

    def read_text(self, text: str) -> str:
        """The text as it is accepted; InputError where it is empty or too long."""
        return self._read(text).text

    def _read(self, text: str) -> Pieces:
        pieces = self.tokenizer.encode(accept(text).text)
        self.tokenizer.check_length(pieces)
        return pieces

    def _decode(
        self,
        pieces: Pieces,
        experiment: Experiment,
        beam: int | None = None,
        prefix: tuple[int, ...] = (),
    ) -> Translation:
        asked = begun(self.network, pieces.ids, experiment, prefix)
        if beam is None:
            found = greedy(asked.network, asked.source, asked.allowed)
        else:
            check_beam(beam)
            found = beam_search(asked.network, asked.source, asked.allowed, beam)
        return self.translation([asked.whole(one) for one in found])

    def translation(self, found: list[Hypothesis]) -> Translation:
        """Hypotheses as text, the best one first."""
        return translation_of(self.tokenizer, found)


def check_beam(width: int) -> None:
    """InputError where a beam is wider than anybody is given, or nothing."""
    if not isinstance(width, int) or not 1 <= width <= MAX_BEAM:
        raise InputError(
            "beam_out_of_range",
            "A beam of {n}; choose 1 to {most}.",
            n=width if isinstance(width, int) else repr(width),
            most=MAX_BEAM,
        )


def _words(side: Sequence[str] | Pieces) -> tuple[str, ...]:
    return side.words if isinstance(side, Pieces) else tuple(side)


def load(name: str, root: Path | None = None) -> Translator:
    """A model by its name: shipped, or of a folder of one's own; see `core.assets`.

    DamagedModel names the file that is not right; InputError where it is no translator.
    """
    found = checkpoint.load(name, root)
    if isinstance(found.network, Writer):
        raise InputError(
            "only_writes",
            "{model} only writes; it is no translator.",
            model=name,
        )
    return Translator(**vars(found))
