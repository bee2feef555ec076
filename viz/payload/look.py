"""One look of a translator at a sentence, as plain numbers: what Start shows of a pass.

It is made from a pass, or read from a file (`viz.payload.first_look`): a picture of it
needs no model and no torch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.networks.names import MapChoice
from core.shelf.languages import USUAL
from viz.content.texts import texts
from viz.say.cited import cited

if TYPE_CHECKING:
    import numpy as np

    from core.attention_map import MapSide
    from core.trace import Trace

PANELS = ("first", "legend")
SMALL = ("small",)
say = texts("transformer")


@dataclass(frozen=True)
class Line:
    """What stands along one side; `pieces` counts those of each word."""

    kind: str
    items: tuple[str, ...]
    special: tuple[bool, ...]
    pieces: tuple[int, ...]

    @classmethod
    def of(cls, side: "MapSide") -> "Line":
        """The same of a side of a map."""
        pieces = side.pieces or (1,) * len(side.items)
        return cls(side.kind, side.items, side.special, pieces)


@dataclass(frozen=True)
class Look:
    """One map between the languages, with the French that was written and how surely.

    `weights` are those of `written` (rows, without ‹end›) over `read`; each row adds up
    to 1. `map`, `head` ("mean", or counted from 0) and `reading` are those of a
    `MapChoice`. `chances` are the probabilities of the pieces written, then of ‹end›;
    `word_of` says which word each piece belongs to.
    """

    model: str
    digest: str
    english: str
    french: str
    forced: bool
    finished: bool
    map: str
    head: str
    reading: str
    read: Line
    written: Line
    weights: tuple[tuple[float, ...], ...]
    chances: tuple[float, ...]
    word_of: tuple[int, ...]

    @property
    def which(self) -> MapChoice:
        """The map that is shown."""
        return MapChoice.of(
            {"map": self.map, "head": self.head, "reading": self.reading}
        )

    @property
    def pieces(self) -> int:
        """How many pieces were written, ‹end› not counted."""
        return len(self.chances) - 1

    def weight(self, french: str, english: str) -> float | None:
        """What the first such French word gives to the first such English one."""
        if french not in self.written.items or english not in self.read.items:
            return None
        row = self.weights[self.written.items.index(french)]
        return row[self.read.items.index(english)]

    def largest(self, french: str) -> float | None:
        """The largest weight of the first such French word."""
        if french not in self.written.items:
            return None
        return max(self.weights[self.written.items.index(french)])


def look_of(
    trace: "Trace", which: MapChoice, english: str, *, words: bool = True
) -> Look:
    """What a pass over an English sentence shows in one of its maps."""
    side = trace.predicted.without_last()
    written = replace(trace, predicted=side).side("predicted", words)
    return Look(
        trace.model,
        trace.digest,
        english,
        trace.translation.text,
        trace.forced,
        trace.translation.finished,
        str(which.name),
        "mean" if which.head is None else str(which.head),
        which.reading,
        Line.of(trace.side("source", words)),
        Line.of(written),
        tuple(map(tuple, trace.written_rows(which, words).tolist())),
        tuple(trace.written().tolist()),
        side.word_of,
    )


def picture_of(
    look: Look,
    *,
    label: str,
    gloss: Sequence[str] = (),
    meant: Sequence[str] = (),
    rare: Sequence[bool] = (),
    panels: Sequence[str] = PANELS,
    together: str = "",
    low: bool = False,
) -> tuple[dict[str, Any], "np.ndarray"]:
    """A look as the attention component draws it: French above, English below.

    `gloss` is the meaning of each French word, "" where it has none; what each English
    one is `meant` to say stands below it; a `rare` one is marked. Pictures of one name
    `together` light the same word; a `low` one leaves room for a note.
    """
    import numpy as np

    from viz.payload.stacks import finished

    title = f"{look.english} → {look.french}"
    english, french = say("languages.english"), say("languages.french")
    header: dict[str, Any] = {
        "sequences": {
            "predicted": _sequence(look.written, french, "output"),
            "source": _sequence(look.read, english, "source"),
        },
        "view_rev": "",
        "panels": list(panels),
        "labels": {
            "title": title,
            "file": f"headlight-{look.model}",
        },
        "cited": cited(title, look.model, look.digest),
        "dim": False,
        "view": {"stack": "alignment", "layer": 0, "head": 0, "row": 0},
        "together": together,
        "low": low,
        "tongues": {"source": USUAL[0], "output": USUAL[1]},
        "gloss": list(gloss),
        "meant": list(meant),
        "rare": list(rare),
    }
    stack = {
        "id": "alignment",
        "label": label,
        "short": label.lower(),
        "queries": "predicted",
        "keys": "source",
        "back": False,
        "note": "",
        "maps": [look.map],
    }
    weights = np.array([[look.weights]], dtype=np.float64)
    rows, columns = len(look.written.items), len(look.read.items)
    return finished(header, [stack], [weights.reshape(1, 1, rows, columns)])


def _sequence(line: Line, name: str, side: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "words": list(line.items),
        "special": list(line.special),
        "name": name,
        "side": side,
        "kind": line.kind,
    }
    if any(count > 1 for count in line.pieces):
        found["pieces"] = list(line.pieces)
    return found
