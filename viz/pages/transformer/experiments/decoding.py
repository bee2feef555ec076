"""What it would say instead: given French, beginnings, beams, lots; the loss."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz import address
from viz.figures import nextword
from viz.pages.app import frame, library, widgets
from viz.pages.sentence import beginnings, field
from viz.pages.sentence.beam_section import searched
from viz.pages.transformer.experiments.lines import line, nats, small
from viz.pages.transformer.experiments.requested import Asked
from viz.say import html_tables
from viz.say.captions import probability

if TYPE_CHECKING:
    from core.trace import Trace
    from core.translator import Translator

GIVEN = "Given French (empty: the model writes freely)"
BEGIN = "The French begins with (empty: with anything)"
WAYS = {"beam": "Beam search", "sample": "By lot", "forced": "Teacher forcing"}
ALTERNATIVES = (
    "Step {step}, after “{before}”. Choose another word: it is given with all before "
    "it, and the model goes on from there. Half a word is shown with the rest that the "
    "model would write, and the probability is that of the whole."
)
OFFERED = 5
TREE = (
    "Every step looks at the best continuations of the {width} open branches and keeps "
    "{width}; the others are discarded for good, however well they might have ended. "
    "Numbers: the log-probability of the whole path."
)
LOT = (
    "Drawn with temperature {temperature}, {cut}, seed {seed}; the same seed draws the "
    "same sentence. The log-probability is the model's own."
)
STRIPS = (
    "The training loss as what it is: every row is fed the true word before, and asked "
    "for the true next one, all rows at once. Mean of −log p: {mean} nats a piece; "
    "perplexity {perplexity}."
)
CLOCKS = (
    "Two clocks. One pass with {rows} rows at once, or {rows} steps with one row each: "
    "the largest difference between two probabilities is {difference}."
)
MASK_OFF = "Without the causal mask the two are no longer the same computation."


def target(lab: Asked, trace: "Trace") -> None:
    """The French that is given, whole or its beginning."""
    whole, begin = st.columns(2, gap="large")
    with whole:
        _field(GIVEN, "target", "‹free›")
        if lab.wrong:
            frame.refuse(lab.wrong)
        preset = field.preset(field.last_good())
        if preset is not None and frame.choices().target != preset.french:
            with st.container(key="given", horizontal=True):
                st.text(preset.french)
                st.button("Give this", key="give", on_click=give, args=(preset.french,))
        if frame.choices().target:
            st.button("Let the model write", key="free", on_click=give, args=("",))
    with begin:
        _field(BEGIN, "prefix", "‹start›")
        if not trace.forced:
            _alternatives(trace)


def _field(label: str, name: str, placeholder: str) -> None:
    typed = st.text_input(
        label,
        getattr(address.DEFAULTS, name),
        key=name,
        bind="query-params",
        placeholder=placeholder,
        autocomplete="off",
        on_change=frame.keep,
        kwargs={"row": 0, "word": 0, "guess": ""},
    )
    field.altered(typed or "")


def give(french: str) -> None:
    """Make the model write this; nothing lets it write freely. For callbacks."""
    frame.keep(target=french, row=0, word=0, guess="")


def _alternatives(trace: "Trace") -> None:
    """The most probable words of one step; each can be given as a beginning."""
    steps = len(trace.predicted.pieces)
    step = st.slider("Step", 1, max(steps, 2), min(trace.given + 1, steps), key="_step")
    row = min(step, steps) - 1
    before = trace.vocabulary.decode(trace.predicted_ids[:row])
    with st.container(key="alternatives", horizontal=True, gap="small"):
        for at, found in enumerate(beginnings.offered(trace, row)[:OFFERED]):
            written = found.ids[row] == trace.wrote(row)
            st.button(
                f"{html_tables.label(found.word)} {probability(found.probability)}",
                key=f"alternative-{at}",
                type="primary" if written else "secondary",
                disabled=written,
                on_click=begin,
                args=(trace, found.ids),
            )
    frame.note(ALTERNATIVES.format(step=row + 1, before=before or "‹start›"))
    refused = st.session_state.get("_prefix_refused")
    if refused and refused[0] == trace.identity:
        frame.refuse(refused[1])


def begin(trace: "Trace", ids: tuple[int, ...]) -> None:
    """Give these pieces as the beginning, where a text spells them. A callback."""
    from core.experiments.prefix import written_so_far

    try:
        text = written_so_far(trace.vocabulary, ids)
    except InputError as problem:
        refuse(trace, problem)
        return
    st.session_state.pop("_prefix_refused", None)
    st.session_state.pop("_step", None)
    frame.keep(prefix=text, target="", row=0, word=0, guess="", lab="say")


def refuse(trace: "Trace", problem: InputError) -> None:
    """Say of this pass why nothing begins as it was asked. For callbacks."""
    st.session_state["_prefix_refused"] = (trace.identity, str(problem))


# --- other ways to write ------------------------------------------------------------


def says(model: "Translator", trace: "Trace") -> None:
    """A beam's tree, a sentence by lot, or the loss of the words that stand above."""
    with st.container(key="saying"):
        how = widgets.one_of("How", "how", WAYS)
        if not trace.forced:
            line("greedy", trace.translation.text, _nats(trace))
        if how == "beam":
            _beam(trace)
        elif how == "sample":
            _lot(model, trace)
        else:
            _forced(model, trace)


def _beam(trace: "Trace") -> None:
    width = widgets.number("Open branches", "beam")
    searched(trace, width)
    frame.note(TREE.format(width=width))


def _lot(model: "Translator", trace: "Trace") -> None:
    from core.analysis.other_decodings import sampled
    from core.decoding.sampling import Sampling

    choices = frame.choices()
    heat, top_k, top_p, seed = st.columns(4, gap="medium")
    with heat:
        widgets.chosen("Temperature", "temperature")
    with top_k:
        widgets.number("Top-k (0: all)", "topk")
    with top_p:
        widgets.number("Top-p, percent", "topp")
    with seed:
        widgets.number("Seed", "seed")
    for more in range(3):
        sampling = Sampling(
            choices.seed + more,
            float(choices.temperature),
            choices.topk,
            choices.topp / 100,
        )
        drawn = library.kept(
            ("lot", *trace.identity, trace.given, sampling),
            lambda sampling=sampling: library.gated(
                lambda: sampled(model, trace, sampling)
            ),
        )
        line(f"seed {sampling.seed}", drawn.text, nats(drawn.log_probability))
    cut = f"the best {choices.topk}" if choices.topk else "no limit of pieces"
    if choices.topp < 100:
        cut += f", {choices.topp} % of the probability"
    frame.note(LOT.format(temperature=choices.temperature, cut=cut, seed=choices.seed))


def _forced(model: "Translator", trace: "Trace") -> None:
    from core.analysis.one_pass_or_steps import clocks

    found = nextword.loss(trace)
    st.html(html_tables.table(found.rows(), "Fed, wanted and −log p, row by row"))
    frame.note(
        STRIPS.format(mean=f"{found.mean:.2f}", perplexity=f"{found.perplexity:.1f}")
    )
    both = library.kept(
        ("clocks", *trace.identity),
        lambda: library.gated(lambda: clocks(model, trace)),
    )
    rows = [
        ["", "rows at once", "one after another", "multiplications in the decoder"],
        ["one pass", str(both.rows), "1", _millions(both.in_one_pass)],
        ["steps, keys and values kept", "1", str(both.rows), _millions(both.in_steps)],
        [
            "steps, all computed anew",
            "1 …",
            str(both.rows),
            _millions(both.in_steps_anew),
        ],
    ]
    st.html(html_tables.table(rows, "Two clocks"))
    frame.note(CLOCKS.format(rows=both.rows, difference=small(both.difference)))
    if not trace.experiment.causal:
        frame.note(MASK_OFF)


def _nats(trace: "Trace") -> str:
    return nats(trace.translation.log_probability)


def _millions(count: int) -> str:
    return f"{count / 1e6:.1f} million"
