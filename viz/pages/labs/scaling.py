"""Why scores are divided by √d: a variance, a softmax, and the heads of a model."""

from collections.abc import Callable
from math import log, sqrt
from typing import TYPE_CHECKING

import streamlit as st

from core.labs import scores as core
from viz.content import presets
from viz.figures import scores as figures
from viz.pages.app import frame, library
from viz.pages.labs.lab import choice, decimal, figure, slider

if TYPE_CHECKING:
    from core.translator import Translator

WHY_LABELS = {
    "variance": "variance",
    "softmax": "softmax",
    "heads": "a trained model",
}
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
SAMPLES = 4000
KINDS = {
    "encoder.self_attention": "encoder",
    "decoder.self_attention": "decoder",
    "decoder.cross_attention": "cross",
}


def draw() -> None:
    """The third step of the lab."""
    choice("sc_why", "look at", WHY_LABELS)
    parts: dict[str, Callable[[], None]] = {
        "variance": _variance,
        "softmax": _softmax,
        "heads": _heads,
    }
    parts[frame.choices().sc_why]()


def _variance() -> None:
    chosen, dark = frame.choices(), frame.night()
    d, follows = chosen.sc_width, chosen.sc_follows
    measured = library.kept(
        ("scores-variance", follows),
        lambda: [core.products(w, SAMPLES, follows).var().item() for w in WIDTHS],
    )
    found = library.kept(
        ("scores-products", d, follows), lambda: core.products(d, SAMPLES, follows)
    )
    mean, variance = found.mean().item(), found.var().item()
    figure(
        figures.growing(WIDTHS, measured, (d, variance), dark=dark),
        f"{SAMPLES:,} pairs of random vectors with {d} numbers: the variance of q·k is "
        f"{variance:.1f}, {_theory(d, follows)}. {_mean(d, mean, follows)}",
        [["d", "variance"], *([w, v] for w, v in zip(WIDTHS, measured, strict=True))],
        key="scores-variance",
        title="The variance of a dot product",
        note="wide line: theory, d",
    )
    with st.container(horizontal=True):
        slider("sc_width", "width d")
        decimal("sc_follows", "how much k follows q (correlation)")


def _theory(d: int, follows: float) -> str:
    if follows:
        return f"theory for a correlation of {follows:g}: {d * (1 + follows**2):.1f}"
    return f"theory for independent numbers: {d}"


def _mean(d: int, mean: float, follows: float) -> str:
    if follows:
        return (
            f"The mean is {mean:.1f}, and after dividing by √{d} still "
            f"{mean / sqrt(d):.1f}: it grows as √d, and no root takes that away."
        )
    return "Divided by √d it is 1 at every width."


def _softmax() -> None:
    chosen, dark = frame.choices(), frame.night()
    d, keys = chosen.sc_width, chosen.sc_keys

    def all_widths(scaled: bool) -> list[tuple[float, float]]:
        return library.kept(
            ("scores-softmax", keys, scaled),
            lambda: [core.saturation(w, keys, scaled=scaled) for w in WIDTHS],
        )

    plain, scaled = all_widths(False), all_widths(True)
    (entropy, norm), (entropy_scaled, norm_scaled) = (
        library.kept(
            ("scores-softmax-at", d, keys, divided),
            lambda divided=divided: core.saturation(d, keys, scaled=divided),
        )
        for divided in (False, True)
    )
    figure(
        figures.saturating(WIDTHS, plain, scaled, log(keys), dark=dark),
        f"{keys} random keys, d = {d}. Not divided: entropy {entropy:.2f} nats, "
        f"norm of the Jacobian {norm:.3f}. Divided by √{d}: {entropy_scaled:.2f} nats, "
        f"{norm_scaled:.3f}. Evenly spread light would have log {keys} = "
        f"{log(keys):.2f} nats.",
        [
            ["d", "entropy", "norm", "entropy, divided", "norm, divided"],
            *(
                [w, *one, *other]
                for w, one, other in zip(WIDTHS, plain, scaled, strict=True)
            ),
        ],
        key="scores-softmax",
        title="What the softmax makes of such scores",
        note="means over 500 random queries",
    )
    with st.container(horizontal=True):
        slider("sc_width", "width d")
        slider("sc_keys", "keys")


def _heads() -> None:
    translator, dark = library.model(library.TRANSFORMER), frame.night()
    sentences = presets.shipped()
    with frame.waiting("Measuring every head"):
        found = library.kept(
            ("scores-heads", translator.digest),
            lambda: library.gated(lambda: _measured(translator)),
        )
    d_head = found.d_head
    variances = {_called(name): values for name, values in found.variances.items()}
    every = sorted(value for values in variances.values() for value in values)
    above = sum(value > d_head for value in every)
    figure(
        figures.heads(variances, d_head, dark=dark),
        f"{len(every)} heads with d = {d_head}, over {len(sentences)} sentences. The "
        f"variance of q·k, before dividing, runs from {every[0]:.1f} to "
        f"{every[-1]:,.1f}; {above} heads lie above {d_head}, the value for "
        "independent numbers. Training is free to change it.",
        [
            ["attention", "head", "variance"],
            *(
                [name, head, value]
                for name, values in variances.items()
                for head, value in enumerate(values, 1)
            ),
        ],
        key="scores-heads",
        title="Every head of the shipped Transformer",
        note="a dot a head; wide line: theory",
    )


def _measured(translator: "Translator") -> core.Heads:
    return core.head_variances(
        translator.explain(preset.english, target=preset.french)
        for preset in presets.shipped()
    )


def _called(name: str) -> str:
    """ "encoder.0.self_attention" is "encoder, 1"."""
    stack, layer, kind = name.split(".")
    return f"{KINDS[f'{stack}.{kind}']}, {int(layer) + 1}"
