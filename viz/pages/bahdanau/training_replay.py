"""Training replay: the alignments of six sentences while the model was trained."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from core.text.words import join_words
from viz.components.files import named
from viz.content.texts import texts
from viz.figures import replaying
from viz.pages.app import frame, library, shown_model, widgets
from viz.pages.app.chart import draw
from viz.pages.app.session import Remembered
from viz.say import html_tables
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.analysis.alignment_links import Aligned
    from core.analysis.training_replay import Replay

say = texts("bahdanau")

MAP = "decoder.alignment"
WORDS = slice(-1)  # ‹end› is last on both sides
EVERY = 1.2
PLAYING = Remembered("replay-play", False)
OVER = Remembered("_replay_over", False)
FRESH = Remembered("_replay_fresh", False)
"""It was just switched on: the first moment is shown before it goes on."""


def replayed() -> None:
    """The question; once it is answered, the moments and what they say."""
    from core.analysis import training_replay

    digest = library.model(shown_model.recurrent()).digest
    found = library.kept(digest, lambda: training_replay.load(shown_model.recurrent()))
    if found is None:
        frame.note(say("replay.nothing"))
        return
    guesses = say.all("replay.guesses")
    guess = st.segmented_control(
        say("replay.guess"),
        list(guesses),
        format_func=guesses.__getitem__,
        key="replay-guess",
    )
    if not guess:
        frame.note(say("replay.ask"))
        return
    if OVER.take():
        PLAYING.set(False)
    playing = st.toggle(say("replay.play"), key=PLAYING.key, on_change=_from_the_start)
    course = _course(found)
    st.fragment(_moment, run_every=EVERY if playing else None)(found, course, playing)
    _answer(found, course, guess)


def _from_the_start() -> None:
    if PLAYING.get():
        frame.keep(b_frame=1)
        FRESH.set(True)


def _moment(found: "Replay", course: Sequence[replaying.Found], playing: bool) -> None:
    """One moment of one sentence; while it plays, the next one each time."""
    from viz.figures.heatmap import heatmap

    last = len(found.frames)
    choices = frame.choices()
    if playing and not FRESH.take():
        if choices.b_frame >= last:
            OVER.set(True)
            st.rerun()
        frame.keep(b_frame=choices.b_frame + 1)
        choices = frame.choices()
    place, sentence = min(choices.b_frame, last), choices.b_watch - 1
    names = [join_words(said.key[WORDS], "en") for said in found.sentences]
    which, when = st.columns(2, gap="large")
    with which:
        widgets.mirrored(
            st.selectbox,
            "b_watch",
            say("replay.sentence"),
            range(len(names)),
            format_func=names.__getitem__,
            shown=min(sentence, len(names) - 1),
            picked=lambda at: frame.keep(b_watch=at + 1),
        )
    with when:
        if last > 1:
            moments = say("replay.moment"), 1, last
            widgets.mirrored(st.slider, "b_frame", *moments, shown=place)
    moment = found.frames[place - 1]
    shown = found.attention(place - 1, min(sentence, len(names) - 1), MAP)
    loss, bleu = _figures(found, place - 1)
    st.text(say("replay.update", update=moment.update, loss=loss, bleu=bleu))
    aligned, counted = st.columns([7, 6], gap="large")
    with aligned:
        title = say("replay.map", update=moment.update)
        draw(
            heatmap(shown, title=title, called=title, dark=frame.night()),
            key="replay",
            name=named("replay", str(moment.update), names[sentence]),
        )
    with counted:
        figures = _by_update(found)
        shares = replaying.shares(course, place - 1, figures, dark=frame.night())
        draw(shares, key="replay-course")


def _figures(found: "Replay", place: int) -> tuple[str, str]:
    moment = found.frames[place]
    loss, bleu = say("replay.no_loss"), say("replay.no_bleu")
    if moment.loss is not None:
        loss = say("replay.loss", number=written(moment.loss))
    if moment.bleu is not None:
        bleu = say("replay.bleu", number=written(moment.bleu, ".1f"))
    return loss, bleu


def _by_update(found: "Replay") -> dict[int, tuple[str, str]]:
    """Loss and BLEU of every moment."""
    moments = enumerate(found.frames)
    return {moment.update: _figures(found, place) for place, moment in moments}


def _linked(found: "Replay") -> "list[Aligned | None]":
    """The links that people drew for each of the sentences, where they did."""
    from core.analysis.alignment_links import drawn

    return [drawn(said.key[WORDS], said.query[WORDS]) for said in found.sentences]


def _course(found: "Replay") -> list[replaying.Found]:
    """What every moment finds, counted over the sentences linked by hand."""
    pairs = _linked(found)
    course = []
    for place, moment in enumerate(found.frames):
        maps = [
            found.attention(place, i, MAP).part(WORDS, WORDS)
            for i, pair in enumerate(pairs)
            if pair
        ]
        linked = [pair for pair in pairs if pair]
        course.append(replaying.found(moment.update, maps, linked))
    return course


def _answer(found: "Replay", course: Sequence[replaying.Found], guess: str) -> None:
    """What the moments say to this guess, and every moment in numbers."""
    from core.checkpoint import updates_with_lexicon

    st.text(_to(guess, replaying.earlier(course)))
    linked = sum(pair is not None for pair in _linked(found))
    with st.expander(say("replay.table")):
        rows = replaying.rows(course, _by_update(found))
        caption = say("replay.table_caption", number=linked)
        st.html(html_tables.table(rows, caption))
    frame.note(say("replay.half"))
    model = library.model(shown_model.recurrent())
    for begin, end in updates_with_lexicon(model.info, model.history):
        frame.note(say("replay.lexicon", first=begin, last=end))


def _to(guess: str, earlier: int | None) -> str:
    """What is said to a guess, once the moments have answered."""
    if guess == "unknown":
        return say("replay.see")
    expected = say(f"replay.guesses.{guess}")
    if earlier is None:
        return say("replay.undecided", guess=expected)
    right = guess == ("phrase" if earlier == replaying.PHRASE else "diagonal")
    return say("replay.so" if right else "replay.otherwise", guess=expected)
