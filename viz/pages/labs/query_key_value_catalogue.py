"""A catalogue of films asked by sliders: one answer, a draw, or a mixture."""

import torch

from core.labs.retrieval import FILMS, answered, drawn, hull, running, spread
from viz.address.labs.query_key_value import Choices
from viz.content.texts import texts
from viz.figures import catalogue as figures
from viz.pages.app import frame
from viz.pages.labs.lab import controls, show

say = texts("labs/query-key-value")
DRAWS = 500


def draw() -> None:
    """The third step of the lab: three answers, and draws that settle on the last."""
    chosen = frame.choices(Choices)
    query, key, value = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in (
            [(chosen.qkv_comedy, chosen.qkv_action)],
            [film.key for film in FILMS],
            [film.value for film in FILMS],
        )
    )
    _, (weights,), (mixed,) = answered(query, key, value, 1 / chosen.qkv_temperature)
    year, minutes = mixed.tolist()
    picked = drawn(weights, DRAWS)
    best, once = (FILMS[int(at)].title for at in (weights.argmax(), picked[0]))
    films = {
        film.title: (film.value, share)
        for film, share in zip(FILMS, weights.tolist(), strict=True)
    }
    show(
        figures.catalogue(
            films, hull(value), (year, minutes), best, once, dark=frame.night()
        ),
        key="qkv-films",
        note=say("films.note"),
    )
    controls(
        qkv_comedy=say("films.comedy"),
        qkv_action=say("films.action"),
        qkv_temperature=say("films.temperature"),
    )
    around = spread(weights, value)[1].item()
    mean, variance = (numbers[:, 1].tolist() for numbers in running(value[picked]))
    show(
        figures.settling(mean, variance, (minutes, around), dark=frame.night()),
        key="qkv-draws",
        note=say("draws.note"),
    )
