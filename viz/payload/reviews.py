"""A review as its component draws it: verdicts, sentences, words with their numbers."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.worlds.hotels import HotelReview
from viz.content.texts import texts
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.analysis.review_words import Kept, LeftOut
    from core.in_use.reviews import SentencesRead, WordsRead

ENGLISH, SPANISH = "en", "es"
EVEN = 0.5

say = texts("labs/reviews")


def verdict(good: float) -> str:
    """“positive, 96%”: the likelier of both, and how likely it is."""
    side = "positive" if good >= EVEN else "negative"
    return say(f"verdict.{side}", share=percent(max(good, 1 - good)))


def bar(name: str, good: float, first: float) -> dict[str, Any]:
    """A verdict; it is wrong where it is not that of the `first`."""
    turned = (good >= EVEN) != (first >= EVEN)
    return {"name": name, "share": good, "said": verdict(good), "wrong": turned}


def words_view(
    read: "WordsRead", left: "LeftOut", kept: "Kept", mean: float
) -> dict[str, Any]:
    """One row of words, with what leaving each out changes, and which are kept."""
    words = [
        _word(
            text, weight, weight, known, kept=at in kept.places, change=left.change(at)
        )
        for at, (text, weight, known) in enumerate(
            zip(read.text.words, read.weights.tolist(), read.known, strict=True)
        )
    ]
    n = len(kept.places)
    verdicts = [
        bar(say("words.attention"), read.good, read.good),
        bar(say("words.mean"), mean, read.good),
        bar(say("words.kept", n=n), kept.alone, read.good),
    ]
    if kept.without is not None:
        verdicts.append(bar(say("words.without", n=n), kept.without, read.good))
    legend = [
        "weight",
        "kept",
        "good",
        "bad",
        *([] if all(read.known) else ["strange"]),
    ]
    return {
        "label": say("words.label"),
        "sentences": [{"words": words, "weight": None, "lang": ENGLISH}],
        "verdicts": verdicts,
        "legend": [[kind, say(f"legend.{kind}")] for kind in legend],
        "most": max(word["product"] for word in words),
        "chosen": 0,
    }


def sentences_view(
    read: "SentencesRead",
    verdicts: Sequence[Mapping[str, Any]],
    chosen: int,
    hotel: HotelReview | None = None,
) -> dict[str, Any]:
    """Sentences with their weights, and the words of each; those of a hotel glossed."""
    sentences = []
    for at, (texts_of, weights, known) in enumerate(
        zip(read.text.sentences, read.word_weights, read.known, strict=True)
    ):
        share = float(read.sentence_weights[at])
        rows = zip(texts_of, weights.tolist(), known, strict=True)
        words = [
            _word(text, weight, weight * share, knows) for text, weight, knows in rows
        ]
        if hotel:
            for word, said in zip(words, hotel.sentences[at].words, strict=True):
                word |= {"gloss": said.english, "judges": said.judges}
        sentences.append(
            {
                "words": words,
                "weight": share,
                "lang": SPANISH if hotel else ENGLISH,
                "label": say("sentences.words_of", n=at + 1),
            }
        )
    legend = ["weight"]
    legend += [] if all(map(all, read.known)) else ["strange"]
    legend += ["judges"] if hotel else []
    return {
        "label": say("sentences.label"),
        "sentences": sentences,
        "verdicts": list(verdicts),
        "legend": [[kind, say(f"legend.{kind}")] for kind in legend],
        "most": max(word["product"] for one in sentences for word in one["words"]),
        "chosen": chosen,
    }


def _word(
    text: str,
    weight: float,
    product: float,
    known: bool,
    kept: bool | None = None,
    change: float | None = None,
) -> dict[str, Any]:
    return {
        "text": text,
        "weight": weight,
        "product": product,
        "known": known,
        "gloss": None,
        "judges": False,
        "kept": kept,
        "change": change,
    }
