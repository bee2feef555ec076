"""The block: a stream that layers add to, a norm, and what depth does to both."""

import torch
from torch import Tensor

from core.experiments.experiment import Experiment
from core.labs.norms import normed
from core.labs.retrieval import answered
from core.labs.stream import Added, added, alike
from core.labs.worked_example import KEY, QUERY, SENTENCE, VALUE
from core.trace import Trace
from viz.address.labs.block import Choices
from viz.content.texts import texts
from viz.figures import block as figures
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice
from viz.pages.labs import play
from viz.pages.labs.block_norm import norm
from viz.pages.labs.lab import Step, controls, lab, matrices, show, table
from viz.pages.labs.shipped_models import network, one_pass, record_of
from viz.pages.labs.stored_results import stored
from viz.pages.labs.typed_matrix import blank
from viz.say.numbers import written

SUBLAYERS = {"attention": "self_attention", "feed-forward": "feed_forward"}
NUMBERS = ("1", "2", "3")
DEEP, FEWER = 24, 16  # layers of the stacks that the lesson tells of

say = texts("labs/block")


def page() -> None:
    """Draw the lab."""
    lab(
        "block",
        Step("stream", _stream, _alike, worked=_by_hand),
        Step("norm", norm),
        Step("depth", _depth, _grown),
    )


# --- the stream -----------------------------------------------------------------------


def _stream() -> None:
    part = choice("block_part", say("stream.sublayer"), say.all("stream.parts"))
    (_one_word if part == "hand" else _model)()


def _model() -> None:
    choices = frame.choices(Choices)
    part, cut = choices.block_part, choices.block_cut
    layer = min(choices.block_layer, len(network().encoder)) - 1
    trace, found = passed(layer, part, cut)
    show(
        figures.stream(
            trace.source.pieces,
            found,
            part=part,
            layer=layer,
            cut=cut,
            french=trace.translation.text,
            dark=frame.night(),
        ),
        key="block-stream",
        note=say("stream.note", sentence=SENTENCE),
    )
    controls(block_layer=say("stream.layer"), block_cut=say("stream.cut"))


def passed(layer: int, part: str, cut: bool) -> tuple[Trace, Added]:
    """What a sublayer adds in one pass, perhaps with its own residual cut."""
    place = f"encoder.{layer}.{SUBLAYERS[part]}"
    trace = one_pass(experiment=Experiment(no_residual=place if cut else None))
    with torch.inference_mode():
        encoder_layer = network().encoder_layers()[layer]
        return trace, added(encoder_layer, record_of(trace).encoder[layer], part)


def _alike() -> dict[str, str]:
    """How alike words are after the first attention, for the lesson."""
    return {
        name: written(alike(passed(0, "attention", cut)[1].after))
        for name, cut in (("added", False), ("cut", True))
    }


def _sublayer() -> tuple[list[str], Tensor]:
    """v₁ of the worked case as the word, and what q₁ brings home as its update."""
    q, k, v = (torch.tensor(m, dtype=torch.float64) for m in (QUERY, KEY, VALUE))
    x, (_, _, update) = v[:1], answered(q[:1], k, v)
    both, cut = (normed(row, "layer") for row in (x + update, update))
    return say.row("word.rows"), torch.cat([x, update, x + update, both, cut])


def _one_word() -> None:
    names, rows = _sublayer()
    shown = matrix(
        say("word.matrix"),
        rows,
        names,
        NUMBERS,
        means="signed",
        down="",
        across=say("word.across"),
    )
    matrices(
        [cover(shown, [(4, number) for number in range(3)])],
        say("word.caption"),
        key="block-hand",
        title=say("word.title"),
        note=say("word.note"),
    )


def _by_hand() -> None:
    names, rows = _sublayer()
    lines = [
        [name, *(written(number, ".3f") for number in row)]
        for name, row in zip(names, rows.tolist(), strict=True)
    ]
    with play.case("block"):
        table([["", *NUMBERS], *lines[:-1]], say("word.table"))
        play.stages(say.row("word.by_hand"))
    blank(
        "block_sum",
        say("word.blank.label"),
        rows[-1].tolist(),
        reason=say("word.blank.reason"),
    )


# --- depth ----------------------------------------------------------------------------


def _depth() -> None:
    result = stored("block", say("depth.minutes"))
    if result is None:
        return
    found, depth = result.found, int(frame.choices(Choices).block_depth)
    stacks = [stack for stack in found.stacks if stack.depth == depth]
    show(
        figures.depth(stacks, dark=frame.night()),
        key="block-depth",
        note=say(
            "depth.note", width=found.d_model, words=found.words, seeds=found.seeds
        ),
    )
    choice("block_depth", say("depth.layers"))


def _grown() -> dict[str, str]:
    """What is stored of the deepest stacks and of fewer layers, for the lesson."""
    stacks = {(s.depth, s.order): s for s in library.stored("block").found.stacks}
    before, after = stacks[DEEP, "before"], stacks[DEEP, "after"]
    fewer = stacks[FEWER, "after"]
    numbers = {
        "first": before.stream[0],
        "last": before.stream[-1],
        "gradient_first": before.gradient[0],
        "gradient_last": before.gradient[-1],
        "after_first": after.gradient[0],
        "after_last": after.gradient[-1],
        "after_least": min(after.gradient),
        "after_fewer": fewer.gradient[0],
        "after_fewer_least": min(fewer.gradient),
    }
    told = {name: written(number) for name, number in numbers.items()}
    return {"layers": str(DEEP), "fewer": str(FEWER), **told}
