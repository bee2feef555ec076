"""What it would say instead: given French, beginnings, beams, draws; the loss."""

from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.content.texts import error, texts
from viz.figures import training_loss
from viz.pages.app import frame, library, widgets
from viz.pages.app.session import Remembered
from viz.pages.sentence import beginnings, field
from viz.pages.sentence.beam_section import searched
from viz.pages.transformer.experiments import refused
from viz.pages.transformer.experiments.from_address import Asked
from viz.pages.transformer.experiments.lines import line, nats, small
from viz.say import html_tables
from viz.say.captions import probability
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.translator import Translator
    from core.trace import Trace

OFFERED = 5
STEP = Remembered("_step", 1)
say = texts("experiments")


def target(lab: Asked, trace: "Trace") -> None:
    """The French that is given, whole or its beginning."""
    whole, begin = st.columns(2, gap="large")
    with whole:
        _field("target", say("target.whole"), say("target.whole_empty"))
        if lab.wrong:
            frame.refuse(lab.wrong)
        preset = field.preset(field.last_good())
        if preset is not None and frame.choices().target != preset.french:
            with st.container(key="given", horizontal=True):
                st.text(preset.french)
                french = (preset.french,)
                st.button(say("target.give"), key="give", on_click=give, args=french)
        if frame.choices().target:
            st.button(say("target.free"), key="free", on_click=give, args=("",))
    with begin:
        _field("prefix", say("target.begin"), say("target.begin_empty"))
        if not trace.forced:
            _alternatives(trace)


def _field(name: str, label: str, placeholder: str) -> None:
    typed = widgets.text(
        name,
        label,
        placeholder=placeholder,
        autocomplete="off",
        on_change=frame.keep,
        kwargs={"row": 0, "word": 0, "guess": ""},
    )
    field.say_what_changed(typed)


def give(french: str) -> None:
    """Make the model write this; nothing lets it write freely. For callbacks."""
    frame.keep(target=french, row=0, word=0, guess="")


def _alternatives(trace: "Trace") -> None:
    """The most probable words of one step; each can be given as a beginning."""
    steps = len(trace.predicted.pieces)
    first = min(trace.given + 1, steps)
    step = st.slider(say("target.step"), 1, max(steps, 2), first, key=STEP.key)
    row = min(step, steps) - 1
    before = trace.vocabulary.decode(trace.predicted_ids[:row])
    with st.container(key="alternatives", horizontal=True, gap="small"):
        for at, found in enumerate(beginnings.offered(trace, row)[:OFFERED]):
            chosen = found.ids[row] == trace.wrote(row)
            word, share = html_tables.label(found.word), probability(found.probability)
            st.button(
                say("target.offered", word=word, probability=share),
                key=f"alternative-{at}",
                type="primary" if chosen else "secondary",
                disabled=chosen,
                on_click=begin,
                args=(trace, found.ids),
            )
    before = before or say("target.begin_empty")
    frame.note(say("target.alternatives", step=row + 1, before=before))
    refused.tell("piece", trace.identity)


def begin(trace: "Trace", ids: tuple[int, ...]) -> None:
    """Give these pieces as the beginning, where a text spells them. A callback."""
    from core.experiments.prefix import written_so_far

    try:
        text = written_so_far(trace.vocabulary, ids)
    except InputError as problem:
        refused.keep("piece", trace.identity, error(problem))
        return
    refused.keep("piece", trace.identity, "")
    STEP.take()
    frame.keep(prefix=text, target="", row=0, word=0, guess="", lab="say")


# --- other ways to write ------------------------------------------------------------


def says(model: "Translator", trace: "Trace") -> None:
    """A beam's tree, a random sentence, or the loss of the words above."""
    with st.container(key="saying"):
        how = widgets.segments(
            "how", say("how.label"), say.all("how.ways"), hidden=True
        )
        if not trace.forced:
            log = nats(trace.translation.log_probability)
            line("greedy", say("how.greedy"), trace.translation.text, log)
        if how == "beam":
            _beam(trace)
        elif how == "sample":
            _lot(model, trace)
        else:
            _forced(model, trace)


def _beam(trace: "Trace") -> None:
    width = widgets.slider("beam", say("beam.width"))
    searched(trace, width)
    frame.note(say("beam.note", width=width))


def _lot(model: "Translator", trace: "Trace") -> None:
    from core.analysis.other_decodings import sampled
    from core.decoding.sampling import Sampling

    choices = frame.choices()
    heat, top_k, top_p, seed = st.columns(4, gap="medium")
    with heat:
        widgets.stops("temperature", say("sampling.temperature"))
    with top_k:
        widgets.slider("topk", say("sampling.topk"))
    with top_p:
        widgets.slider("topp", say("sampling.topp"))
    with seed:
        widgets.slider("seed", say("sampling.seed"))
    for more in range(3):
        sampling = Sampling(
            choices.seed + more,
            float(choices.temperature),
            choices.topk,
            choices.topp / 100,
        )
        drawn = library.computed(
            (*trace.identity, trace.given, sampling),
            lambda sampling=sampling: sampled(model, trace, sampling),
        )
        label = say("sampling.line", seed=str(sampling.seed))
        log = nats(drawn.log_probability)
        line(f"seed-{sampling.seed}", label, drawn.text, log)
    frame.note(
        say(
            "sampling.note",
            temperature=widgets.respelled(choices.temperature),
            cut=_cut(choices.topk, choices.topp),
            seed=str(choices.seed),
        )
    )


def _cut(topk: int, topp: int) -> str:
    """Among which pieces is drawn."""
    best, share = "best" if topk else "none", "_share" if topp < 100 else ""
    return say(f"sampling.{best}{share}", topk=topk, topp=topp)


def _forced(model: "Translator", trace: "Trace") -> None:
    from core.analysis.one_pass_or_steps import clocks

    found = training_loss.loss(trace)
    st.html(html_tables.table(found.rows(), say("loss.title")))
    mean, perplexity = written(found.mean), written(found.perplexity, ".1f")
    frame.note(say("loss.note", mean=mean, perplexity=perplexity))
    both = library.computed(trace.identity, lambda: clocks(model, trace))
    one, all_rows = "1", str(both.rows)
    columns = ("at_once", "in_turn", "multiplications")
    uncached = _millions(both.uncached)
    rows = [
        ["", *(say(f"cache.{column}") for column in columns)],
        [say("cache.pass"), all_rows, one, _millions(both.in_one_pass)],
        [say("cache.with"), one, all_rows, _millions(both.in_steps)],
        [say("cache.without"), say("cache.growing"), all_rows, uncached],
    ]
    st.html(html_tables.table(rows, say("cache.title")))
    frame.note(say("cache.note", rows=both.rows, difference=small(both.difference)))
    if not trace.experiment.causal:
        frame.note(say("cache.mask_off"))


def _millions(count: int) -> str:
    return say("cache.millions", count=written(count / 1e6, ".1f"))
