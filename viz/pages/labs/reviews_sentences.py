"""Steps of the lab of reviews that weigh sentences, then the words inside."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from core.worlds.hotels import VOCABULARY, HotelReview, hotel_review
from core.worlds.shown_reviews import HOTELS, SENTENCES
from viz.address.labs.reviews import Choices
from viz.content.texts import texts
from viz.pages.app import frame, library, widgets
from viz.pages.labs import reviews_drawn as drawn
from viz.payload.reviews import bar, sentences_view, verdict
from viz.say.captions import isolated, percent, percent_of
from viz.say.numbers import written

if TYPE_CHECKING:
    from core.in_use.reviews import SentencesRead, Text

    Rows = list[list[str | float | None]]

say = texts("labs/reviews")
WITH, MEAN = "reviews-sentences", "reviews-sentences-mean"
SPANISH, SPANISH_MEAN = "reviews-spanish", "reviews-spanish-mean"
SEEDS = 1_000


def sentences() -> None:
    """A review sentence by sentence, and the words of the one that is pressed."""
    text = drawn.typed("rev_long", SENTENCES, rev_sentence=0)
    read, mean = _read(WITH, text), _read(MEAN, text)
    known = [one for row in read.known for one in row]
    drawn.draw(
        sentences_view(
            read,
            _verdicts(read, mean),
            _open(read, frame.choices(Choices).rev_sentence),
        ),
        f"{_said(read, mean)} {say('sentences.neighbours')}",
        _rows(read),
        key="reviews-sentences",
        title=say("sentences.title"),
        chosen="rev_sentence",
        known=known,
    )
    drawn.notices(text.words, known)
    if len(text.sentences) == 1:
        frame.note(say("sentences.one"))
    drawn.results(WITH, MEAN)


def spanish() -> None:
    """A made-up review with its English, and how much falls on what judges."""
    choices = frame.choices(Choices)
    names = {seed: say("spanish.named", seed=str(seed)) for seed in HOTELS}
    with st.container(horizontal=True, vertical_alignment="center"):
        widgets.mirrored(
            st.pills,
            "rev_seed-example",
            say("examples.label"),
            list(names),
            format_func=names.__getitem__,
            label_visibility="collapsed",
            shown=choices.rev_seed if choices.rev_seed in names else None,
            picked=lambda seed: _another(seed) if seed is not None else None,
        )
        st.button(say("spanish.another"), key="reviews-another", on_click=_next)
    hotel = hotel_review(choices.rev_seed)
    text = _as_text(hotel)
    read, mean = _read(SPANISH, text), _read(SPANISH_MEAN, text)
    drawn.draw(
        sentences_view(
            read, _verdicts(read, mean), _open(read, choices.rev_line), hotel
        ),
        f"{_said(read, mean)} {_on(read, hotel)}",
        _rows(read, hotel),
        key="reviews-spanish",
        title=say("spanish.title", seed=str(choices.rev_seed)),
        chosen="rev_line",
    )
    drawn.results(SPANISH, SPANISH_MEAN)


def _next() -> None:
    _another((frame.choices(Choices).rev_seed + 1) % SEEDS)


def _another(seed: int) -> None:
    frame.keep(rev_seed=seed, rev_line=0)


def _as_text(hotel: HotelReview) -> "Text":
    from core.in_use.reviews import Text

    rows = ([word.text for word in one.words] for one in hotel.sentences)
    return Text(tuple((first.capitalize(), *rest) for first, *rest in rows))


def _read(name: str, text: "Text") -> "SentencesRead":
    from core.in_use.reviews import read_sentences

    model = library.small(name)
    key = (name, model.digest, text.sentences)
    return library.kept(key, lambda: read_sentences(model, text))


def _verdicts(read: "SentencesRead", mean: "SentencesRead") -> list[dict[str, object]]:
    return [
        bar(say("words.attention"), read.good, read.good),
        bar(say("words.mean"), mean.good, read.good),
    ]


def _open(read: "SentencesRead", chosen: int) -> int:
    """The sentence that stands open, from 0: the chosen one, or the heaviest."""
    if 1 <= chosen <= len(read.text.sentences):
        return chosen - 1
    return int(read.sentence_weights.argmax())


def _said(read: "SentencesRead", mean: "SentencesRead") -> str:
    best = int(read.sentence_weights.argmax())
    word = int(read.word_weights[best].argmax())
    return say(
        "sentences.caption",
        verdict=verdict(read.good),
        mean=verdict(mean.good),
        sentence=best + 1,
        share=percent(float(read.sentence_weights[best])),
        even=percent(1 / len(read.text.sentences)),
        word=isolated(read.text.sentences[best][word]),
        weight=percent(float(read.word_weights[best][word])),
    )


def _on(read: "SentencesRead", hotel: HotelReview) -> str:
    """How much of the product falls on words that judge, and what would by chance."""
    judges = [[word.judges for word in one.words] for one in hotel.sentences]
    on = sum(
        float(share) * float(weights[at])
        for share, weights, row in zip(
            read.sentence_weights, read.word_weights, judges, strict=True
        )
        for at, judge in enumerate(row)
        if judge
    )
    even = sum(map(sum, judges)) / sum(map(len, judges))
    side = "positive" if hotel.good else "negative"
    said = say(f"spanish.on.{side}", on=percent(on), even=percent(even))
    return f"{said} {say('sentences.neighbours')}" if on < even else said


def _rows(read: "SentencesRead", hotel: HotelReview | None = None) -> "Rows":
    """A row a word: its sentence, both weights and their product."""
    rows: Rows = [list(say.row("sentences.columns"))]
    if hotel:
        rows[0].append(say("spanish.english"))
    for at, (words, weights) in enumerate(
        zip(read.text.sentences, read.word_weights, strict=True)
    ):
        share = float(read.sentence_weights[at])
        for place, (word, weight) in enumerate(
            zip(words, weights.tolist(), strict=True)
        ):
            row: list[str | float | None]
            row = [word, float(at + 1), share, weight, share * weight]
            if hotel:
                row.append(hotel.sentences[at].words[place].english)
            rows.append(row)
    return rows


def sentences_slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    slots, found = drawn.accuracies(WITH, MEAN), drawn.measured(WITH)
    if "learned" in found:
        slots["learned"] = written(found["learned"], ",")
    return slots


def spanish_slots() -> Mapping[str, str]:
    """The figures of the lesson."""
    slots, found = drawn.accuracies(SPANISH, SPANISH_MEAN), drawn.measured(SPANISH)
    slots["words"] = str(len(VOCABULARY))
    for name in ("on", "on_uniform", "on_sentences", "on_sentences_uniform"):
        if name in found:
            slots[name] = percent_of(found[name])
    return slots
