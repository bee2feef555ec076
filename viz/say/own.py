"""What can be said of any sentence: its French in English, and how sure a model was."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.analysis.sureness import Verdict, judged, mean_probability, usual
from core.text import glossary
from core.text.glossary import Gloss
from viz.content.presets import Preset
from viz.content.texts import texts
from viz.say.captions import percent
from viz.say.lists import listed

say = texts("own")


def glosses(
    french: Sequence[str], english: str, chosen: Preset | None = None
) -> tuple[Gloss, ...]:
    """What each French word means, in English, and whether it was ever seen.

    `french` are words as the models' maps name them. A preset says those of its own
    French; everything else comes from the shipped glossary, where "?" is a word that
    nobody knows and punctuation has no meaning. Fast enough to be asked at every run.
    """
    found = glossary.shipped().gloss(french, english)
    written = [meaning for _, meaning in chosen.gloss] if chosen else []
    if chosen and list(french) == [word for word, _ in chosen.gloss]:
        return tuple(
            Gloss(one.french, meaning if one.english else "")
            for one, meaning in zip(found, written, strict=True)
        )
    return tuple(found)


def meanings(
    french: Sequence[str], english: str, chosen: Preset | None = None
) -> tuple[str, ...]:
    """The English alone, a text for each French word; see `glosses`."""
    return tuple(one.english for one in glosses(french, english, chosen))


@dataclass(frozen=True)
class Sure:
    """How sure a model was of a sentence: what is said, and its place from 0 to 100.

    `verdict` is the first sentence, `rest` the number beside what is usual.
    """

    verdict: str
    rest: str
    place: int
    kind: Verdict


def how_sure(
    model: str,
    probabilities: Sequence[float],
    words: int,
    made_up: Sequence[str] = (),
    *,
    unread: bool = False,
    unattended: Sequence[str] = (),
) -> Sure | None:
    """How sure a model was, beside what is usual for it on held-out sentences.

    `probabilities` are those of the pieces it wrote, ‹end› among them: `written()` of a
    trace; `words` are made of them, ‹end› not counted; those that are `made_up` are
    wrong however sure it was, and of a sentence with an `unread` word, or with words
    that are `unattended`, no model is sure as usual. None where its folder does not say
    what is usual.
    """
    if not probabilities or (known := usual(model)) is None:
        return None
    mean = mean_probability(probabilities, words)
    place = known.surer_than(mean)
    kind = judged(known, mean, made_up=made_up, unread=unread, unattended=unattended)
    slots = {"probability": percent(mean)}
    if not place:
        rest = say("sure.lowest", **slots, n=known.sentences)
    elif place < 50:
        rest = say("sure.lower", **slots, share=100 - place)
    else:
        # Nobody is surer than 100 in 100.
        rest = say("sure.higher", **slots, share=min(place, 99))
    for name, words_of in (("unattended", unattended), ("made_up", made_up)):
        if words_of:
            quoted = listed(say("quoted", word=word) for word in words_of)
            rest = f"{say(f'sure.{name}', n=len(words_of), words=quoted)} {rest}"
    if kind == "less" and known.verdict(mean) == "usual" and not unattended:
        return Sure(say("sure.verdict.unread"), rest, place, kind)
    return Sure(say(f"sure.verdict.{kind}"), rest, place, kind)
