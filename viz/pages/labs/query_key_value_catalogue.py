"""A catalogue of films asked by sliders: one answer, a draw, or a mixture."""

import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs.retrieval import FILMS, drawn, hull, running, spread
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures import catalogue as figures
from viz.pages.app import frame
from viz.pages.labs.lab import controls, show

say = texts("labs/query-key-value")
NAMES = [film.title for film in FILMS]
DRAWS = 500


def draw() -> None:
    """The third step of the lab: three answers, and draws that settle on the last."""
    weights, value = _asked()
    picked = drawn(weights, DRAWS)
    _answers(weights, value, NAMES[int(picked[0])])
    controls(
        qkv_comedy=say("films.comedy"),
        qkv_action=say("films.action"),
        qkv_temperature=say("films.temperature"),
    )
    _draws(weights, value, value[picked])


def _asked() -> tuple[Tensor, Tensor]:
    """The weights of the films for this query, and their values."""
    chosen = frame.choices(Choices)
    query = torch.tensor([[chosen.qkv_comedy, chosen.qkv_action]], dtype=torch.float64)
    key, value = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in ([film.key for film in FILMS], [film.value for film in FILMS])
    )
    scores = dot_product_scores(query, key, scale=1 / chosen.qkv_temperature)
    return masked_softmax(scores)[0], value


def _answers(weights: Tensor, value: Tensor, once: str) -> None:
    shares = weights.tolist()
    year, minutes = mix(weights[None], value)[0].tolist()
    best = NAMES[int(weights.argmax())]
    films = {
        film.title: (film.value, share)
        for film, share in zip(FILMS, shares, strict=True)
    }
    soft = (year, minutes)
    show(
        figures.catalogue(films, hull(value), soft, best, once, dark=frame.night()),
        key="qkv-films",
        note=say("films.note"),
    )


def _draws(weights: Tensor, value: Tensor, films: Tensor) -> None:
    soft, around = mix(weights[None], value)[0, 1].item(), spread(weights, value)[1]
    mean, variance = (numbers[:, 1].tolist() for numbers in running(films))
    show(
        figures.settling(mean, variance, (soft, around.item()), dark=frame.night()),
        key="qkv-draws",
        note=say("draws.note"),
    )
