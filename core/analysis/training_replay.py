"""How attention became what it is: the maps of six sentences, kept while training.

A few frames, evenly spaced in the logarithm of the update, for most happens early. The
French is given, so that only the weights differ between two frames. The last frame is
of the shipped weights.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import safe_open
from safetensors.torch import save as save_tensors
from torch import Tensor

from core import sealed
from core.attention_map import AttentionMap
from core.errors import InputError
from core.in_use.translator import Translator
from core.networks.names import AttentionName, MapChoice
from core.shelf.models import located

FILE = "replay.safetensors"
FRAMES = 12
FIRST = 10
PAIRS = (
    ("The woman ate the fish.", "La femme a mangé le poisson."),
    ("She bought a small black car.", "Elle a acheté une petite voiture noire."),
    ("I don't know where he lives.", "Je ne sais pas où il habite."),
    ("Where did you buy that book?", "Où as-tu acheté ce livre ?"),
    ("He gave it to me yesterday.", "Il me l'a donné hier."),
    (
        "The agreement on the European Economic Area was signed in August 1992.",
        "L'accord sur la zone économique européenne a été signé en août 1992.",
    ),
)

Maps = dict[str, Tensor]
"""The name of an attention, and its weights: head, query, key."""


@dataclass(frozen=True)
class Words:
    """One sentence: its French rows and English columns, ‹end› last in both."""

    query: tuple[str, ...]
    key: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Frame:
    """One moment: the update, loss and BLEU there, and the maps of every sentence.

    `loss` is None where no update was made: the weights that a run started from.
    """

    update: int
    loss: float | None
    bleu: float | None
    maps: tuple[Maps, ...]


@dataclass(frozen=True, eq=False)
class Replay:
    """Frames in the order of their updates, over the same sentences."""

    sentences: tuple[Words, ...]
    frames: tuple[Frame, ...]

    def attention(
        self, frame: int, sentence: int, name: str, head: int | None = None
    ) -> AttentionMap:
        """One map of one frame; `head` None is the mean over the heads.

        InputError where there is no such frame, sentence, attention or head.
        """
        try:
            if min(frame, sentence, head or 0) < 0:
                raise IndexError
            heads = self.frames[frame].maps[sentence][name]
            weights = heads.mean(0) if head is None else heads[head]
        except (IndexError, KeyError):
            raise InputError(
                "not_in_the_replay",
                "The replay has no frame {frame}, sentence {sentence}, {map}, "
                "head {head}.",
                frame=frame,
                sentence=sentence,
                map=name,
                head=str(head),
            ) from None
        words = self.sentences[sentence]
        return AttentionMap(
            weights,
            weights >= 0,
            words.query,
            words.key,
            f"{MapChoice(AttentionName.parse(name), head).title}, "
            f"update {self.frames[frame].update}",
        )


def moments(first: int, last: int) -> tuple[int, ...]:
    """The updates of all frames but the last, evenly spaced in their logarithm.

    first · (last / first)^(k / 11) for k = 0 … 10; none where `last` is not beyond
    `first`. The logarithm of 0 is nowhere: a replay from the very first weights has
    update 0 and eleven frames from update `FIRST` on.
    """
    begin, frames = ((), FRAMES) if first else ((0,), FRAMES - 1)
    first = first or FIRST
    if not 0 < first < last:
        return ()
    found = (first * (last / first) ** (k / (frames - 1)) for k in range(frames - 1))
    return (*begin, *dict.fromkeys(round(m) for m in found if round(m) < last))


def thinned(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """At most twelve frames, those nearest to even spacing; the last one stays.

    A run that goes on from another brings more than are kept.
    """
    if len(frames) <= FRAMES:
        return tuple(frames)
    *earlier, last = frames
    kept: set[int] = set()
    for moment in moments(frames[0].update, last.update):
        left = [frame.update for frame in earlier if frame.update not in kept]
        kept.add(min(left, key=lambda u: abs(math.log1p(u) - math.log1p(moment))))
    return (*(frame for frame in earlier if frame.update in kept), last)


def take(
    model: Translator, update: int, loss: float | None, bleu: float | None
) -> Frame:
    """The maps between the languages, whole words, of a model as it is now."""
    maps = []
    for english, french in PAIRS:
        trace = model.explain(english, target=french)
        maps.append(
            {
                str(name): trace.heads(name).half()
                for name in trace.attentions()
                if name.across
            }
        )
    return Frame(update, loss, bleu, tuple(maps))


def sentences(model: Translator) -> tuple[Words, ...]:
    """The words of the six sentences, as this model's tokenizer cuts them."""
    traces = (model.explain(english, target=french) for english, french in PAIRS)
    return tuple(Words(t.predicted.words, t.source.words) for t in traces)


def save(folder: Path, replay: Replay) -> None:
    """Write the frames into a model folder, which is to be sealed afterwards."""
    told = {
        "sentences": [[words.query, words.key] for words in replay.sentences],
        "frames": [[f.update, f.loss, f.bleu] for f in replay.frames],
    }
    tensors = {
        f"{place}.{sentence}.{name}": heads.half().contiguous()
        for place, frame in enumerate(replay.frames)
        for sentence, maps in enumerate(frame.maps)
        for name, heads in maps.items()
    }
    metadata = {"replay": json.dumps(told, ensure_ascii=False)}
    (folder / FILE).write_bytes(save_tensors(tensors, metadata))


def load(name: str, root: Path | None = None) -> Replay | None:
    """The frames kept for a shipped model; None where none were.

    DamagedModel where the file cannot be read.
    """
    path = (root / name if root else located(name)) / FILE
    if not path.is_file():
        return None
    with sealed.reading(path.parent, FILE), safe_open(path, "pt") as file:
        told = json.loads(file.metadata()["replay"])
        maps: list[list[Maps]] = [
            [{} for _ in told["sentences"]] for _ in told["frames"]
        ]
        for key in file.keys():  # noqa: SIM118 (not a dictionary)
            frame, sentence, of = key.split(".", 2)
            maps[int(frame)][int(sentence)][of] = file.get_tensor(key).float()
        return Replay(
            tuple(Words(tuple(query), tuple(key)) for query, key in told["sentences"]),
            tuple(
                Frame(update, loss, bleu, tuple(of_frame))
                for (update, loss, bleu), of_frame in zip(
                    told["frames"], maps, strict=True
                )
            ),
        )


def packed(frames: Iterable[Frame]) -> list[list[Any]]:
    """Frames as plain lists and tensors, for a file that holds no code."""
    return [[f.update, f.loss, f.bleu, list(f.maps)] for f in frames]


def unpacked(rows: Iterable[Sequence[Any]]) -> list[Frame]:
    """What `packed` made, as frames again."""
    return [Frame(row[0], row[1], row[2], tuple(row[3])) for row in rows]
