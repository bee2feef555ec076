"""A catalogue of films asked by sliders: one answer, a draw, or a mixture."""

import streamlit as st
import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.labs.retrieval import FILMS, drawn, hull, running, spread
from viz.address.labs.query_key_value import Choices
from viz.figures import catalogue as figures
from viz.pages.app import frame
from viz.pages.labs.lab import decimal, figure
from viz.say.captions import percent

NAMES = [film.title for film in FILMS]
DRAWS = 500


def draw() -> None:
    """The third step of the lab: three answers, and draws that settle on the last."""
    weights, value = _asked()
    picked = drawn(weights, DRAWS)
    _answers(weights, value, NAMES[int(picked[0])])
    with st.container(horizontal=True):
        decimal("qkv_comedy", "comedy wanted")
        decimal("qkv_action", "action wanted")
        decimal("qkv_temperature", "temperature")
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
    dark, shares = frame.night(), weights.tolist()
    year, minutes = mix(weights[None], value)[0].tolist()
    best = NAMES[int(weights.argmax())]
    films = {
        film.title: (film.value, share)
        for film, share in zip(FILMS, shares, strict=True)
    }
    figure(
        figures.catalogue(films, hull(value), (year, minutes), best, once, dark=dark),
        f"The best match is {best} (ring, {percent(max(shares))}). Drawn once: {once} "
        f"(square). Soft: a film of {year:.0f} with {minutes:.0f} minutes, which "
        "nobody made.",
        [
            ["film", "year", "minutes", "weight"],
            *([name, *point, share] for name, (point, share) in films.items()),
        ],
        key="qkv-films",
        title="A wish asks four films",
        note="a film is as large as its weight",
    )


def _draws(weights: Tensor, value: Tensor, films: Tensor) -> None:
    dark = frame.night()
    soft, around = mix(weights[None], value)[0, 1].item(), spread(weights, value)[1]
    mean, variance = (numbers[:, 1].tolist() for numbers in running(films))
    told = enumerate(zip(mean, variance, strict=True), 1)
    figure(
        figures.settling(mean, variance, (soft, around.item()), dark=dark),
        f"After {DRAWS} draws the mean is {mean[-1]:.1f} minutes and the variance "
        f"{variance[-1]:,.0f}. The soft answer, E[v(x) | x_s], is {soft:.1f} minutes; "
        f"the variance around it is Σ a (v − y)² = {around:,.0f}.",
        [
            ["draws", "mean", "variance"],
            *([at, *both] for at, both in told),
        ],
        key="qkv-draws",
        title="Draws settle on the soft answer",
        note="minutes of the films drawn",
    )
