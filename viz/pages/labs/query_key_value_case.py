"""The worked case of query, key and value: its numbers, its matrices, its words."""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from core.attention import masked_softmax, mix
from core.labs import worked_example
from core.labs.retrieval import answered
from core.labs.typed_matrices import Matrix as Rows
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import Matrix, matrix
from viz.pages.app import frame
from viz.say.captions import subscript
from viz.say.lists import numbers
from viz.say.numbers import written

say = texts("labs/query-key-value")


@dataclass(frozen=True)
class Case:
    """Queries, keys and values, and whether scores are divided by √d_k.

    With `down_columns` the softmax goes along the wrong axis, that of the queries.
    """

    query: Rows = worked_example.QUERY
    key: Rows = worked_example.KEY
    value: Rows = worked_example.VALUE
    scaled: bool = False
    down_columns: bool = False

    @cached_property
    def found(self) -> tuple[Tensor, Tensor, Tensor]:
        """Scores, weights and outputs."""
        q, k, v = (
            torch.tensor(rows, dtype=torch.float64)
            for rows in (self.query, self.key, self.value)
        )
        scores, weights, outputs = answered(q, k, v, None if self.scaled else 1.0)
        if self.down_columns:
            weights = masked_softmax(scores.T).T
            outputs = mix(weights, v)
        return scores, weights, outputs

    # --- in matrices ------------------------------------------------------------------

    def given(self) -> list[Matrix]:
        """Q, K and V, coloured on one scale."""
        three = (self.query, self.key, self.value)
        limit = max(abs(number) for rows in three for row in rows for number in row)
        return [
            matrix(
                name,
                rows,
                _names(name.lower(), rows),
                _numbers(rows),
                means="signed",
                limit=float(limit),
                digits=2,
                down=role,
                across="number_of_value" if role == "value" else "number",
            )
            for name, role, rows in zip(
                "QKV", ("query", "key", "value"), three, strict=True
            )
        ]

    def computed(self) -> list[Matrix]:
        """S, A and Y, titled in the notation that is chosen."""
        scores, weights, outputs = self.found
        notation = frame.choices(Choices).notation
        axis = "wrong" if self.down_columns else "weights"
        queries, keys = _names("q", self.query), _names("k", self.key)
        over = f" / {self.root}" if self.scaled else ""
        sums = matrix(
            say("worked.sums"),
            weights.sum(-1, keepdim=True),
            queries,
            [""],
            means="plain",
            across="",
        )
        return [
            matrix(
                say(f"worked.scores.{notation}") + over,
                scores,
                queries,
                keys,
                means="signed",
            ),
            matrix(
                say(f"worked.{axis}.{notation}"),
                weights,
                queries,
                keys,
            ),
            *([sums] if self.down_columns else []),
            matrix(
                say(f"worked.outputs.{notation}"),
                outputs,
                queries,
                _numbers(self.value),
                means="signed",
                across="number_of_value",
            ),
        ]

    # --- in words ---------------------------------------------------------------------

    @property
    def root(self) -> str:
        """What scores are divided by."""
        return f"√{len(self.query[0])}"

    def note(self) -> str:
        """Whether scores are divided."""
        if self.scaled:
            return say("worked.divided", root=self.root)
        return say("worked.not_divided")

    def caption(self) -> str:
        """What q₁ finds, with the scores as they are and divided."""
        if self.down_columns:
            sums = self.found[1].sum(-1)
            return say("worked.adding", sums=numbers(map(_three, sums)))
        (_, weights, outputs), (_, divided_weights, divided_outputs) = (
            Case(self.query, self.key, self.value, scaled).found
            for scaled in (False, True)
        )
        return say(
            "worked.caption",
            weights=_listed(weights[0]),
            output=_listed(outputs[0]),
            root=self.root,
            divided_weights=_listed(divided_weights[0]),
            divided_output=_listed(divided_outputs[0]),
        )

    def by_hand(self) -> list[str]:
        """The way of q₁ through the picture, a line a stage."""
        scores, weights, outputs = (rows[0] for rows in self.found)
        if self.down_columns:
            scores = self.found[0][:, 0]
        pairs = list(zip(self.query[0], self.key[0], strict=True))
        products = " + ".join(f"{_bare(q)}·{_bare(k)}" for q, k in pairs)
        plain = written(sum(q * k for q, k in pairs), "g")
        divided = f", / {self.root} = **{_three(scores[0])}**" if self.scaled else ""
        exps = [f"exp({_three(score)})" for score in scores]
        total = scores.exp()
        mixed = " + ".join(
            f"{_three(weight)}·({numbers(written(n, 'g') for n in row)})"
            for weight, row in zip(weights, self.value, strict=True)
        )
        return [
            f":orange[q₁] · :blue[k₁] = {products} = **{plain}**{divided}",
            f"{exps[0]} / ({' + '.join(exps)}) = {_three(total[0])} / "
            f"{_three(total.sum())} = **{_three(weights[0])}**",
            f"{mixed} = **{_listed(outputs)}**",
        ]


def _names(letter: str, rows: Rows) -> list[str]:
    return [f"{letter}{subscript(at)}" for at in range(1, len(rows) + 1)]


def _numbers(rows: Rows) -> list[str]:
    return [str(at) for at in range(1, len(rows[0]) + 1)]


def _listed(found: Tensor) -> str:
    return f"({numbers(map(_three, found))})"


def _three(number: Tensor) -> str:
    """One number with three decimals."""
    return written(number.item(), ".3f")


def _bare(number: float) -> str:
    """A factor: in brackets where it has a sign."""
    return f"({written(number, 'g')})" if number < 0 else written(number, "g")
