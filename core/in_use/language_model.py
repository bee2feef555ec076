"""A model that only writes, in use: go on with a beginning, look inside, translate."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from core import checkpoint
from core.attention_map import AttentionMap
from core.decoding.limits import AtMost
from core.decoding.prompted import Prompted, between
from core.decoding.sampling import Sampling, sample
from core.decoding.search import beam_search, greedy, hypothesis
from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment
from core.experiments.passes import log_probability
from core.experiments.prefix import begun
from core.in_use.pair_as_line import PairAsLine
from core.in_use.recorded import recorded, translation_of
from core.in_use.translator import check_beam
from core.networks.names import READINGS, MapChoice
from core.networks.writer import Writer
from core.text.accept import accept, check_text
from core.text.tokenizer import Pieces
from core.trace import Trace, Translation

NOTHING = Pieces("", (), (), (), ())


@dataclass(frozen=True, eq=False)
class LanguageModel(checkpoint.Checkpoint):
    """A model folder in use. It is shared by everybody and never written to."""

    @torch.inference_mode()
    def write(
        self,
        text: str = "",
        pieces: int | None = None,
        experiment: Experiment = AS_IT_IS,
        sampling: Sampling | None = None,
    ) -> Translation:
        """The text and what follows it: that many pieces, or as many as there are.

        Greedy, unless it is to be drawn by `sampling`; without a text it begins by
        itself. It ends at ‹end›, or where all of it would no longer fit into one pass.
        InputError where the text is too long.
        """
        given = self._read(text).ids
        room = self.room(len(given))
        asked = begun(self.network, (), experiment, given)
        network = AtMost(asked.network, room if pieces is None else min(pieces, room))
        if pieces == 0:
            found = [hypothesis([], 0.0, finished=False)]
        elif sampling is None:
            found = greedy(network, asked.source, asked.allowed)
        else:
            found = [sample(network, asked.source, asked.allowed, sampling)]
        return translation_of(self.tokenizer, [asked.whole(one) for one in found])

    @torch.inference_mode()
    def explain(
        self,
        text: str | Translation = "",
        pieces: int | None = None,
        experiment: Experiment = AS_IT_IS,
        sampling: Sampling | None = None,
    ) -> Trace:
        """`write`, then one recorded pass over all of it; or over what it has written.

        With `pieces` 0 the text is read and nothing is added. `given` counts the pieces
        that were typed. ‹start› takes a position too, so that the pass over a text that
        fills them all leaves its last piece out.
        """
        typed = 0 if isinstance(text, Translation) else self.given(text)
        written = (
            text
            if isinstance(text, Translation)
            else self.write(text, pieces, experiment, sampling)
        )
        written = self.beginning_of(written, self.most_read)
        trace = recorded(self, NOTHING, written.pieces, experiment, written)
        log = log_probability(
            trace.record.logits, trace.predicted_ids, written.finished
        )
        own = replace(written, log_probability=log.item())
        trace = replace(trace, given=typed, translation=own)
        if written.finished:
            return trace
        return replace(trace, predicted=trace.predicted.open_ended())

    @torch.inference_mode()
    def force(self, words: Sequence[str]) -> Trace:
        """One recorded pass over words that are given and not cut again.

        InputError where there are none, or too many.
        """
        if not words:
            raise InputError("empty_line", "Give at least one word.")
        line = self.tokenizer.encode_words(words, self.languages[0])
        self._check_room(1 + len(line.ids))
        return recorded(self, NOTHING, line, AS_IT_IS)

    def given(self, text: str) -> int:
        """How many pieces a typed beginning has."""
        return len(self._read(text).ids)

    @property
    def most_read(self) -> int:
        """The pieces of the longest text that can be read: ‹start› is one more."""
        return self.writer.config.max_positions - 1

    def beginning_of(self, written: Translation, pieces: int) -> Translation:
        """The first pieces of what was written; it has not ended then."""
        ids = written.pieces.ids
        if len(ids) <= pieces:
            return written
        cut = hypothesis(list(ids[:pieces]), 0.0, finished=False)
        return translation_of(self.tokenizer, [cut])

    @torch.inference_mode()
    def translate(self, text: str, beam: int | None = None) -> Translation:
        """What it writes behind “text =”: lines of that kind were among those it read.

        InputError where the sentence is empty or too long, or the beam too wide.
        """
        source = self.tokenizer.encode(accept(text).text)
        self.tokenizer.check_length(source)
        asked = begun(self.network, source.ids, AS_IT_IS)
        network = Prompted(self.writer, between(self.tokenizer))
        if beam is None:
            found = greedy(network, asked.source, asked.allowed)
        else:
            check_beam(beam)
            found = beam_search(network, asked.source, asked.allowed, beam)
        return translation_of(self.tokenizer, found)

    @torch.inference_mode()
    def align(
        self, source_words: Sequence[str], target_words: Sequence[str]
    ) -> AttentionMap:
        """Where each given target word looks among the source words before “=”.

        The line “source = target” is forced. Weights into a word's pieces are summed,
        rows of a word's pieces averaged, those on anything but the source left out and
        the row divided by the rest. It is the map recorded as best-aligning, else the
        mean of the last layer. InputError where a side is empty or too long.
        """
        line, chosen = self.line(source_words, target_words), self.best_alignment
        heads = line.word_maps(chosen.name)[READINGS.index(chosen.reading)]
        weights = heads.mean(0) if chosen.head is None else heads[chosen.head]
        rest = weights.sum(-1, keepdim=True)
        return AttentionMap(
            weights / rest.where(rest > 0, 1.0),
            torch.ones(len(target_words), len(source_words), dtype=torch.bool),
            tuple(target_words),
            tuple(source_words),
            f"{chosen.title}, {chosen.reading} word",
        )

    @torch.inference_mode()
    def line(
        self, source_words: Sequence[str], target_words: Sequence[str]
    ) -> PairAsLine:
        """One recorded pass over “source = target”, whose words are given.

        InputError where a side is empty, or both together are too long.
        """
        if not source_words or not target_words:
            raise InputError("empty_side", "Give at least one word on each side.")
        sides = zip((source_words, target_words), self.languages, strict=True)
        source, target = (self.tokenizer.encode_words(*side) for side in sides)
        for side in (source, target):
            self.tokenizer.check_length(side)
        equals = between(self.tokenizer)
        self._check_room(1 + len(source.ids) + len(equals) + len(target.ids))
        line = self.tokenizer.pieces((*source.ids, *equals, *target.ids))
        trace = recorded(self, NOTHING, line, AS_IT_IS)
        return PairAsLine(trace, source, target, len(source.ids) + len(equals))

    @property
    def best_alignment(self) -> MapChoice:
        """The map that was measured to align best; else the mean of the last layer."""
        if kept := self.info.get("best_alignment"):
            return MapChoice.of(kept)
        return MapChoice(self.writer.attention_names()[-1])

    @property
    def writer(self) -> Writer:
        """Its network."""
        if not isinstance(self.network, Writer):
            raise TypeError(f"{self.name} is no model that only writes")
        return self.network

    def room(self, given: int) -> int:
        """How many pieces can be written behind ‹start› and a beginning of that length.

        All of them are read when it is looked into what was written. InputError where
        there is no place for one: as many positions were learned, and no more.
        """
        most = self.writer.config.max_positions
        if given + 2 > most:
            raise InputError(
                "beginning_fills_positions",
                "{n} pieces; this model has learned {most} positions, and one piece at "
                "least has to fit behind them. Begin anew with the last sentence.",
                n=given,
                most=most,
            )
        return most - 1 - given

    def _check_room(self, pieces: int) -> None:
        """InputError where two sentences together are longer than what was learned."""
        most = self.writer.config.max_positions
        if pieces > most:
            raise InputError(
                "pair_fills_positions",
                "All together these are {n} pieces; a model that reads them as one "
                "text has learned {most} positions. Shorten them.",
                n=pieces,
                most=most,
            )

    def _read(self, text: str) -> Pieces:
        """The pieces of a beginning; none where nothing is typed."""
        check_text(text)
        return self.tokenizer.encode(accept(text).text) if text.strip() else NOTHING


def load(name: str, root: Path | None = None) -> LanguageModel:
    """A model that only writes, by its name; see `core.assets`.

    DamagedModel names the file that is not right; InputError where it is of another
    kind.
    """
    found = checkpoint.load(name, root)
    if not isinstance(found.network, Writer):
        raise InputError(
            "only_translates",
            "{model} translates; it does not go on with a text.",
            model=name,
        )
    return LanguageModel(**vars(found))
