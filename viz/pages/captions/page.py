"""Captions: a picture, a caption word by word, and where each word looks."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from core.worlds.captions import caption
from core.worlds.streets import LECTURES
from viz.content.texts import error, texts
from viz.pages.app import frame, library, widgets
from viz.pages.app.heading import marked
from viz.pages.app.lesson import lesson
from viz.pages.app.sections import more
from viz.pages.captions import film, gestures, measured, sections
from viz.pages.captions.asked import Asked, asked, examples, hard, sees, told
from viz.pages.sentence import hands, view
from viz.payload.street import plain, street_view
from viz.say.captions import probability

if TYPE_CHECKING:
    from core.in_use.seeing import Seen
    from core.in_use.told import Told

say = texts("street")

STYLE = Path(__file__).parent / "page.css"
VIEW = {"row": view.place("cap_word")}


def page() -> None:
    """Draw the page. Controls are read before the picture is drawn."""
    st.html(STYLE)
    step = frame.choices().cap_step
    asking, which = step == "question", "" if step == "caption" else f"_{step}"
    with st.container(key="captions-top", horizontal=True, vertical_alignment="bottom"):
        with st.container(key="captions-claim"):
            frame.heading(say(f"title{which}"))
            st.markdown(marked(say(f"lead{which}")))
        with st.container(key="captions-who", width="content"):
            widgets.segments(
                "cap_step",
                say("step"),
                say.all("steps"),
                picked=lambda step: frame.keep(cap_step=step, cap_word=0),
            )
            if step == "film":
                film.order()
            elif sees():
                widgets.slider(
                    "cap_alpha", say("alpha"), format=widgets.percents(), step=10
                )
            else:
                label = say("answerer" if asking else "writer")
                widgets.segments("cap_writer", label, say.all("writers"))
    if step == "film":
        film.page()
        lesson("captions-film", film.slots())
        return
    of = asked()
    if asking:
        _question(of)
    for problem in of.problems:
        frame.refuse(problem)
    found = _told(of)
    _street(of, found)
    if found is not None:
        _changed(of, found)
    _presets(of)
    if found is not None:
        _closer(found)
    lesson("captions-see" if sees() else "captions", measured.slots())


def _closer(found: "Told | Seen") -> None:
    """The gates of the writer that sees, or what else there is of a pass."""
    from core.in_use.seeing import Seen

    if isinstance(found, Seen):
        frame.note(sections.gates(found))
        return
    row = _row(found)
    drawn = {"draws": lambda: sections.draws(found, row)}
    of_draws = drawn if hard() and found.words else {}
    more(
        "cap_open",
        say,
        {
            "map": lambda: sections.weights(found, row),
            **of_draws,
            "trained": measured.trained,
        },
    )


def _told(of: Asked) -> "Told | Seen | None":
    """What is written; None, and why, where it cannot be."""
    try:
        with frame.waiting(say("waiting")):
            return told(of)
    except InputError as problem:
        frame.refuse(error(problem))
        return None


def _street(of: Asked, found: "Told | Seen | None") -> None:
    """The picture and the words."""
    choices = frame.choices()
    key = (found.identity, hard()) if found else (of.street.text(),)
    header, body = library.kept(key, lambda: street_view(of.street, found, hard=hard()))
    row = _row(found) if found else 0
    question = of.question.text if of.question else ""
    shown = {
        "veiled": choices.cap_writer != "none" or sees(),
        "forbids": found is not None,
        "draws": hard() and found is not None,
        "dim": bool(of.problems),
        "results": measured.seen() if sees() else measured.table(choices.cap_writer),
        **_verdict(found),
    }
    seen, named = {"row": row}, f"{of.street.text()} {question}"
    hands.draw("street", header, body, seen, VIEW, gestures.HANDS, of=named, **shown)


def _row(found: "Told | Seen") -> int:
    """The chosen word; without one, the surest of the words for the first thing."""
    chosen = frame.choices().cap_word
    if 1 <= chosen <= len(found.words):
        return chosen - 1
    written = range(found.given, len(found.words))
    things = [found.names[at] for at in written if found.names[at] is not None]
    shares = found.shares()
    sure = {
        at: share.weight
        for at in written
        if (share := shares[at]) and share.thing == things[0]
    }
    return max(sure, key=sure.__getitem__, default=max(0, len(found.words) - 1))


def _verdict(found: "Told | Seen | None") -> dict[str, Any]:
    """Whether what was written is true, and what would be."""
    if found is None:
        return {}
    words = plain(found.written)
    if not found.finished:
        return {
            "verdict": say("verdict.unfinished", n=len(found.written)),
            "right": "wrong",
        }
    if found.truth is not None:
        sure = found.probabilities[found.given :].prod().item()
        name = "answer_right" if found.right else "answer_wrong"
        verdict = say(
            f"verdict.{name}",
            words=words,
            truth=plain(found.truth.words),
            probability=probability(sure),
        )
        return {"verdict": verdict, "right": "right" if found.right else "wrong"}
    judged, truth = found.judged, plain(caption(found.street).words)
    name = "exact" if judged.exact else "true" if judged.true else "wrong"
    verdict = say(
        f"verdict.{name}",
        words=words,
        truth=truth,
        right=judged.right,
        there=judged.there,
    )
    return {"verdict": verdict, "right": "wrong" if name == "wrong" else "right"}


def _changed(of: Asked, found: "Told | Seen") -> None:
    """What forbidding cells has changed in what is written."""
    if not of.forbidden:
        return
    before = told(of, all_cells=True).written
    same = before == found.written
    n = len(of.forbidden)
    frame.note(
        say(
            "forbidden",
            cells=say("forbid", n=n),
            before=say("unchanged") if same else say("before", words=plain(before)),
        )
    )


def _question(of: Asked) -> None:
    """A question is typed, or picked from those with an answer on this street."""
    with st.container(
        key="captions-question", horizontal=True, vertical_alignment="bottom"
    ):
        widgets.text(
            "cap_question",
            say("question"),
            placeholder=plain(of.question.words).capitalize() if of.question else "",
            autocomplete="off",
            on_change=lambda: frame.keep(cap_word=0),
        )
        texts_of = [one.text for one in examples(of.street)]
        chosen = of.question.text if of.question else None
        widgets.mirrored(
            st.pills,
            "cap_examples",
            say("examples"),
            texts_of,
            format_func=lambda text: plain(text.split()).capitalize(),
            label_visibility="collapsed",
            shown=chosen if chosen in texts_of else None,
            picked=lambda text: frame.keep(cap_question=text or "", cap_word=0),
        )


def _presets(of: Asked) -> None:
    """The streets of the lectures, each with its question."""
    titles = say.all("streets")
    shown = of.street.text()
    at = next((name for name, text in LECTURES.items() if text == shown), None)
    widgets.mirrored(
        st.pills,
        "cap_lecture",
        say("presets"),
        list(titles),
        format_func=titles.__getitem__,
        shown=at,
        picked=lambda name: name and gestures.lecture(name),
    )
