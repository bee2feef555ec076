"""What a walk sends to the browser, whichever model is walked through.

Numbers come from the trace under the names of `core.walk`, bit by bit. Of a trained
matrix only the first columns travel: the page shows the first products of a long sum,
and the sum itself is in the trace. The rest of one number travels when it is opened.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    import torch

    from core.trace import Trace

FEW = 4  # products written out of a sum of hundreds


class Opened(NamedTuple):
    """A number of which the reader wants every product: of a place, by its role there.

    `row` counts where each step has columns of its own, as in the next word's: there it
    is the step whose best pieces the columns are.
    """

    place: str
    role: str
    row: int
    column: int


def opened(done: Mapping[str, Any]) -> Opened | None:
    """The number that a browser asks for; None where it names none."""
    place, role, row, column = (done.get(name) for name in Opened._fields)
    if not (isinstance(place, str) and isinstance(role, str)):
        return None
    if type(row) is not int or type(column) is not int:
        return None
    return Opened(place, role, row, column) if min(row, column) >= 0 else None


Numbers = Iterator[tuple[str, str | None, Any]]
"""(role in the browser, name in the walk or None, the tensor where the name alone does
not give it: computed from the model, or the walk's own in another shape)."""


@runtime_checkable
class Named(Protocol):
    """What can be written, piece by piece."""

    def piece(self, number: int, /) -> str: ...


@runtime_checkable
class Walkable(Protocol):
    """What a walk asks of a pass, whatever was read in it."""

    @property
    def identity(self) -> tuple[Any, ...]: ...
    @property
    def record(self) -> Any: ...
    @property
    def probabilities(self) -> "torch.Tensor": ...
    @property
    def vocabulary(self) -> Named: ...
    def wrote(self, row: int, /) -> int | None: ...


def pass_id(trace: Walkable) -> str:
    """Equal for equal passes, whatever the page merges or labels."""
    return hashlib.sha256(repr(trace.identity).encode()).hexdigest()[:16]


def sides(trace: "Trace") -> dict[str, dict[str, Any]]:
    """The pieces of the pass, as the rows and columns of a walk are named."""
    return {
        name: {
            "pieces": list(side.pieces),
            "word_of": list(side.word_of),
            "special": [side.special[word] for word in side.word_of],
            "words": len(side.words),
        }
        for name, side in (
            ("source", trace.source),
            ("read", trace.read),
            ("predicted", trace.predicted),
        )
    }


def named(trace: Walkable) -> dict[str, "torch.Tensor"]:
    """Every tensor of the pass by its name."""
    from core.trace import walk

    return {name: tensor for name, _, tensor in walk(trace)}


def stepped(tensors: dict[str, "torch.Tensor"]) -> dict[str, "torch.Tensor"]:
    """What each step of a recurrent decoder left, as one tensor, a row a step.

    "decoder.*.maxout" are "decoder.0.maxout", "decoder.1.maxout", …
    """
    import torch

    steps: dict[str, list[torch.Tensor]] = {}
    for name, tensor in tensors.items():
        stack, _, rest = name.partition(".")
        if stack == "decoder":
            _, _, field = rest.partition(".")
            steps.setdefault(f"decoder.*.{field}", []).append(tensor)
    return {name: torch.stack(found) for name, found in steps.items()}


def bundle(
    trace: Walkable,
    places: Iterable[tuple[str, Numbers]],
    tensors: dict[str, "torch.Tensor"],
    candidates: int,
) -> tuple[dict[str, Any], np.ndarray]:
    """Header and body of the stages of some places; `pack` makes one blob of them.

    Each number has its name in the header: that of `tensors`, or one that begins with
    "model" where it was read or computed from the model's weights. `candidates` is how
    many pieces are named where the next one is chosen.
    """
    described: list[dict[str, Any]] = []
    parts: list[np.ndarray] = []
    offset = 0
    for place, found in places:
        numbers: dict[str, Any] = {}
        for role, name, computed in found:
            array = np.ascontiguousarray(
                (tensors[str(name)] if computed is None else computed).numpy(),
                dtype="<f4",
            )
            numbers[role] = {
                "name": name or f"model.{place}.{role}",
                "shape": list(array.shape),
                "offset": offset,
            }
            parts.append(array.ravel())
            offset += array.size
        entry: dict[str, Any] = {"id": place, "numbers": numbers}
        if "logits" in numbers:
            entry["candidates"] = _candidates(trace, candidates)
        described.append(entry)
    header = {"stages": pass_id(trace), "places": described}
    return header, np.concatenate(parts) if parts else np.zeros(0, "<f4")


def _candidates(trace: Walkable, most: int) -> list[list[Any]]:
    """Per step the most probable pieces, best first: [piece, was it written]."""
    logits = trace.record.logits
    best = logits.topk(min(most, logits.shape[-1]), dim=-1)
    return [
        [[trace.vocabulary.piece(i), i == trace.wrote(row)] for i in line]
        for row, line in enumerate(best.indices.tolist())
    ]


def best_of(
    trace: Walkable,
    most: int,
    table: "torch.Tensor",
    bias: "torch.Tensor | None" = None,
) -> Numbers:
    """The best pieces of each step as every step scores them, [step, row, piece].

    "logits" and "probabilities" of one step are a matrix: its columns are the best
    pieces of that step, its rows are all steps. "logsumexp" is what the softmax of a
    row divides by. A logit is the product with a row of the table, plus its bias where
    there is one.
    """
    logits = trace.record.logits
    best = logits.topk(min(most, logits.shape[-1]), dim=-1).indices
    yield "logits", None, logits[:, best].transpose(0, 1)
    yield "logsumexp", None, logits.logsumexp(-1)
    yield "probabilities", None, trace.probabilities[:, best].transpose(0, 1)
    yield "columns", None, table[best][..., :FEW]
    if bias is not None:
        yield "bias", None, bias[best]


def linear(role: str, layer: Any) -> Numbers:
    """The weights from the first inputs to every output, and the bias: x W + b."""
    yield f"{role}_columns", None, layer.weight[:, :FEW]
    if layer.bias is not None:
        yield f"{role}_bias", None, layer.bias
