"""Measure a trained model; keep what was found in its folder, and write its card.

Figures, the map that aligns best, the roles of heads, the last frame of the replay, and
golden sentences: the pages and the tests read them from there. What is written in
English with French in mind is not asked of a model of other languages, and without
links that people drew nothing is said of alignment.
"""

import sys
from collections.abc import Sequence
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any

from core import checkpoint, sealed
from core.analysis import content_words, training_replay
from core.analysis.alignment_links import read_alignments
from core.analysis.head_statistics import HEADS
from core.analysis.sureness import KEPT as SURENESS
from core.decoding.batches import translate_all
from core.errors import InputError
from core.in_use.language_model import LanguageModel
from core.in_use.loading import Model, load
from core.in_use.translator import Translator
from core.in_use.translator import load as load_translator
from core.networks.names import MapChoice
from core.networks.transformer import Transformer
from core.shelf.languages import USUAL
from core.shelf.models import GOLDEN as GOLDEN_FILE
from core.shelf.models import located
from core.training import doubt, next_piece, roles, sureness
from core.training.alignments import measure, same_map
from core.training.card import card, portable
from core.training.card_tables import NEXT_PIECE, say
from core.training.corpus import NOTHING_APART
from core.training.evaluation import Sentence, accepted, evenly, group
from core.training.first_words import FILE as FIRST_WORDS
from core.training.held_out import before_lexicon, measured
from core.training.kept_apart import KeptApart
from core.training.looked_at_and_needed import tally
from core.training.pair_files import Source, folder_and_name, read_pairs
from core.training.quality import translation_quality
from core.training.sentences import GOLDEN, HARD

BEST_KEPT = 8
SHORT = 8
"""A sentence of no more words fits a screen, and is asked first."""


def record(
    name: str,
    pairs: list[Path],
    alignments: list[Path],
    limit: int | None = None,
    root: Path | None = None,
    held_out: Path | None = None,
    before: Path | None = None,
    read: Sequence[Source] = (),
    apart: KeptApart = NOTHING_APART,
) -> None:
    """Measure `name` on files of pairs and of alignments; write what was found.

    `held_out` is a folder of `core.training.held_out`, `before` the folder of the
    weights as a lexicon found them. Of a model that only writes, `read` are the pairs
    that it was trained on but for those kept `apart`: its guesses are held against
    counting there.
    """
    model = load(name, root)
    if isinstance(model, LanguageModel):
        if before:
            raise InputError("--before is for translators: this model only writes.")
    elif read or apart is not NOTHING_APART:
        raise InputError("--read and --apart are for models that only write.")
    for named in (list(map(called, pairs)), [path.stem for path in alignments]):
        if again := [one for one in named if named.count(one) > 1]:
            raise InputError(
                f"Two files are called {again[0]}: give one, or rename it."
            )
    folder = model.folder or located(name)
    usual = model.languages == USUAL
    tests = accepted(group(read_pairs(pairs[0])), model.tokenizer)[0]
    config = sealed.read_json(folder / sealed.CONFIG)
    config["quality"] = {
        called(path): {
            **translation_quality(model, path, limit),
            **({"limit": limit} if limit else {}),
        }
        for path in pairs
    }
    config["hard"] = hard(model) if usual else held_out_sentences(model, tests)
    if held_out and usual:
        config["held_out"] = measured(model, held_out)
    if isinstance(model, LanguageModel):
        if read:
            config[NEXT_PIECE] = next_piece.measured(model, list(read), apart, pairs)
    else:
        config[SURENESS] = sureness.measured(model, pairs)
        if before and usual:
            earlier = load_translator(before.name, before.parent)
            config["before_lexicon"] = before_lexicon(earlier, model)
    if usual:
        translate = partial(translate_all, model.network, model.tokenizer)
        told = content_words.stories()[:limit]
        config["clauses"] = content_words.kept(translate, told)
    heads, replay = None, None
    if model.network.attention_names():
        maps = keep_links(model, alignments, config)
        heads, config["roles"] = heads_of(model, pairs, maps)
        if isinstance(model, Translator):
            replay = with_last_frame(model, folder)
    if usual and held_out and isinstance(model, Translator):
        config["doubt"] = doubt.measured(model, held_out / FIRST_WORDS, config)
    config["command"] = portable(config.get("command", ""))
    asked = golden(model, golden_sentences(model, tests))
    trials, shipped = checkpoint.trials(folder), folder.parent == checkpoint.SHIPPED
    described = card(model.name, config, model.history, trials, shipped=shipped)
    # Nothing is written before all is measured: a folder that was half written is not
    # what its seal says.
    if heads:
        sealed.write_json(folder / HEADS, heads)
    if replay:
        training_replay.save(folder, replay)
    sealed.write_json(folder / sealed.CONFIG, config)
    sealed.write_json(folder / GOLDEN_FILE, {"sentences": asked})
    (folder / sealed.CARD).write_text(described, encoding="utf-8")
    sealed.seal(folder)


def called(path: Path) -> str:
    """The name that the figures of a file are kept under: tatoeba/valid."""
    return f"{path.resolve().parent.name}/{path.name.split('.')[0]}"


def keep_links(
    model: Model, files: list[Path], config: dict[str, Any]
) -> list[dict[str, Any]]:
    """Keep how well every map finds the links of the files; the maps over all links.

    Without a file there are none, and what was measured before is forgotten.
    """
    for key in ("best_alignment", "alignment"):
        config.pop(key, None)
    if not files:
        said = f"{model.name}: no links were given, so nothing is said of alignment."
        print(said, file=sys.stderr)
        return []
    links = {p.stem: measure(model, read_alignments(p, model.languages)) for p in files}
    together = reduce(add, links.values()).report()
    config["best_alignment"] = best = best_map(together, list(links))
    config["alignment"] = {
        file: with_recorded(found.report(), best) for file, found in links.items()
    }
    return together["maps"]


def best_map(together: dict[str, Any], files: list[str]) -> dict[str, Any]:
    """The map with the lowest error rate, in either reading, over all links pooled.

    `together` is the report over all files at once; a single attention has no heads to
    choose from.
    """
    best = dict(together["maps"][0])
    best["head"] = MapChoice.of(best).head
    counts = {key: together[key] for key in ("sentences", "left_out")}
    return {**best, **counts, "chosen_on": files}


def with_recorded(report: dict[str, Any], best: dict[str, Any]) -> dict[str, Any]:
    """The report of one file: its best maps, and the recorded one in any case."""
    kept = report["maps"][:BEST_KEPT]
    kept += [m for m in report["maps"][BEST_KEPT:] if same_map(m, best)]
    return {**report, "maps": kept}


def best_head(maps: list[dict[str, Any]]) -> dict[str, Any]:
    """The single head with the lowest error rate at the step that predicts a word.

    That is the step that the pages of all heads name their rows by.
    """
    single = [m for m in maps if m["head"] != "mean" and m["reading"] == "predicted"]
    return {**single[0], "head": MapChoice.of(single[0]).head}


def heads_of(
    model: Model, pairs: list[Path], maps: list[dict[str, Any]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The statistics and roles of all heads; the best head of each role."""
    each = roles.SENTENCES // len(pairs)
    sentences = [
        test.source for path in pairs for test in evenly(group(read_pairs(path)), each)
    ]
    both, measured = roles.observed(model, sentences)
    found = roles.heads(both, maps)
    files = [folder_and_name(path) for path in pairs]
    told: dict[str, Any] = {"sentences": measured, "files": files}
    if isinstance(model, Translator) and isinstance(model.network, Transformer):
        told["removed"] = tally(model, sentences)
    aligns = {"aligns": best_head(maps)} if maps else {}
    return {**told, **found}, {**aligns, **roles.best_of_each(found["roles"])}


def with_last_frame(model: Translator, folder: Path) -> training_replay.Replay | None:
    """The replay, if there is one, closed with a frame of the shipped weights."""
    kept = training_replay.load(folder.name, folder.parent)
    if kept is None or not model.history:
        return None
    row = checkpoint.kept_row(model.info, model.history)
    last = training_replay.take(model, int(row["update"]), row["loss"], row["bleu"])
    earlier = [frame for frame in kept.frames if frame.update < last.update]
    frames = training_replay.thinned([*earlier, last])
    return training_replay.Replay(training_replay.sentences(model), frames)


def golden_sentences(model: Model, tests: Sequence[Sentence]) -> Sequence[str]:
    """Those that all shipped models are asked, or in other languages its own.

    The folder may name them in golden.json; else they are held-out sentences.
    """
    if model.languages == USUAL:
        return GOLDEN
    if model.folder and (path := model.folder / GOLDEN_FILE).is_file():
        return [one["source"] for one in sealed.read_json(path)["sentences"]]
    short = [t for t in tests if len(t.source.split()) <= SHORT] or tests
    return [test.source for test in evenly(short, len(GOLDEN))]


def golden(model: Model, sentences: Sequence[str]) -> list[dict[str, Any]]:
    """What the stored model makes of known sentences, to tell it from a damaged one."""
    found = []
    for text in sentences:
        translation = model.translate(text)
        found.append(
            {
                "source": text,
                "translation": translation.text,
                "log_probability": round(translation.log_probability, 3),
            }
        )
    return found


def hard(model: Model) -> list[dict[str, str]]:
    """What the model makes of sentences that small models get wrong."""
    return [
        {
            "what": what,
            "source": source,
            "good": good,
            "translation": model.translate(source).text,
        }
        for what, source, good in HARD
    ]


def held_out_sentences(model: Model, tests: Sequence[Sentence]) -> list[dict[str, str]]:
    """What the model makes of some held-out sentences, one after another."""
    return [
        {
            "what": say("hard.held_out"),
            "source": source,
            "good": references[0],
            "translation": model.translate(source).text,
        }
        for source, references in evenly(tests, len(HARD))
    ]
