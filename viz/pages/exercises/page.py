"""Exercises: answer first, then see what was measured, then why.

What is answered is remembered for this session only; tally and notes stay in the
browser.
"""

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from viz.components.files import named
from viz.components.tally import tally
from viz.content import exercise_keys, exercise_sets
from viz.content.exercise_keys import Key, Said
from viz.content.exercises import Exercise, ExerciseSet
from viz.content.languages import UNUSABLE
from viz.content.path import the_path
from viz.content.texts import language, texts
from viz.pages.app import frame, guess, library, made, state, widgets
from viz.pages.app.heading import heading
from viz.pages.app.navigation import to
from viz.pages.app.session import Remembered
from viz.pages.exercises.predicting import UNSURE, asks_class, predicted
from viz.pages.exercises.worksheet import sheet
from viz.say import html_tables
from viz.say.exercise_texts import filled, number, right_answer, shortfall, slots

say = texts("exercises")

STYLE = Path(__file__).parent / "page.css"
MOST_SHOWN = 24
MISSED = ("wrong", "unsure")


def page() -> None:
    """Draw the sets, or the exercise that the address names."""
    st.html(STYLE)
    st.html(guess.STYLE)
    asked = frame.choices().set
    if not asked:
        _sets()
        return
    try:
        found = exercise_sets.spoken(asked)
    except LookupError:
        heading(say("title"))
        frame.refuse(say("unknown", name=asked))
        _list()
        return
    except UNUSABLE as slip:
        heading(say("title"))
        frame.refuse(say("slip", slip=str(slip)))
        _list()
        return
    _exercise(found, min(frame.choices().exercise, len(found.exercises)))


def _sets() -> None:
    with st.container(key="exercise-head"):
        heading(say("title"))
        st.markdown(say("lead"))
    _list()


def _list() -> None:
    """The sets in the order of their places."""
    found = []
    for name in exercise_sets.names():
        try:
            found.append(exercise_sets.spoken(name))
        except UNUSABLE as slip:
            frame.refuse(say("slip", slip=str(slip)))
    for one in sorted(found, key=lambda one: (one.place, one.name)):
        with st.container(key=f"set-{one.name}"):
            st.button(
                one.title,
                type="tertiary",
                on_click=frame.keep,
                kwargs={"set": one.name, "exercise": 1},
            )
            n = say("count", n=len(one.exercises))
            st.markdown(f"{n}. {one.about}")


# --- one exercise ---------------------------------------------------------------------


def _exercise(of: ExerciseSet, at: int) -> None:
    one = of.exercises[at - 1]
    with st.container(key="exercise-head"):
        st.caption(say("place", at=at, all=len(of.exercises)))
        heading(of.title)
        if at == 1 and of.about:
            st.markdown(of.about)
    numbers = {n: str(n) for n in range(1, len(of.exercises) + 1)}
    widgets.pills("exercise", say("set_label"), numbers, hidden=True)
    left, right = st.columns([760, 400], gap="large")
    with left:
        frame.alone(lambda: _asked(of, one, at))
        _ways(at, len(of.exercises))
    with right, st.container(key="exercise-side"):
        _worksheet(of)


def _asked(of: ExerciseSet, one: Exercise, at: int) -> None:
    """The question; after the answer what was measured, and why."""
    remembered = _remembered(of, one)
    name = f"{of.name}-{one.id}"
    with frame.waiting(say("measuring")):
        key = _key(of, one, language())
    said = remembered.get()
    asks_class(one, key, answered=said is not None)
    with st.container(key=f"guess-card-{name}"):
        st.markdown(say("worked") if one.worked else say("question"))
        with st.container(key=f"guess-asked-{name}"):
            st.markdown(one.ask)
        if not one.worked:
            predicted(one, key, remembered, name)
        said = remembered.get()
        if one.worked or said is not None:
            with st.container(key=f"guess-said-{name}"):
                _revealed(one, key, said)
    _open(one, shown=one.worked or said is not None)
    tally(
        of.name,
        [exercise.id for exercise in of.exercises if not exercise.worked],
        None if one.worked else (one.id, at, _outcome(one, key, said)),
        asks_why=said is not None or one.predict.kind == "free",
        key=f"tally-{of.name}",
    )
    if said is not None:
        st.button(
            say("again"), key=f"again-{name}", on_click=lambda: remembered.set(None)
        )
    _again(of)


def _remembered(of: ExerciseSet, one: Exercise) -> Remembered[Said | None]:
    """What the reader answered, in this session."""
    return Remembered(f"_said-{of.name}-{one.id}", None)


def _key(of: ExerciseSet, one: Exercise, lang: str) -> Key:
    """What is measured for an exercise, once for all who ask these models."""
    models = frozenset(library.digests().items())
    return library.computed(
        ("exercise", of.name, one.id, lang, models),
        lambda: exercise_keys.measure(one, library.model),
    )


def _outcome(one: Exercise, key: Key, said: Said | None) -> str:
    if said is None:
        return ""
    if one.predict.kind == "free":
        return "free"
    if not key.counts:
        return "uncounted"
    if said == UNSURE:
        return "unsure"
    return "right" if exercise_keys.is_right(one, said, key) else "wrong"


def _revealed(one: Exercise, key: Key, said: Said | None) -> None:
    values = slots(one, key)
    if key.problem:
        frame.refuse(key.problem)
    for broken in key.broken:
        frame.note(say("not_shown", shortfall=shortfall(broken)))
    answer = right_answer(one, key)
    when = None if said is None else exercise_keys.told(one, said)
    if one.worked:
        st.markdown(filled(one.right, values))
    elif one.predict.kind == "free":
        pass
    elif not key.counts:
        st.markdown(say("unsaid", answer=answer) if answer else "")
    elif said is None or said == UNSURE:
        st.markdown(filled(one.unsure, values))
        st.markdown(say("unsaid", answer=answer))
    elif exercise_keys.is_right(one, said, key):
        st.markdown(say("right", said=filled(one.right, values)))
    else:
        st.markdown(say("wrong", answer=answer, said=filled(one.wrong, values)))
        if when:
            st.markdown(filled(when.say, values))
    if one.explain and (key.counts or one.predict.kind == "free"):
        st.markdown(filled(one.explain, values))
    if key.answer and 1 < len(key.answer.shown) <= MOST_SHOWN:
        names, values = zip(*key.answer.shown, strict=True)
        found = (number(value, one.digits, tiny=False) for value in values)
        rows = [["", *names], [say("seen_row"), *found]]
        st.html(html_tables.table(rows, say("seen")))


def _open(one: Exercise, *, shown: bool) -> None:
    """The state to look at, in a tab of its own: the answer here stays as it is."""
    if not one.page:
        return
    if not shown:
        st.caption(say("opens_after"))
        return
    opened = {**state.travelling("lang"), **one.opened}
    st.link_button(say("open_it"), f"{one.page}?{urlencode(opened)}")


def _ways(at: int, last: int) -> None:
    with st.container(horizontal=True, key="exercise-ways"):
        if at > 1:
            st.button(say("before"), on_click=frame.keep, kwargs={"exercise": at - 1})
        if at < last:
            st.button(
                say("after"),
                on_click=frame.keep,
                kwargs={"exercise": at + 1},
                type="primary",
            )
        else:
            st.caption(say("end"))


def _worksheet(of: ExerciseSet) -> None:
    base, lang = (st.context.url or "").partition("/exercises")[0], language()
    made.button(
        say("sheet"),
        lambda: sheet(of, [_key(of, one, lang) for one in of.exercises], base),
        f"{named('exercises', of.name)}.html",
        key="sheet",
    )
    st.caption(say("sheet_note"))
    st.button(
        say("all_sets"),
        type="tertiary",
        on_click=frame.keep,
        kwargs={"set": "", "exercise": 1},
    )


def _again(of: ExerciseSet) -> None:
    """The stops of the path whose questions were missed, as a path of their own."""
    names = [one.stop for one in of.exercises if one.stop and _missed(of, one)]
    if not names:
        return
    stops = the_path().among(names)
    again = ",".join(stop.name for stop in stops)
    with st.container(key="look-again"):
        st.markdown(say("look_again.title", n=len(stops)))
        for number, stop in enumerate(stops, 1):
            st.page_link(
                frame.pages()[stop.path],
                label=say("look_again.stop", number=str(number), title=stop.title),
                query_params=to(stop, again),
            )


def _missed(of: ExerciseSet, one: Exercise) -> bool:
    """Whether it was answered in this session, and not rightly."""
    said = _remembered(of, one).get()
    return said is not None and _outcome(one, _key(of, one, language()), said) in MISSED
