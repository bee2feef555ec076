"""The laboratory of the writer: something is changed on purpose, and it writes again.

What it wrote as it is stands beside what it writes now. The address says what is
asked; whatever does not fit this model or this text is left out, and the page says so.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from core.errors import InputError
from core.experiments.changes import CHANGES, Change, Forbidden, Silent
from core.networks.names import AttentionName, MapChoice, Parts
from viz import address
from viz.address import experiments
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.sentence import tables
from viz.pages.sentence.before_after import before_after
from viz.pages.writer import asked
from viz.pages.writer.asked import Wanted
from viz.say import html_tables
from viz.say.captions import signed, which_map
from viz.say.experiments import Called, offered, running
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.trace import Experiment, Trace

USUAL = {name: getattr(address.DEFAULTS, name) for name in experiments.NAMES}
SAME = 0.05  # nats; less is called the same
say, words = texts("writer"), texts("experiments")


class Read(NamedTuple):
    """What the address asks for, as far as it fits, and what is said of the rest."""

    experiment: "Experiment | None"
    left_out: list[str]


def read() -> Read:
    """The experiment that the address asks for, and why some of it is left out."""
    from core.experiments.experiment import Experiment, check_fit

    changes, unread = experiments.read_all(frame.choices())
    parts = library.writer(asked.model()).writer.parts()
    found, problems = list[Change](), list(unread)
    for change in changes:
        try:
            check_fit(Experiment(changes=(*found, change)), parts)
        except InputError as problem:
            problems.append(problem)
        else:
            found.append(change)
    empty = unfit(found)
    found, problems = [c for c in found if c not in empty], [*problems, *empty.values()]
    left = [words("section.left_out", problem=error(one)) for one in problems]
    return Read(Experiment(changes=found) if found else None, left)


def unfit(changes: Iterable[Change]) -> "dict[Forbidden, InputError]":
    """The forbidden cells that would leave a row nothing to look at, and why."""
    from core.experiments.cells import refused_cells
    from core.experiments.experiment import Experiment
    from core.experiments.passes import source_input

    model, experiment = library.writer(asked.model()), Experiment(changes=changes)
    _, allowed = source_input((), experiment)
    return dict(
        refused_cells(model.network, experiment, allowed, given=model.most_read)
    )


def chips(trace: "Trace") -> None:
    """Every experiment that runs now, each with a way to end it."""
    shown = running(trace.experiment.changes, Called(trace, ()))
    if not shown:
        return
    with st.container(key="running", horizontal=True):
        for at, (group, name) in enumerate(shown):
            st.button(
                words("run.chip", change=html_tables.label(name)),
                key=f"chip-{at}-{group[0].address}",
                on_click=end,
                args=(group,),
                help=words("run.end"),
            )
        st.button(
            words("run.end_all"), key="undo-all", type="tertiary", on_click=end_all
        )


def draw(trace: "Trace") -> None:
    """The controls, and the text that comes of them."""
    frame.note(say("lab.lead"))
    mask, heads, parts = st.columns(3, gap="large")
    with mask:
        widgets.switch("causal", words("run.causal"), on_change=_alone)
        frame.note(say("lab.cells"))
    with heads:
        _heads(trace)
    with parts:
        _parts(trace)
    if trace.experiment.changes:
        _before_after(trace)


def _heads(trace: "Trace") -> None:
    layers = len(trace.attentions())
    many = len(trace.heads(trace.names()[0]))
    choices = frame.choices()
    one, other = st.columns(2)
    with one:
        layer = st.selectbox(
            words("forms.labels.layer"),
            range(1, layers + 1),
            index=min(choices.w_layer, layers) - 1,
            key="_w_silence_layer",
        )
    with other:
        head = st.selectbox(
            words("forms.labels.head"),
            range(1, many + 1),
            index=max(min(choices.w_head, many) - 1, 0),
            key="_w_silence_head",
        )
    silent = Silent(str(AttentionName.of("decoder", layer - 1)), head - 1)
    _offer("silence", silent)


def _parts(trace: "Trace") -> None:
    there = Parts(trace.attentions(), len(trace.heads(trace.names()[0])))
    every = [one for kind in CHANGES for one in kind.offered(there)]
    names = Called(trace, ())
    part = st.selectbox(
        words("forms.labels.part"),
        range(len(every)),
        format_func=lambda at: offered(every[at], names),
        key="_w_part",
    )
    _offer("without", every[part])


def _offer(name: str, change: Change) -> None:
    st.button(
        words(f"forms.do.{name}"),
        key=f"do-{name}",
        type="primary",
        on_click=begin,
        args=((change,),),
    )


def _before_after(trace: "Trace") -> None:
    """What it wrote as it is, what it writes now, and what it now makes of the old."""
    of = asked.wanted()
    before = asked.passed(Wanted(of.text, of.pieces, of.sampling))
    old_now = library.computed(
        (*before.identity, trace.experiment),
        lambda: library.writer(trace.model).explain(
            before.translation, experiment=trace.experiment
        ),
    )
    one, two = (each.translation.log_probability for each in (before, old_now))
    table = [
        ["", say("lab.text"), say("lab.log")],
        [say("lab.before"), before.translation.text, written(one)],
        [
            say("lab.after"),
            trace.translation.text,
            written(trace.translation.log_probability),
        ],
        [say("lab.old_now"), before.translation.text, written(two)],
    ]
    st.html(html_tables.table(table, say("lab.title")))
    change = two - one
    how = "same" if abs(change) < SAME else "less" if change < 0 else "more"
    frame.note(say(f"lab.{how}", change=signed(change)))
    _map(before, old_now)


def _map(before: "Trace", after: "Trace") -> None:
    """The map that is open above, over the old text, as it is and as it becomes."""
    choices, names = frame.choices(), before.attentions()
    name = names[min(choices.w_layer, len(names)) - 1]
    head = min(choices.w_head, len(before.heads(name))) - 1
    chosen = MapChoice(name, head if head >= 0 else None)
    was, now = (
        one.attention(chosen.name, chosen.head, words=False) for one in (before, after)
    )
    same = [(at, at) for at in range(len(was.query_words))]
    title = which_map(chosen)
    tables.style()
    before_after(was, now, same, same, title)
    frame.note(words("map.open", title=title))


# --- callbacks ------------------------------------------------------------------------


def begin(changes: tuple[Change, ...]) -> None:
    """Run these changes alone."""
    frame.keep(**USUAL | experiments.written(changes), w_open="experiments")


def _alone() -> None:
    """The causal mask was switched: whatever else ran has ended."""
    frame.keep(**{n: usual for n, usual in USUAL.items() if n != "causal"})


def end(group: tuple[Change, ...]) -> None:
    """End some changes; the others stay."""
    left = [one for one in experiments.asked(frame.choices()) if one not in group]
    frame.keep(**USUAL | experiments.written(left))


def end_all() -> None:
    """Nothing is changed any more."""
    frame.keep(**USUAL)
