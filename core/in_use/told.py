"""What a captioner said of a street, with every number of it.

Of each word is known which thing it names, so that every word can be asked how much of
its weight lies where it should.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention import masked_softmax
from core.attention_map import AttentionMap, MapSide, Stack
from core.networks.captioner import CaptionerRecord
from core.networks.names import ALIGNMENT
from core.showing import Shown
from core.worlds.captions import END, SPECIAL, Judged, judge, numbers
from core.worlds.questions import Answer
from core.worlds.street import GRID, SIZE, Street

CELLS = MapSide(
    "picture",
    "source",
    tuple(f"{n // GRID + 1}.{n % GRID + 1}" for n in range(GRID**2)),
    kind="cells",
    grid=(GRID, GRID),
)
"""The cells of a picture, each called by its row and its column, from 1."""


@dataclass(frozen=True)
class Share:
    """How much of a word's weight lies on the cells that a thing touches.

    `uniform` is what equal weights would put there, `area` the share of the picture
    that the box of the thing takes.
    """

    thing: int
    cells: tuple[int, ...]
    weight: float
    uniform: float
    area: float


@dataclass(frozen=True, eq=False)
class Told(Shown):
    """One recorded pass over one street; its tensors have no batch axis.

    `words` are all of them: the first `given` were a question. `names` says which thing
    each names. Row i of the weights is the look that chose word i; the last row chose
    ‹end›, unless the pass is not `finished`. `truth` is the answer to a question.
    """

    model: str
    digest: str
    street: Street
    words: tuple[str, ...]
    names: tuple[int | None, ...]
    record: CaptionerRecord
    finished: bool = True
    given: int = 0
    truth: Answer | None = None
    forbidden: tuple[int, ...] = ()
    seed: int | None = None

    def __repr__(self) -> str:
        """Who wrote, and what."""
        return f"Told({self.model}: {' '.join(self.words)!r})"

    @property
    def identity(self) -> tuple[object, ...]:
        """What the numbers of this pass depend on."""
        street = self.street.text()
        return (self.digest, street, self.words, self.forbidden, self.seed)

    @property
    def written(self) -> tuple[str, ...]:
        """The words that the network wrote."""
        return self.words[self.given :]

    @property
    def judged(self) -> Judged:
        """What was written, held against the street, as its caption."""
        return judge(self.street, self.written)

    @property
    def right(self) -> bool:
        """Whether the answer is the true one, or the caption the one of the street."""
        if self.truth:
            return self.written == self.truth.words
        return self.judged.exact

    @property
    def weights(self) -> Float[Tensor, "word cell"]:
        """A row for each word, and one for ‹end›."""
        return self.record.attention(ALIGNMENT)[0][0]

    @property
    def allowed(self) -> Bool[Tensor, "1 cell"]:
        """Where every word may look."""
        return self.record.allowed

    @property
    def likely(self) -> Float[Tensor, "word cell"]:
        """The softmax of the scores: a hard writer draws its cells by these rows."""
        scores = torch.stack([step.attention.scores for step in self.record.decoder])
        return masked_softmax(scores, self.record.allowed)

    @property
    def probabilities(self) -> Float[Tensor, " word"]:
        """How probable each word was, then ‹end›; those of a question too."""
        ids = torch.tensor([*numbers(self.words), END])
        return self.record.logits.softmax(-1).gather(-1, ids[:, None]).squeeze(-1)

    def shares(self) -> tuple[Share | None, ...]:
        """Of each word that names a thing, the share of its weight on that thing."""
        return shares(self.street, self.names, self.weights)

    def stacks(self, words: bool = True) -> tuple[Stack, ...]:
        """The one alignment: from the words to the cells; see `Pictured`."""
        ending = SPECIAL[END] if self.finished else "‹?›"
        caption = MapSide(
            "caption",
            "output",
            (*self.words, ending),
            (*(False for _ in self.words), True),
        )
        weights, allowed = self.record.attention(ALIGNMENT)
        name = str(ALIGNMENT)
        return (
            Stack(
                ALIGNMENT.kind, caption, CELLS, (name,), weights[None], allowed[None]
            ),
        )

    def attention(self) -> AttentionMap:
        """The weights with their words and cells."""
        (stack,) = self.stacks()
        return AttentionMap(
            stack.weights[0, 0],
            stack.allowed[0, 0],
            stack.queries.items,
            stack.keys.items,
            str(ALIGNMENT),
        )


def shares(
    street: Street,
    names: Sequence[int | None],
    weights: Float[Tensor, "word cell"],
) -> tuple[Share | None, ...]:
    """Of each word that names a thing, the share of its weight on that thing."""
    return tuple(
        None if thing is None else share(street, thing, row)
        for thing, row in zip(names, weights, strict=False)
    )


def share(street: Street, thing: int, row: Float[Tensor, " cell"]) -> Share:
    """How much of one row of weights lies on the cells of a thing.

    A cell counts whole, however little of it the box touches; so does the uniform.
    """
    box = street.things[thing].box
    cells = box.cells()
    return Share(
        thing,
        cells,
        row[list(cells)].sum().item(),
        len(cells) / GRID**2,
        box.pixels / SIZE**2,
    )
