"""What was kept apart, and what a model makes of it: items, grades, nearest lines.

`recipes/held-out` holds items.tsv, first-words.tsv, sixty.tsv, grades.tsv and
nearest.tsv, and in `earlier` what the weights shipped before wrote of the sixty; what
is not there is not measured.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from core.analysis.training_replay import PAIRS
from core.attention_map import AttentionMap
from core.decoding.batches import Translate, translate_all
from core.in_use.loading import Model
from core.in_use.translator import Translator
from core.training import first_words
from core.training.items import count_right, read_items
from core.training.judged import read_grades, read_sentences, summary, translates
from core.training.sentences import GOLDEN
from core.training.tables import read_table

FOUNDING = PAIRS[-1]


def measured(model: Model, folder: Path) -> dict[str, Any]:
    """What the files of the folder tell of a model."""
    translate = partial(translate_all, model.network, model.tokenizer)
    tell: dict[str, Callable[[Path, Translate], dict[str, Any]]] = {
        "items": lambda path, write: count_right(read_items(path), write),
        "grades": lambda path, write: graded(path, write, model.name),
        "nearest": lambda path, _: near(path),
        "first-words": lambda path, write: first_words.count_right(
            first_words.read_first_words(path), write
        ),
    }
    paths = {name: folder / f"{name}.tsv" for name in tell}
    return {
        name: tell[name](path, translate)
        for name, path in paths.items()
        if path.is_file()
    }


def graded(path: Path, write: Translate, name: str) -> dict[str, Any]:
    """What two readers thought of the sixty sentences that stand beside the grades.

    And of what the model's `earlier` weights wrote, where that is kept.
    """
    sentences = read_sentences(path.with_name("sixty.tsv"))
    grades = read_grades(path)
    found = summary(sentences, write, grades)
    kept = path.parent / "earlier" / f"{name}.tsv"
    if kept.is_file():
        before = summary(sentences, translates(kept), grades)
        found["earlier"] = {"graded": before["graded"], "readers": before["readers"]}
    return found


def near(path: Path) -> dict[str, Any]:
    """How near training came to what is kept apart; the golden sentences in full."""
    rows = read_table(path, columns=4)
    return {
        "sentences": len(rows),
        "running": max(int(running) for *_, running in rows),
        "golden": [row for row in rows if row[0] in GOLDEN],
    }


def before_lexicon(before: Translator, after: Translator) -> dict[str, Any]:
    """Where both attend while they write the founding sentence, word by word."""
    maps = [
        model.explain(*FOUNDING).attention("decoder.alignment")
        for model in (before, after)
    ]
    return {
        "update": before.info["kept"],
        "rows": [
            {
                "word": word,
                "before": strongest(maps[0], at),
                "after": strongest(maps[1], at),
            }
            for at, word in enumerate(maps[0].query_words)
        ],
    }


def strongest(found: AttentionMap, at: int) -> tuple[str, float]:
    """The key with the largest weight of a row, and that weight."""
    row = found.weights[at]
    return found.key_words[int(row.argmax())], round(row.max().item(), 3)
