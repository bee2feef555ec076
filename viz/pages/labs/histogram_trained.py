"""The trained layers of the lab: one that counts, followed, and nine compared."""

from collections.abc import Mapping

from torch import Tensor

from core.labs import letter_programs as programs
from core.labs.histogram import by_hand
from core.labs.letter_training import CLOSELY, Found, Moment
from core.labs.letters import BOS, PROGRAMS, different, right
from viz.address.labs.histogram import Choices
from viz.content.texts import texts
from viz.figures import histogram as figures
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice
from viz.pages.labs.histogram_letters import Line, draw, field, read
from viz.pages.labs.lab import drawn, show, table
from viz.pages.labs.stored_results import stored
from viz.say import tables
from viz.say.captions import percent_of
from viz.say.numbers import written

say = texts("labs/histogram")

# --- learned --------------------------------------------------------------------------


def learned() -> None:
    """A layer that learns to count, at twelve moments, beside the one set by hand."""
    result = stored("histogram", say("learned.run"))
    given = read(few=True)
    if result is None:
        field(given, say("letters.few"))
        return
    found: Found = result.found
    at = frame.choices(Choices).hist_moment - 1
    passes = _passes(found, given.letters)
    wanted = right("count", given.letters)
    answers = [[str(one) for one in each.answers] for each in passes]
    wrong = [_wrong(each.answers, wanted) for each in passes]
    hand = by_hand(given.letters).weights
    moment = found.moments[at]
    drawn(
        lambda: draw(
            given.letters,
            {
                say("learned.hand"): [hand],
                say("learned.map"): [each.weights for each in passes],
            },
            [
                Line(say("learned.counted"), [[str(*one) for one in wanted]]),
                Line(say("learned.layer"), answers, wrong),
            ],
            [_moment(each) for each in found.moments],
            moved=True,
        ),
        say(
            "learned.caption",
            updates=moment.updates,
            right=len(given.letters) - sum(wrong[at]),
            n=len(given.letters),
            share=percent_of(moment.accuracy),
            sequences=found.sequences,
            hand=_to_bos(hand),
            learned=_to_bos(passes[at].weights),
            letter=given.letters[0],
            bos=BOS,
        ),
        _rows(given.letters, passes[at].weights),
        key="histogram-learned",
        title=say("learned.title"),
        note=say("learned.note"),
    )
    field(given, say("letters.few"))
    dark = frame.night()
    show(
        library.kept((found, dark), lambda: figures.course(found, dark=dark)),
        key="histogram-course",
    )


def _passes(found: Found, letters: str) -> list[programs.Answered]:
    """What the layer does at each moment with these letters."""
    return library.kept(
        (found, letters),
        lambda: [
            programs.answer(programs.unpacked(one.weights, *CLOSELY), letters)
            for one in found.moments
        ],
    )


def _wrong(answers: tuple[int, ...], wanted: list[set[int]]) -> list[bool]:
    return [one not in may for one, may in zip(answers, wanted, strict=True)]


def _moment(moment: Moment) -> str:
    return say(
        "learned.moment",
        updates=moment.updates,
        loss=written(moment.loss, ".3f"),
        share=percent_of(moment.accuracy),
    )


def _to_bos(weights: Tensor) -> str:
    """What the first letter gives ‹BOS›."""
    return written(weights[1, 0].item(), ".3f")


def _rows(letters: str, weights: Tensor) -> list[list[tables.Cell]]:
    """The map as a table; where the layer may not look it is empty."""
    names = figures.placed([BOS, *letters])
    rows = zip(names, tables.blanked(weights, ~weights.isnan()), strict=True)
    return [["", *names], *([name, *row] for name, row in rows)]


def values() -> Mapping[str, str]:
    """What was found, as it is stored, for the lessons."""
    found: Found = library.stored("histogram").found
    first, last = found.moments[0], found.moments[-1]
    accuracy = {
        f"{one.program}_{one.kind}": percent_of(one.accuracy) for one in found.layers
    }
    return {
        "sequences": written(found.sequences, ","),
        "parameters": written(found.parameters, ","),
        "updates": written(last.updates, ","),
        "before": percent_of(first.accuracy),
        "after": percent_of(last.accuracy),
        "loss": written(last.loss, ".3f"),
        **accuracy,
    }


# --- your own -------------------------------------------------------------------------


def own() -> None:
    """Three programs by three layers, on letters of one's own."""
    program = choice("hist_program", say("own.program"), say.all("own.programs"))
    kind = choice("hist_kind", say("own.kind"), say.all("own.kinds"))
    result = stored("histogram", say("learned.run"))
    given = read(few=True)
    if result is None:
        field(given, say("letters.few"))
        return
    found: Found = result.found
    layer = next(o for o in found.layers if (o.program, o.kind) == (program, kind))
    network = programs.unpacked(layer.weights, program, kind)
    one = programs.answer(network, given.letters)
    wanted = right(program, given.letters)
    wrong = _wrong(one.answers, wanted)
    told = _answers(program, different(given.letters))
    all_right = ["/".join(told[answer] for answer in sorted(may)) for may in wanted]
    drawn(
        lambda: draw(
            given.letters,
            {say("own.map"): [one.weights]},
            [
                Line(say("own.right"), [all_right]),
                Line(say("learned.layer"), [[told[at] for at in one.answers]], [wrong]),
            ],
        ),
        say(
            "own.caption",
            right=len(wrong) - sum(wrong),
            n=len(wrong),
            share=percent_of(layer.accuracy),
            reason=say(f"own.reason.{program}_{kind}"),
        ),
        _rows(given.letters, one.weights),
        key="histogram-own",
        title=say(f"own.title.{program}"),
    )
    field(given, say("letters.few"))
    table(figures.compared(found), say("own.table"))


def _answers(program: str, known: str) -> list[str]:
    """What each answer of a program is called; a letter that is not there is none."""
    if program == "before":
        return [say("own.no"), say("own.yes")]
    if program == "most":
        return [*known, *"?" * (PROGRAMS[program] - len(known))]
    return [str(n) for n in range(PROGRAMS[program])]
