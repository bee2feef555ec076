"""What an experiment changed: sentences, probabilities, the open map; before, after."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from core.experiments.experiment import AS_IT_IS, Experiment
from core.networks.names import AttentionName
from viz.content.texts import texts
from viz.figures import beside, changes, grids, training_loss
from viz.pages.app import frame, library, navigation, shown_model
from viz.pages.transformer.experiments import lines, open_map
from viz.pages.transformer.experiments.from_address import Asked
from viz.say import html_tables
from viz.say.captions import percent, signed
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.translator import Translator
    from core.trace import Trace

NO_CHANGE = 1e-5
SAME = 0.05  # nats; less is called the same
say = texts("experiments")


def results(sentence: str, lab: Asked, trace: "Trace") -> None:
    """What the experiment changed, and how the given French stands to the free one."""
    if trace.forced:
        _beside_free(sentence, trace)
    if lab.experiment == AS_IT_IS:
        return
    before = library.trace(
        shown_model.transformer(), sentence, lab.target, prefix=lab.prefix
    )
    old_now = _old_in_the_new(sentence, before, trace)
    _before_after(before, trace, old_now)
    if old_now is not None:
        _guessed(before, old_now)
    open_map.compared(before, trace, old_now)
    if not lab.experiment.causal:
        _no_causal(before, trace, old_now)
        navigation.link("masks", say("ahead.why"), {"step": "3"})
    _padding(sentence, lab, trace)


def _beside_free(sentence: str, trace: "Trace") -> None:
    """Given French, word by word beside what the model writes freely."""
    free = library.trace(shown_model.transformer(), sentence, None, trace.experiment)
    given, own = (lines.nats(t.translation.log_probability) for t in (trace, free))
    with st.container(key="beside-free"):
        both = "" if trace.experiment == AS_IT_IS else "_experiment"
        caption = say(f"beside.caption{both}", given=given, free=own)
        st.html(beside.table(trace, free, caption))
        parted = beside.parting(trace, free)
        if parted is None:
            frame.note(say("beside.together"))
        else:
            frame.note(say("beside.parted", step=parted + 1))


# --- sentences ----------------------------------------------------------------------


def _before_after(before: "Trace", after: "Trace", old_now: "Trace | None") -> None:
    old, new = changes.runs(
        before.translation.pieces.words, after.translation.pieces.words
    )
    was, now = (t.translation.log_probability for t in (before, after))
    with st.container(key="changes"):
        lines.runs("before", say("results.before"), old, lines.nats(was))
        value = {"now": lines.nats(now), "change": signed(now - was)}
        told = say("results.changed", **value)
        if old_now is not None and old_now is not after:
            then = old_now.translation.log_probability
            value |= {"then": written(then), "change": signed(then - was)}
            told = say("results.old", **value)
        lines.runs("after", say("results.after"), new, told)
    if not after.translation.finished:
        frame.note(say("results.unfinished"))
    frame.note(say("results.meaning"))


def _old_in_the_new(sentence: str, before: "Trace", after: "Trace") -> "Trace | None":
    """The old French in the new experiment; None where it cannot be given.

    An ‹end› that the old one never wrote is not asked of it now.
    """
    finished = before.translation.finished
    if before.predicted_ids == after.predicted_ids:
        return after.ending(finished)
    try:
        found = library.trace(
            shown_model.transformer(),
            sentence,
            before.translation.pieces,
            after.experiment,
        )
    except InputError:
        return None
    return found.ending(finished)


def _guessed(before: "Trace", old_now: "Trace") -> None:
    """Whether the old translation became better, worse or stayed, and the guess."""
    change = old_now.translation.log_probability - before.translation.log_probability
    became = "same" if abs(change) < SAME else ("better" if change > 0 else "worse")
    guess, guesses = frame.choices().guess, say.all("guesses")
    slots = {"change": signed(change), "became": guesses[became]}
    if not guess:
        frame.note(say("results.became", **slots))
    elif guess == became:
        frame.note(say("results.guessed.right", **slots))
    else:
        frame.note(say("results.guessed.wrong", **slots, expected=guesses[guess]))


def _no_causal(before: "Trace", after: "Trace", old_now: "Trace | None") -> None:
    if old_now is None:
        return
    change = old_now.translation.log_probability - before.translation.log_probability
    heads = [
        old_now.attention(name, words=False).weights.triu(1).sum(-1).mean().item()
        for name in old_now.attentions()
        if name.looks_back
    ]
    frame.note(
        say(
            "ahead.given" if after.forced else "ahead.written",
            change=signed(change / before.written_words),
            ahead=percent(sum(heads) / len(heads)),
        )
    )
    rows = training_loss.looking_ahead(before, old_now)
    st.html(html_tables.table(rows, say("ahead.title")))


# --- heads --------------------------------------------------------------------------


def heads(model: "Translator", trace: "Trace") -> None:
    """The change in log-probability for each head silenced alone, as a map."""
    from core.analysis.ablation import each_head_silenced

    found = library.computed(trace.identity, lambda: each_head_silenced(model, trace))
    names = map(AttentionName.parse, found)
    rows = [say(f"heads.rows.{name.short}", layer=name.layer + 1) for name in names]
    columns = [str(head + 1) for head in range(len(next(iter(found.values()))))]
    values, title = list(found.values()), say("heads.title")
    with st.container(key="head-map"):
        st.markdown(f"**{title}**")
        frame.note(say("heads.note"))
        st.html(grids.changes(rows, columns, values, title, dark=frame.night()))


# --- ‹pad›s -------------------------------------------------------------------------


def _padding(sentence: str, lab: Asked, trace: "Trace") -> None:
    experiment = lab.experiment
    if not experiment.pads:
        if not experiment.padding_mask:
            frame.note(say("pads.none"))
        return
    if not experiment.padding_mask:
        frame.note(_weight_on_pads(trace))
        return
    if experiment != Experiment(causal=experiment.causal, pads=experiment.pads):
        return
    without = Experiment(causal=experiment.causal)
    bare = library.trace(
        shown_model.transformer(), sentence, lab.target, without, prefix=lab.prefix
    )
    difference = library.kept(
        trace.identity, lambda: changes.largest_difference(bare, trace)
    )
    if difference is None or difference > NO_CHANGE:
        frame.note(say("pads.changed"))
        return
    frame.note(say("pads.unchanged", difference=lines.small(difference)))


def _weight_on_pads(trace: "Trace") -> str:
    choices = frame.choices()
    shares = changes.pad_shares(
        trace, choices.kind, choices.layer - 1, choices.head - 1
    )
    if shares is None:
        return say("pads.french")
    side = trace.source if choices.kind == "encoder" else trace.predicted
    most = max(shares)
    return say(
        "pads.taken",
        taken=percent(sum(shares) / len(shares)),
        title=open_map.title_of_the_map(),
        word=side.words[shares.index(most)],
        most=percent(most),
    )
