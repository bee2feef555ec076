"""That tests see a wrong type and a wrong shape, in whatever kind of function."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

import pytest
import torch
from jaxtyping import Float
from torch import Tensor

from core import attention
from tests.typed import checked


@checked
def whole(number: int) -> str:
    return "one" if number == 1 else number  # pyright: ignore[reportReturnType]


@checked
def product(
    one: Float[Tensor, "row inner"], other: Float[Tensor, "inner column"]
) -> Float[Tensor, "row column"]:
    return (one @ other)[: 2 if one.sum() else 1]


@checked
def rows(of: Float[Tensor, "row column"]) -> Iterator[Float[Tensor, " column"]]:
    yield from of


@checked
def later(one: "Unknown", two: list["Unknown"], three: int) -> int:  # noqa: F821 # pyright: ignore
    return three


@checked
@dataclass(frozen=True)
class Kept:
    share: float

    @property
    @checked
    def percent(self) -> int:
        return self.share * 100  # pyright: ignore[reportReturnType]

    @classmethod
    @checked
    def of(cls, share: float) -> object:
        return cls(share)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: whole("1"),
        lambda: whole(2),
        lambda: product(torch.ones(2, 3), torch.ones(2, 3)),
        lambda: product(torch.ones(3, 3), torch.ones(3, 3)),
        lambda: product(torch.ones(2), torch.ones(2, 2)),
        lambda: rows(torch.ones(2)),
        lambda: later(1, [2], "three"),
        lambda: Kept("half"),
        lambda: Kept.of("half"),
        lambda: Kept(0.5).percent,
        lambda: attention.dot_product_scores(torch.ones(2, 3), torch.ones(2, 4)),
    ],
)
def test_what_does_not_fit_is_an_error(wrong):
    with pytest.raises(TypeError):
        wrong()


def test_what_fits_is_left_as_it_is():
    assert whole(1) == "one"
    assert product(torch.zeros(1, 3), torch.ones(3, 4)).shape == (1, 4)
    assert product(torch.ones(2, 5), torch.ones(5, 2)).shape == (2, 2)
    assert [len(row) for row in rows(torch.ones(2, 3))] == [3, 3]
    assert later(1, ["two"], 3) == 3
    assert Kept(1).share == 1
    assert whole.__annotations__ == {"number": int, "return": str}
    assert [field.name for field in fields(Kept)] == ["share"]
