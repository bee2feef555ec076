"""Does a translator's own doubt help? How often it is sure of what is wrong, and not.

Counted on first inputs, whose good translations are known
(`core.training.first_words`).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.analysis.sureness import Usual, Verdict, judged, mean_probability, read
from core.analysis.unattended import unattended
from core.in_use.translator import Translator
from core.networks.names import MapChoice
from core.text import glossary
from core.text.tokenizer import SHOWN
from core.trace import Trace
from core.training.first_words import bare, read_first_words


def measured(model: Translator, file: Path, info: Mapping[str, Any]) -> dict[str, int]:
    """How many inputs of a file are wrong, how many of these sure, and the other way.

    `info` says what is usual for the model, and which map aligns best. Sure is what a
    page calls as sure as usual; everything else is doubtful. Nothing where there is no
    such file, or nothing is known to be usual.
    """
    usual = read(info)
    if usual is None or not file.is_file():
        return {}
    found = {"wrong": 0, "wrong_and_sure": 0, "right": 0, "right_and_doubtful": 0}
    for item in read_first_words(file):
        trace = model.explain(item.english)
        lost = unattended_in(trace, info.get("best_alignment"))
        sure = verdict(model, trace, usual, lost) == "usual"
        right = bare(trace.translation.text) in item.french
        found["right" if right else "wrong"] += 1
        if right and not sure:
            found["right_and_doubtful"] += 1
        if sure and not right:
            found["wrong_and_sure"] += 1
    return found


def verdict(
    model: Translator, trace: Trace, usual: Usual, lost: Sequence[str]
) -> Verdict:
    """What a page says of a pass: see `core.analysis.sureness.judged`."""
    french = [word for word in trace.predicted.words if word not in SHOWN.values()]
    english = model.tokenizer.decode(trace.source_ids).strip()
    known = glossary.shipped()
    return judged(
        usual,
        mean_probability(trace.written().tolist(), len(french)),
        made_up=known.made_up(french, english),
        unread=known.unread(english),
        unattended=lost,
    )


def unattended_in(trace: Trace, kept: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The words that nothing attends to in a map as a folder keeps it."""
    if not (kept and trace.names()):
        return ()
    best = MapChoice.of(kept)
    read = trace.side("source")
    return unattended(trace.written_rows(best).tolist(), read.items, read.special)
