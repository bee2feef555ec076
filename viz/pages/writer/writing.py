"""The field, the buttons that write on, and the text as it stands."""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from core.errors import InputError
from viz.content.texts import texts
from viz.pages.app import frame, library, widgets
from viz.pages.sentence import field
from viz.pages.writer import asked, experiments
from viz.pages.writer.asked import Wanted
from viz.say.html_tables import label

if TYPE_CHECKING:
    from core.trace import Trace

say = texts("writer")
MOST_KEYS = 32
"""How many keys may have been pressed before the first of them is answered."""
FEW = 8
"""How many pieces are written where the length of the sentence is unknown."""


def beginning() -> None:
    """The field of the beginning, and beginnings worth a look."""
    typed = widgets.text(
        "w_text", say("page.prompt"), on_change=_typed, autocomplete="off"
    )
    if typed.strip():
        field.say_what_changed(typed)
    else:
        frame.note(say("page.empty"))
    with st.container(key="beginnings", horizontal=True):
        for name, text in say.all("beginnings").items():
            st.button(
                label(text),
                key=f"try-{name}",
                type="tertiary",
                on_click=begin,
                args=(text,),
            )


def how() -> None:
    """Which of the next pieces is taken, and the seed of a draw."""
    with st.container(key="how", horizontal=True, vertical_alignment="bottom"):
        ways = say.all("write.ways")
        if widgets.segments("w_how", say("write.how"), ways) == "drawn":
            with st.container(width=220):
                widgets.slider("seed", say("write.seed"))


def buttons(trace: "Trace", *, refused: bool) -> None:
    """One piece more, the whole sentence, one back, from the beginning.

    None of them can be pressed while what is asked for is refused.
    """
    now, over = asked.written(trace), asked.is_over(trace)
    with st.container(key="write-on", horizontal=True):
        for name, run, off in _buttons(now, over=over):
            st.button(
                say(f"write.{name}"),
                key=f"write-{name}",
                type="primary" if name == "one" else "secondary",
                disabled=off or refused,
                on_click=run,
                args=(now,),
            )
        frame.note(say("write.keys"))


def text(trace: "Trace", *, dim: bool) -> None:
    """What was typed, and behind it what the model wrote."""
    typed, rest = asked.halves(trace)
    begun = escape(typed or say("page.start"))
    with st.container(key=f"text{'-dim' if dim else ''}"):
        said = escape(say("said.label"), quote=True)
        wrote = escape(say("said.wrote"))
        st.html(
            f'<p class="written" aria-label="{said}" role="group" aria-live="polite">'
            f"<span>{begun}</span><i>{wrote}</i>"
            f"<b>{escape(rest)}</b></p>"
        )
    if trace.translation.finished:
        frame.note(say("said.ended"))
    elif asked.is_full(trace):
        _full(trace)


def _full(trace: "Trace") -> None:
    model = library.writer(trace.model)
    said = {"pieces": model.most_read, "positions": model.most_read + 1}
    frame.note(say("said.full", **said))
    st.button(
        say("said.last_sentence"),
        key="last-sentence",
        on_click=begin,
        args=(asked.last_sentence(trace),),
        kwargs={"on": False},
    )


# --- what the buttons do: callbacks ---------------------------------------------------


def begin(text: str, *, on: bool = True) -> None:
    """Another beginning; the model goes `on` to the end of a sentence."""
    frame.keep(w_text=text)
    sentence(0) if on else go_on_to(0)


def _typed() -> None:
    frame.keep(w_row=0)
    sentence(0)


def _to_the_end(of: Wanted) -> int:
    try:
        return asked.to_the_end(of)
    except (InputError, library.Busy):
        return FEW


def press(trace: "Trace", name: object, since: object = None) -> None:
    """What a key on the picture asks for, where its button could be pressed.

    `since` is how many pieces were written once all keys before this one are answered:
    those that were pressed faster than that never came here.
    """
    now, over = asked.written(trace), asked.is_over(trace)
    if type(since) is int and 0 <= since <= (now if over else now + MOST_KEYS):
        now = since
    for key, run, off in _buttons(now, over=over):
        if key == name and not off:
            run(now)


def _buttons(
    now: int, *, over: bool
) -> tuple[tuple[str, Callable[[int], None], bool], ...]:
    """Each button with what it does, and whether there is nothing to be done."""
    return (
        ("one", one_more, over),
        ("sentence", sentence, over),
        ("back", one_back, now == 0),
        ("anew", anew, now == 0),
    )


def one_more(now: int) -> None:
    """One piece more than now."""
    go_on_to(now + 1)


def sentence(now: int) -> None:
    """As many as the sentence needs."""
    of = asked.wanted(experiments.read().experiment)
    go_on_to(_to_the_end(Wanted(of.text, now, of.sampling, of.experiment)))


def one_back(now: int) -> None:
    """One piece less."""
    go_on_to(max(0, now - 1))


def anew(now: int) -> None:
    """Nothing is written yet."""
    go_on_to(0)


def go_on_to(pieces: int) -> None:
    """Write that many pieces behind the beginning, and look at the newest row."""
    frame.keep(w_pieces=pieces, w_row=0)
