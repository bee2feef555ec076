"""What an experiment changed: sentences, probabilities, the open map; before, after."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment
from viz.address import experiments
from viz.figures import beside, changes, grids, nextword
from viz.pages.app import frame, library
from viz.pages.transformer.experiments import lines, open_map
from viz.pages.transformer.experiments.requested import Asked
from viz.say import html_tables
from viz.say.captions import percent, signed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Trace
    from core.translator import Translator

NO_CAUSAL = (
    "The causal mask is off. The picture is one pass over the finished French, in "
    "which every position looks at all of them, later ones too. {written} The model "
    "never learned to use those cells: with the old French given, its log-probability "
    "changes by {change} nats a word, and the rows put {ahead} of their weight on "
    "words they have yet to predict. A decoder trained without the mask would read "
    "the answer there."
)
WRITTEN = "The French was written with each step computed anew over the words so far."
FORCED = "The French is given, so nothing was written step by step."
AHEAD = "The same French without the causal mask, row by row"
WHY_A_MASK = "Why training needs the mask: two tiny decoders in the lab of masks"
LOG_PROBABILITY = (
    "Log-probability: of each sentence in its own run, in nats; ‹end› included where "
    "it was written."
)
BESIDE = (
    "The given French, {given}; the free run, {free}: the probability of every word, "
    "and its log-probability"
)
BOTH = ". Both with the experiment"
PARTED = (
    "The free run parts from this French at word {step}. There both are asked the same "
    "and their probabilities compare; after it the two read different words, and a "
    "probability of the given French says nothing about what it would write."
)
TOGETHER = "The free run writes the same."
NO_CHANGE = 1e-5
SAME = 0.05  # nats; less is called the same
SUBLAYERS = {
    "encoder": "encoder self",
    "decoder": "decoder self",
    "cross": "cross",
}
ALONE = "Each head silenced alone"
HEADS = (
    "By how much the log-probability of this translation changes, in nats; below 0 it "
    "becomes less probable: the head was used for it. A column is a head."
)


def results(sentence: str, lab: Asked, trace: "Trace") -> None:
    """What the experiment changed, and how the given French stands to the free one."""
    if trace.forced:
        _beside_free(sentence, trace)
    if lab.experiment == AS_IT_IS:
        return
    before = library.trace(library.TRANSFORMER, sentence, lab.target, prefix=lab.prefix)
    old_now = _old_in_the_new(sentence, before, trace)
    _before_after(before, trace, old_now)
    if old_now is not None:
        _guessed(before, old_now)
    open_map.compared(before, trace, old_now)
    if not lab.experiment.causal:
        _no_causal(before, trace, old_now)
        st.page_link(frame.page("masks"), label=WHY_A_MASK, query_params={"step": "3"})
    _padding(sentence, lab, trace)


def _beside_free(sentence: str, trace: "Trace") -> None:
    """Given French, word by word beside what the model writes freely."""
    free = library.trace(library.TRANSFORMER, sentence, None, trace.experiment)
    given, own = (lines.nats(t.translation.log_probability) for t in (trace, free))
    with st.container(key="beside-free"):
        caption = BESIDE.format(given=given, free=own)
        if trace.experiment != AS_IT_IS:
            caption += BOTH
        st.html(beside.table(trace, free, caption))
        parted = beside.parting(trace, free)
        frame.note(TOGETHER if parted is None else PARTED.format(step=parted + 1))


# --- sentences ----------------------------------------------------------------------


def _before_after(before: "Trace", after: "Trace", old_now: "Trace | None") -> None:
    old, new = changes.runs(
        before.translation.pieces.words, after.translation.pieces.words
    )
    was, now = (t.translation.log_probability for t in (before, after))
    with st.container(key="changes"):
        lines.runs("before", old, lines.nats(was))
        if old_now is not None and old_now is not after:
            then = old_now.translation.log_probability
            value = f"the old one now {written(then)} ({signed(then - was)})"
            lines.runs("after", new, f"{lines.nats(now)} · {value}")
        else:
            lines.runs("after", new, f"{lines.nats(now)} ({signed(now - was)})")
    if not after.translation.finished:
        frame.note("After: the model did not end its sentence and was stopped.")
    frame.note(LOG_PROBABILITY)


def _old_in_the_new(sentence: str, before: "Trace", after: "Trace") -> "Trace | None":
    """The old French in the new experiment; None where it cannot be given.

    An ‹end› that the old one never wrote is not asked of it now.
    """
    finished = before.translation.finished
    if before.predicted_ids == after.predicted_ids:
        return after.ending(finished)
    try:
        found = library.trace(
            library.TRANSFORMER, sentence, before.translation.pieces, after.experiment
        )
    except library.Busy:
        raise
    except InputError:
        return None
    return found.ending(finished)


def _guessed(before: "Trace", old_now: "Trace") -> None:
    """Whether the old translation became better, worse or stayed, and the guess."""
    change = old_now.translation.log_probability - before.translation.log_probability
    became = "the same" if abs(change) < SAME else ("better" if change > 0 else "worse")
    guess = frame.choices().guess
    told = f"For the model the old translation is {became} now: {signed(change)} nats."
    if guess:
        expected = "the same" if guess == "same" else guess
        right = "as you expected" if expected == became else f"you expected {expected}"
        told = f"{told[:-1]}; {right}."
    frame.note(told)


def _no_causal(before: "Trace", after: "Trace", old_now: "Trace | None") -> None:
    if old_now is None:
        return
    change = old_now.translation.log_probability - before.translation.log_probability
    heads = [
        old_now.attention(name, words=False).weights.triu(1).sum(-1).mean().item()
        for name in old_now.names()
        if name.startswith("decoder") and name.endswith("self_attention")
    ]
    frame.note(
        NO_CAUSAL.format(
            written=FORCED if after.forced else WRITTEN,
            change=signed(change / before.written_words),
            ahead=percent(sum(heads) / len(heads)),
        )
    )
    st.html(html_tables.table(nextword.looking_ahead(before, old_now), AHEAD))


# --- heads --------------------------------------------------------------------------


def heads(model: "Translator", trace: "Trace") -> None:
    """The change in log-probability for each head silenced alone, as a map."""
    from core.analysis.ablation import each_head_silenced

    found = library.kept(
        ("heads silenced", *trace.identity),
        lambda: library.gated(lambda: each_head_silenced(model, trace)),
    )
    rows = [
        f"{SUBLAYERS[experiments.kind_of(name)]} {int(name.split('.')[1]) + 1}"
        for name in found
    ]
    columns = [str(head + 1) for head in range(len(next(iter(found.values()))))]
    night = frame.night()
    with st.container(key="head-map"):
        st.markdown(f"**{ALONE}**")
        frame.note(HEADS)
        st.html(
            grids.changes(
                rows,
                columns,
                list(found.values()),
                ALONE,
                dark=night,
            )
        )


# --- ‹pad›s -------------------------------------------------------------------------


def _padding(sentence: str, lab: Asked, trace: "Trace") -> None:
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
    if experiment != Experiment(causal=experiment.causal, pads=experiment.pads):
        return
    without = Experiment(causal=experiment.causal)
    bare = library.trace(
        library.TRANSFORMER, sentence, lab.target, without, prefix=lab.prefix
    )
    difference = library.kept(
        ("pads", *trace.identity),
        lambda: changes.largest_difference(bare, trace),
    )
    if difference is None or difference > NO_CHANGE:
        frame.note("The padding mask is on, and yet something changed: tell us.")
        return
    frame.note(
        "The padding mask is on: the ‹pad›s change nothing. Largest difference between "
        f"two word probabilities, with and without them: {lines.small(difference)}."
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
    title = f"{open_map.MAPS[choices.kind]}, layer {choices.layer}, {head}"
    taken = percent(sum(shares) / len(shares))
    return (
        f"The padding mask is off: the ‹pad›s take {taken} of the weight in "
        f"{title}; most in the row "
        f"“{side.words[shares.index(most)]}” ({percent(most)})."
    )
