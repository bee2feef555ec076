"""What generate() of `transformers` returns, step after step, as one map a head.

A step gives the rows of the tokens that it read: the first those of the prompt, every
other one row. Row n of the map is what the step saw that read token n and wrote the
next. The token that was written last was never read: it has no row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.errors import InputError
from core.other_models.checking import SOFTMAX, Wanted
from core.other_models.reading import chosen, layer_of, layers_of, together

STITCHED = ("decoder", "attentions")
"""Where the steps of a decoder may lie; alone it is called as an encoder is."""


@dataclass(frozen=True, eq=False)
class Generation:
    """The attentions of a text that was written, and how much of it was the prompt.

    `parts` are named as `show` names them; `item` is the text among `texts` that were
    written at once. `ended` says that others went on when this one was finished.
    """

    parts: dict[str, Float[Tensor, "layer head query key"]]
    prompt: int
    item: int
    texts: int
    ended: bool

    @property
    def rows(self) -> int:
        """How many tokens were read."""
        return self.parts[self.name].shape[-2]

    @property
    def reads(self) -> bool:
        """Whether it attends to a source that is not part of the text."""
        return len(self.parts) > 1

    @property
    def name(self) -> str:
        """What was stitched: of an encoder–decoder its decoder."""
        return next(name for name in STITCHED if name in self.parts)


def is_steps(given: Any) -> bool:
    """Whether it is a row of steps, each a row of layers [batch, head, query, key]."""
    while isinstance(given, list | tuple) and given and _is_row(given[0]):
        if given[0] and len(getattr(given[0][0], "shape", ())) == 4:
            return True
        given = given[0]
    return False


def _is_row(given: Any) -> bool:
    return isinstance(given, list | tuple)


def generation_of(
    found: dict[str, Any], output: Any, item: int | None, wanted: Wanted = SOFTMAX
) -> Generation | None:
    """The steps among these attentions, stitched together; None where there are none.

    `output` may say of what beam the tokens of a text came (`beam_indices`).
    """
    name = next((name for name in STITCHED if is_steps(found.get(name))), None)
    if name is None:
        return None
    steps = found[name]
    beams, texts, at = _beams(output, steps, name, item)
    parts = {}
    parts[name], counts = _stitched(steps[: len(beams)], name, beams, wanted)
    if name == "decoder":
        if (cross := found.get("cross")) is not None:
            parts["cross"] = _crossing(cross, beams, counts, wanted)
        if (encoder := found.get("attentions")) is not None:
            known = len(encoder) > 0 and encoder[0] is not None
            batch = len(encoder[0]) if known else texts
            parts["attentions"] = layers_of(
                encoder, "attentions", at * batch // texts, wanted
            )
    return Generation(parts, counts[0], at, texts, len(beams) < len(steps))


def _beams(
    output: Any, steps: Any, what: str, item: int | None
) -> tuple[list[int], int, int]:
    """Which of a step's texts each token came from, of how many, and the text itself.

    A beam that is dropped leaves no row in what was written in the end.
    """
    batch = len(steps[0][0])
    indices = getattr(output, "beam_indices", None)
    written = getattr(output, "sequences", None)
    if indices is not None:
        at = chosen(len(indices), what, item)
        return [beam for beam in indices[at].tolist() if beam >= 0], len(indices), at
    if written is not None and len(written) != batch:
        raise InputError(
            f"{what} is of {batch} beams, and which of them a token came from is not "
            "said. Call generate with output_scores=True: its output has beam_indices."
        )
    at = chosen(batch, what, item)
    return [at] * len(steps), batch, at


def _stitched(
    steps: Any, what: str, beams: list[int], wanted: Wanted
) -> tuple[Tensor, list[int]]:
    """The rows of all steps as squares, and how many each step read."""
    layers, counts = [], []
    for layer in range(_layers(steps, what)):
        found = [
            layer_of(
                step[layer], f"{what}, step {at + 1}, layer {layer + 1},", beam, wanted
            )
            for at, (step, beam) in enumerate(zip(steps, beams, strict=True))
        ]
        square, counts = _square(found)
        layers.append(square)
    return together(layers, what), counts


def _layers(steps: Any, what: str) -> int:
    """How many layers a step has, every one the same number."""
    counts = [len(step) for step in steps]
    odd = next((at for at, count in enumerate(counts) if count != counts[0]), None)
    if odd is not None:
        raise InputError(
            f"{what}: step {odd + 1} has {counts[odd]} layers, the first {counts[0]}. "
            "Give the steps as generate() returned them."
        )
    return counts[0]


def _square(
    found: Sequence[Float[Tensor, "head _ _"]],
) -> tuple[Float[Tensor, "head read read"], list[int]]:
    """The rows of one layer.

    Without a cache a step returns all rows again: its last ones are new. A cache of a
    window holds the last keys only; one of a fixed size has room that is still empty.
    """
    counts: list[int] = []
    for step in found:
        queries, keys = step.shape[-2:]
        again = queries == keys and queries > sum(counts)
        counts.append(queries - sum(counts) if again else queries)
    whole = torch.zeros(len(found[0]), sum(counts), sum(counts))
    end = 0
    for step, count in zip(found, counts, strict=True):
        end += count
        keys = min(step.shape[-1], end)
        if bool(step[..., keys:].any()):
            raise InputError(
                f"The first step read {count} tokens but attends to {step.shape[-1]}: "
                f"the first {step.shape[-1] - count} were read before, by another call "
                "whose past_key_values were handed on, so their rows are not here. "
                "Generate without past_key_values, from the whole prompt."
            )
        whole[:, end - count : end, end - keys : end] = step[:, -count:, :keys]
    return whole, counts


def _crossing(
    steps: Any, beams: list[int], counts: list[int], wanted: Wanted
) -> Tensor:
    """The rows of a cross-attention: as many of each step as it read."""
    if not is_steps(steps) or len(steps) < len(beams):
        raise InputError(
            "The decoder wrote step after step, so cross has to be its steps, too: one "
            "for each token. Give the whole output of generate()."
        )
    layers = []
    for layer in range(_layers(steps, "cross")):
        what = f"cross, layer {layer + 1},"
        rows = zip(steps, beams, counts, strict=False)
        layers.append(
            torch.cat(
                [layer_of(s[layer], what, beam, wanted)[:, -n:] for s, beam, n in rows],
                1,
            )
        )
    return together(layers, "cross")
