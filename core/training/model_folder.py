"""What a run writes into the folder of its model: weights, history, replay."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from core import checkpoint, sealed
from core.analysis import training_replay
from core.analysis.head_statistics import HEADS
from core.in_use.translator import Translator
from core.networks.kinds import Translating, kind_of
from core.shelf.languages import USUAL, Languages
from core.shelf.models import GOLDEN
from core.text.tokenizer import Tokenizer
from core.training.recipe import Schedule
from core.training.run import Run


def forget_measured(out: Path) -> None:
    """Remove what was measured of weights that new ones take the place of."""
    for name in (HEADS, GOLDEN, sealed.CARD):
        (out / name).unlink(missing_ok=True)


def keep(
    out: Path,
    run: Run,
    kind: str,
    tokenizer: Tokenizer,
    info: Mapping[str, Any],
) -> None:
    """Write the model folder if the newest row is the best; else its history alone."""
    newest = run.history[-1]
    if newest["bleu"] > run.progress.best:
        run.progress.best = newest["bleu"]
        forget_measured(out)
        kept = {**info, "kept": newest["update"]}
        checkpoint.save(out, kind, run.average, tokenizer, run.history, kept)
    else:
        sealed.write_history(out, run.history)
    if run.frames:
        words = training_replay.sentences(observed(run.average, tokenizer))
        training_replay.save(out, training_replay.Replay(words, tuple(run.frames)))
    sealed.seal(out)


def keep_as_it_is(
    out: Path, run: Run, kind: str, tokenizer: Tokenizer, info: Mapping[str, Any]
) -> None:
    """The mean of the weights as the lexicon finds it, in a folder beside `out`."""
    folder = out.with_name(out.name + ".before-lexicon")
    kept = {**info, "kept": run.history[-1]["update"]}
    checkpoint.save(folder, kind, run.average, tokenizer, run.history, kept)


def replay_moments(
    run: Run, schedule: Schedule, languages: Languages
) -> frozenset[int]:
    """When a frame is due, counted over all updates.

    They begin where the frames that are there begin, else where this run does. There
    are none where nothing looks across, and none in other languages than those of the
    six sentences.
    """
    looks = any(name.across for name in run.network.attention_names())
    if languages != USUAL or not looks:
        return frozenset()
    first = run.frames[0].update if run.frames else run.progress.before
    last = run.progress.before + schedule.updates
    return frozenset(
        moment
        for moment in training_replay.moments(first, last)
        if moment >= run.progress.before
    )


def keep_frame(
    run: Run, tokenizer: Tokenizer, loss: float | None, bleu: float | None
) -> None:
    """One more frame of the replay, unless this moment has one or nothing looks."""
    if any(frame.update == run.progress.total for frame in run.frames):
        return
    model = observed(run.average, tokenizer)
    frame = training_replay.take(model, run.progress.total, loss, bleu)
    if any(frame.maps):
        run.frames.append(frame)


def observed(network: Translating, tokenizer: Tokenizer) -> Translator:
    """The weights as they are now, as a translator of their own."""
    still = deepcopy(network).cpu().eval()
    return Translator("", kind_of(network), still, tokenizer)
