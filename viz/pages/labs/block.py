"""The block: a stream that layers add to, a norm, and what depth does to both."""

from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from core.attention import dot_product_scores, masked_softmax, mix
from core.experiments.experiment import Experiment
from core.labs.norms import normed
from core.labs.stream import Added, added, alike, kept
from core.labs.worked_example import KEY, QUERY, SENTENCE, VALUE
from core.trace import Trace
from viz.figures import block as figures
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame
from viz.pages.labs import play
from viz.pages.labs.block_norm import norm
from viz.pages.labs.lab import Step, choice, figure, lab, matrices, slider, switch
from viz.pages.labs.shipped_models import network, one_pass, record_of
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say import html_tables
from viz.say.captions import apart, percent
from viz.say.numbers import written

PART_LABELS = {
    "attention": "attention",
    "feed-forward": "feed-forward network",
    "hand": "by hand",
}
BY_HAND = (
    "The mean of x + update is 3.996.",
    "Taken off, −0.234, 2.233 and −1.998 are left.",
    "The root of their mean square is 1.735.",
    "Divided by it, −0.135, 1.287 and −1.152.",
)
KINDS = {"attention": "self_attention", "feed-forward": "feed_forward"}


def page() -> None:
    """Draw the lab."""
    lab(
        "block",
        "Block",
        (
            Step("Stream", _stream, worked=_by_hand),
            Step("Norm", norm),
            Step("Depth", _depth),
        ),
    )


# --- the stream -----------------------------------------------------------------------


def passed(number: int, part: str, cut: bool) -> tuple[Trace, Added]:
    """What a sublayer adds in one pass, perhaps with its own residual cut."""
    place = f"encoder.{number}.{KINDS[part]}"
    trace = one_pass(experiment=Experiment(no_residual=place if cut else None))
    layer = network().encoder_layers()[number]
    with torch.inference_mode():
        return trace, added(layer, record_of(trace).encoder[number], part)


def _stream() -> None:
    choice("block_part", "sublayer", PART_LABELS)
    (_one_word if frame.choices().block_part == "hand" else _model)()


def _sublayer() -> tuple[tuple[str, ...], Tensor]:
    """v₁ of the worked case as the word, and what q₁ brings home as its update."""
    q, k, v = (torch.tensor(m, dtype=torch.float64) for m in (QUERY, KEY, VALUE))
    x = v[:1]
    update = mix(masked_softmax(dot_product_scores(q[:1], k, scale=1.0)), v)
    added, cut = (normed(row, "layer") for row in (x + update, update))
    names = ("x", "update", "x + update", "normed", "without x, normed")
    return names, torch.cat([x, update, x + update, added, cut])


def _one_word() -> None:
    names, rows = _sublayer()
    shown = matrix(
        "one word through a sublayer",
        rows,
        names,
        ("1", "2", "3"),
        means="signed",
        down="",
        across="number",
    )
    matrices(
        [cover(shown, [(4, number) for number in range(3)])],
        "Added, the mean taken off, divided by the root of the mean square; the last "
        "row is yours.",
        key="block-hand",
        title="Added, then normed",
        note="x is v₁, the update is what q₁ brought home",
    )


def _by_hand() -> None:
    names, rows = _sublayer()
    told = [
        [name, *(written(number, ".3f") for number in row)]
        for name, row in zip(names, rows.tolist(), strict=True)
    ]
    with play.case("block"):
        table = [["", "1", "2", "3"], *told[:-1]]
        st.html(html_tables.table(table, "x is v₁, the update what q₁ brought home"))
        play.stages(BY_HAND)
    blank(
        "block_sum",
        "Your turn, cut the residual: the three numbers of the update alone, normed",
        rows[-1].tolist(),
        reason="Mean 1.996 leaves −0.234, 1.233 and −0.998; their root mean square is "
        "0.926.",
    )


def _model() -> None:
    choices, dark = frame.choices(), frame.night()
    part, cut = choices.block_part, choices.block_cut
    number = min(choices.block_layer, len(network().encoder)) - 1
    trace, found = passed(number, part, cut)
    words = apart(trace.source.pieces)
    before, update = (x.norm(dim=-1).tolist() for x in (found.before, found.update))
    figure(
        figures.stream(
            words,
            before,
            update,
            None if found.active is None else found.active.numpy(),
            cut=cut,
            dark=dark,
        ),
        stream_said(words, found, cut, trace),
        [
            ["word", "length of x", "length of the update", "cosine before and after"],
            *map(list, zip(words, before, update, kept(found).tolist(), strict=True)),
        ],
        key="block-stream",
        title=f"What the {PART_LABELS[part]} of layer {number + 1} adds",
        note=f"{SENTENCE} · the shipped Transformer",
    )
    with st.container(horizontal=True):
        slider("block_layer", "layer")
        switch("block_cut", "cut the residual")


def stream_said(words: Sequence[str], found: Added, cut: bool, trace: Trace) -> str:
    """What the picture shows, and what cutting the residual does to the translation."""
    shares = (found.update.norm(dim=-1) / found.before.norm(dim=-1)).tolist()
    most = max(range(len(words)), key=shares.__getitem__)
    said = (
        f"The update is largest beside {words[most]}: {shares[most]:.2f} times the "
        "stream. "
    )
    if found.active is not None:
        share = found.active.float().mean().item()
        said += f"{percent(share)} of the units are active. "
    said += (
        f"{'Cut' if cut else 'Added'} and normed, a word still points where it did "
        f"(cosine {kept(found).mean():.2f}); two words are alike by "
        f"{alike(found.before):.2f} before, {alike(found.after):.2f} after. "
    )
    return said + f"Translation: {trace.translation.text}"


# --- depth ----------------------------------------------------------------------------


def _depth() -> None:
    result = stored("block", "half a minute")
    if result is None:
        return
    found, depth, dark = result.found, int(frame.choices().block_depth), frame.night()
    chosen = {s.order: s for s in found.stacks if s.depth == depth}
    curves = {
        f"norm {order}": (chosen[order].stream, chosen[order].gradient)
        for order in ("after", "before")
    }
    figure(
        figures.depth(curves, dark=dark),
        " ".join(
            f"Norm {order}: the stream goes from {s.stream[0]:.2f} to "
            f"{s.stream[-1]:.2f}, its gradient from {s.gradient[0]:.2f} at the first "
            f"input to {s.gradient[-1]:.2f} at the output, never below "
            f"{min(s.gradient):.2f}."
            for order, s in chosen.items()
        ),
        [
            ["layers passed", *(f"{n}, {w}" for n in curves for w in ("x", "∂/∂x"))],
            *map(
                list,
                zip(
                    range(depth + 1),
                    *(c for pair in curves.values() for c in pair),
                    strict=True,
                ),
            ),
        ],
        key="block-depth",
        title=f"{depth} layers with random weights",
        note=f"d = {found.d_model}, {found.words} words, {found.seeds} seeds",
    )
    choice("block_depth", "layers")
