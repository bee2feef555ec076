"""The laboratory of the Transformer: masks, ‹pad›s and a given French sentence.

Every change is a real run of the trained model, set beside the model as it is.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz import address
from viz.figures import changes
from viz.pages import frame, library, widgets
from viz.words import percent

if TYPE_CHECKING:
    from core.trace import Experiment, Trace

LEAD = "Each switch runs the trained model again, on the sentence above."
AS_IT_IS = "Nothing is changed: this is the model as it was trained."
NO_CAUSAL = (
    "The causal mask is off. The picture is one pass over the finished French, in "
    "which every position looks at all of them, later ones too. {} "
    "The model was never trained like this."
)
WRITTEN = (
    "The translation was written with each step computed anew over the words so far."
)
FORCED = "The French is given, so nothing was written step by step."
LOG_PROBABILITY = (
    "Log-probability: of each sentence in its own run, in nats; ‹end› included where "
    "it was written."
)
NO_CHANGE = 1e-5
MAPS = {
    "encoder": "Encoder self-attention",
    "decoder": "Decoder self-attention",
    "cross": "Cross-attention",
}


@dataclass(frozen=True)
class Laboratory:
    """What the controls say. `good` is False where the given French was refused.

    `results` is the place where the page tells what changed.
    """

    experiment: "Experiment"
    target: str | None
    good: bool
    results: Any


def controls(asked: widgets.Asked) -> Laboratory:
    """The controls of the laboratory, in the place where they are called."""
    from core.trace import Experiment

    with st.container(key="laboratory"):
        st.subheader("Laboratory", anchor=False)
        frame.note(LEAD)
        masks, pads, french = st.columns([3, 4, 6], gap="medium")
        with masks:
            causal = widgets.causal()
            padmask = widgets.padmask()
        with pads:
            many = widgets.pads()
        with french:
            target, good = _target(asked)
        results = st.container(key="results")
    return Laboratory(Experiment(causal, many, padmask), target, good, results)


# --- the given French ----------------------------------------------------------


def _target(asked: widgets.Asked) -> tuple[str | None, bool]:
    """The French to force, None for a free translation; and whether it can be used."""
    from core.text import accept

    typed = st.text_input(
        "Given French (empty: the model writes freely)",
        address.DEFAULTS.target,
        key="target",
        bind="query-params",
        placeholder="‹free›",
        autocomplete="off",
        on_change=frame.keep,
        kwargs={"row": 0},
    )
    under = st.empty()
    preset = widgets.preset(asked.text)
    if preset is not None and typed != preset.french:
        with st.container(key="given", horizontal=True, vertical_alignment="center"):
            st.text(preset.french)
            st.button("Give this", key="give", on_click=_give, args=(preset.french,))
    if typed:
        st.button("Let the model write", key="free", on_click=_give, args=("",))
    last = st.session_state.get("_transformer_target")
    if not typed:
        text = None
    else:
        try:
            text = accept(typed).text
            tokenizer = library.model(library.TRANSFORMER).tokenizer
            tokenizer.check_length(tokenizer.encode(text))
        except InputError as problem:
            with under.container():
                frame.refuse(str(problem))
            return last, False
    st.session_state["_transformer_target"] = text
    return text, True


def _give(french: str) -> None:
    frame.keep(target=french, row=0)


# --- what changed ----------------------------------------------------------------


def results(sentence: str, lab: Laboratory, trace: "Trace") -> None:
    """What the experiment changed, and how the given French stands to the free one."""
    from core.trace import Experiment

    if trace.forced:
        free = library.trace(library.TRANSFORMER, sentence)
        with st.container(key="beside-free"):
            _line("free", _plain(free), _nats(free.translation.log_probability))
            if lab.experiment == Experiment():
                given = trace.translation.log_probability
                _line("given", _plain(trace), _nats(given))
    if lab.experiment == Experiment():
        frame.note(AS_IT_IS)
        return
    before = library.trace(library.TRANSFORMER, sentence, lab.target)
    _before_after(sentence, before, trace)
    if not lab.experiment.causal:
        frame.note(NO_CAUSAL.format(FORCED if trace.forced else WRITTEN))
    _padding(sentence, lab, trace)


def _before_after(sentence: str, before: "Trace", after: "Trace") -> None:
    old, new = changes.runs(
        before.translation.pieces.words, after.translation.pieces.words
    )
    was, now = (t.translation.log_probability for t in (before, after))
    with st.container(key="changes"):
        _line("before", old, _nats(was))
        _line("after", new, f"{_nats(now)} ({_signed(now - was)})")
    if not after.translation.finished:
        frame.note("After: the model did not end its sentence and was stopped.")
    if before.predicted_ids != after.predicted_ids:
        old_now = _forced(sentence, before, after)
        if old_now and old_now.predicted_ids == before.predicted_ids:
            then = old_now.translation.log_probability
            frame.note(
                f"{LOG_PROBABILITY} The old sentence would now have "
                f"{_number(then)} ({_signed(then - was)})."
            )
            return
    frame.note(LOG_PROBABILITY)


def _forced(sentence: str, before: "Trace", after: "Trace") -> "Trace | None":
    """The old French in the new experiment; None where it is too long to be given."""
    try:
        return library.trace(
            library.TRANSFORMER, sentence, before.translation.text, after.experiment
        )
    except library.Busy:
        raise
    except InputError:
        return None


def _padding(sentence: str, lab: Laboratory, trace: "Trace") -> None:
    from core.trace import Experiment

    experiment = lab.experiment
    if not experiment.pads:
        if not experiment.padding_mask:
            frame.note(
                "No ‹pad› to hide: the padding mask matters once there are some."
            )
        return
    if not experiment.padding_mask:
        frame.note(_weight_on_pads(trace))
        return
    without = Experiment(causal=experiment.causal)
    bare = library.trace(library.TRANSFORMER, sentence, lab.target, without)
    difference = library.kept(
        ("pads", *trace.identity),
        lambda: changes.largest_difference(bare, trace),
    )
    if difference is None or difference > NO_CHANGE:
        frame.note("The padding mask is on, and yet something changed: tell us.")
        return
    frame.note(
        "The padding mask is on: the ‹pad›s change nothing. Largest difference between "
        f"two word probabilities, with and without them: {_small(difference)}."
    )


def _weight_on_pads(trace: "Trace") -> str:
    choices = frame.choices()
    shares = changes.pad_shares(
        trace, choices.kind, choices.layer - 1, choices.head - 1
    )
    if shares is None:
        return (
            "The padding mask is off. The keys of the decoder's self-attention are "
            "French: no ‹pad› stands among them. Open another attention."
        )
    side = trace.source if choices.kind == "encoder" else trace.predicted
    most = max(shares)
    head = f"head {choices.head}" if choices.head else "mean of the heads"
    taken = percent(sum(shares) / len(shares))
    return (
        f"The padding mask is off: the ‹pad›s take {taken} of the weight in "
        f"{MAPS[choices.kind]}, layer {choices.layer}, {head}; most in the row "
        f"“{side.words[shares.index(most)]}” ({percent(most)})."
    )


# --- lines of words and numbers ---------------------------------------------------


def _plain(trace: "Trace") -> tuple[changes.Run, ...]:
    return (changes.Run(trace.translation.text, changes.SAME, tight=True),)


def _line(label: str, runs: tuple[changes.Run, ...], number: str) -> None:
    """A label, a sentence in runs, a number: plain text, whatever the words hold."""
    name, words, value = st.columns([2, 16, 7], vertical_alignment="center")
    with name, st.container(key=f"label-{label}"):
        st.text(label)
    with words, st.container(key=f"runs-{label}"):
        for at, run in enumerate(runs):
            tight = "-tight" if run.tight else ""
            with st.container(key=f"{run.fate}-{label}-{at}{tight}"):
                st.text(run.text)
    with value, st.container(key=f"value-{label}"):
        st.text(number)


def _nats(value: float) -> str:
    return f"log-probability {_number(value)}"


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _small(value: float) -> str:
    """0.0000002, or below a ten-millionth just that."""
    return f"{value:.7f}" if value >= 1e-7 else "less than 0.0000001"
