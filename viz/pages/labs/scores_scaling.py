"""Why scores are divided by √d: a variance, a softmax, and the heads of a model."""

import streamlit as st

from core.labs.scores import Heads, head_variances, products, saturation
from viz.address.labs.scores import Choices
from viz.content import presets
from viz.content.texts import texts
from viz.figures import scores_scaling as figures
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider
from viz.pages.labs.lab import show

say = texts("labs/scores")
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
SAMPLES = 4000


def draw() -> None:
    """The third step of the lab."""
    choice("sc_why", say("root.label"), say.all("root.parts"))
    parts = {"variance": _variance, "softmax": _softmax, "heads": _heads}
    parts[frame.choices(Choices).sc_why]()


def _variance() -> None:
    d, follows = frame.choices(Choices).sc_width, frame.choices(Choices).sc_follows
    measured = library.kept(
        ("scores-variance", follows),
        lambda: [products(w, SAMPLES, follows).var().item() for w in WIDTHS],
    )
    found = library.kept(
        ("scores-products", d, follows), lambda: products(d, SAMPLES, follows)
    )
    show(
        figures.variance(
            WIDTHS, measured, d, found, follows=follows, dark=frame.night()
        ),
        key="scores-variance",
        note=say("variance.note"),
    )
    with st.container(horizontal=True):
        slider("sc_width", say("root.width"))
        slider("sc_follows", say("variance.follows"))


def _softmax() -> None:
    d, keys = frame.choices(Choices).sc_width, frame.choices(Choices).sc_keys

    def at(width: int, divided: bool) -> figures.Softmax:
        return saturation(width, keys, scaled=divided)

    plain, divided = (
        library.kept(
            ("scores-softmax", keys, divided),
            lambda divided=divided: [at(width, divided) for width in WIDTHS],
        )
        for divided in (False, True)
    )
    chosen = library.kept(
        ("scores-softmax-at", d, keys), lambda: (at(d, False), at(d, True))
    )
    show(
        figures.softmax(WIDTHS, plain, divided, d, chosen, keys, dark=frame.night()),
        key="scores-softmax",
        note=say("softmax.note"),
    )
    with st.container(horizontal=True):
        slider("sc_width", say("root.width"))
        slider("sc_keys", say("softmax.keys"))


def _heads() -> None:
    translator = library.model(library.TRANSFORMER)
    sentences = presets.shipped()

    def measured() -> Heads:
        return head_variances(
            translator.explain(sentence.english, target=sentence.french)
            for sentence in sentences
        )

    with frame.waiting(say("heads.waiting")):
        found = library.kept(
            ("scores-heads", translator.digest), lambda: library.gated(measured)
        )
    show(
        figures.heads(found, len(sentences), dark=frame.night()),
        key="scores-heads",
        note=say("heads.note"),
    )
