"""What to look for in an example, and where the maps on the screen are different."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viz.content.presets import Expectation, Preset
from viz.content.texts import texts
from viz.pages.app import shown_model
from viz.pages.sentence.map_picture import map_of, shown
from viz.say.captions import percent

if TYPE_CHECKING:
    from core.trace import AttentionMap, Trace

say = texts("sentence")


def unmet(chosen: Preset, traces: "Sequence[Trace]") -> tuple[str, ...]:
    """Where what the models show does not bear a preset's reason out, in sentences.

    `traces` are those on the screen. One sentence a model at most: the first word that
    is not written, or looks elsewhere.
    """
    said = []
    for trace in traces:
        who = shown_model.title(trace.model)
        for expected in chosen.expects:
            if expected.model != trace.model:
                continue
            found = shown(trace, map_of(trace.model, expected.map))
            if sentence := broken(expected, found, who, chosen.fails):
                said.append(sentence)
                break
        else:
            if trace.translation.text != chosen.french:
                said.append(say("expected.other_french", model=who))
    return tuple(said)


def look_for(chosen: Preset, traces: "Sequence[Trace]") -> str:
    """One thing to look for that the models on the screen show; nothing where none do.

    It is the first that the preset says of them, with its number in this map.
    """
    said = (
        kept(expected, shown(trace, map_of(trace.model, expected.map)))
        for trace in traces
        for expected in chosen.expects
        if expected.model == trace.model
    )
    return next(filter(None, said), "")


def broken(
    expected: Expectation, found: "AttentionMap", who: str, fails: str = ""
) -> str:
    """Why a map does not show what a preset promises; nothing when it does.

    `fails` is what the preset itself says where the word is not written.
    """
    row, column = expected.row, expected.column
    missing = [word for word in expected.rows if word not in found.query_words]
    if missing and fails:
        return say("expected.fails", model=who, reason=fails)
    if missing:
        return say("expected.not_written", model=who, word=missing[0])
    if column and column not in found.key_words:
        return say("expected.not_read", model=who, word=column)
    if expected.holds(found):
        return ""
    if other := expected.less_sure_than:
        return say("expected.as_sure", word=row, model=who, other=other)
    weight = percent(_weight(expected, found))
    return say("expected.too_little", query=row, model=who, key=column, weight=weight)


def kept(expected: Expectation, found: "AttentionMap") -> str:
    """What to look for in a map that shows it; nothing where it does not."""
    known = all(word in found.query_words for word in expected.rows)
    read = not expected.column or expected.column in found.key_words
    if not (known and read and expected.holds(found)):
        return ""
    if other := expected.less_sure_than:
        sure, surer = (
            percent(found.weights[found.query_words.index(word)].max().item())
            for word in expected.rows
        )
        words = {"word": expected.row, "other": other}
        return say("expected.less_sure", sure=sure, surer=surer, **words)
    weight = percent(_weight(expected, found))
    return say(
        "expected.points", query=expected.row, key=expected.column, weight=weight
    )


def _weight(expected: Expectation, found: "AttentionMap") -> float:
    """The weight that the promised row gives to the promised column."""
    row = found.query_words.index(expected.row)
    return found.weights[row, found.key_words.index(expected.column)].item()
