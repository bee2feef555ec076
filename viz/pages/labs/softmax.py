"""Before attention: a dot product, an exponential, a softmax, worked by hand."""

from core.labs.softmax import FIRST, PAIR, SCORES, Row, Vector, dot, row
from viz.address.labs.softmax import Choices
from viz.content.texts import texts
from viz.figures import softmax as figures
from viz.pages.app import frame
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, show, table
from viz.pages.labs.typed_matrix import blank, right
from viz.say.numbers import written

say = texts("labs/softmax")

NAMES = ("s₁", "s₂", "s₃")
Covered = tuple[float | None, ...]


def page() -> None:
    """Draw the lab."""
    lab(
        "softmax",
        Step("dot", _dot),
        Step("exponential", _exponential),
        Step("softmax", _softmax),
    )


def _dot() -> None:
    chosen = frame.choices(Choices)
    b = chosen.sm_x, chosen.sm_y
    show(
        figures.vectors(FIRST, b, dot(FIRST, b), dark=frame.night()),
        key="softmax-dot",
    )
    controls(sm_x=say("dot.x"), sm_y=say("dot.y"))
    play.lines("softmax-dot", say.row("dot.by_hand"))
    blank(
        "sm_dot",
        say("dot.blank.label"),
        dot(*PAIR).total,
        digits=0,
        reason=say("dot.blank.reason"),
    )


def _exponential() -> None:
    chosen = frame.choices(Choices)
    show(
        figures.exponential(chosen.sm_low, chosen.sm_high, dark=frame.night()),
        key="softmax-exponential",
    )
    controls(sm_low=say("exponential.low"), sm_high=say("exponential.high"))


def _softmax() -> None:
    chosen = frame.choices(Choices)
    before = row(SCORES)
    now = row(SCORES, constant=chosen.sm_constant, temperature=chosen.sm_temperature)
    answer = before.weights[-1]
    hidden = not right("sm_blank", answer)
    same = abs(now.weights[-1] - answer) < 0.0005
    usual = _covered(before.weights, hidden)
    weights = _covered(now.weights, hidden and same)
    change = max(
        abs(new - old) for new, old in zip(now.weights, before.weights, strict=True)
    )
    caption = say(
        "softmax.caption",
        total=written(now.total, ",.3f"),
        change=written(change, ".3f"),
        why=say(f"softmax.why.{_why(chosen)}"),
    )
    show(
        figures.weights(NAMES, usual, weights, caption, dark=frame.night()),
        key="softmax-row",
    )
    controls(
        sm_temperature=say("softmax.temperature"), sm_constant=say("softmax.constant")
    )
    table(_worked(now, weights), say("softmax.table"))
    play.lines("softmax-row", say.row("softmax.by_hand"))
    blank(
        "sm_blank",
        say("softmax.blank.label"),
        answer,
        reason=say("softmax.blank.reason"),
    )


def _covered(weights: Vector, hidden: bool) -> Covered:
    """The weights, the last one None where it is still to be found."""
    return (*weights[:-1], None) if hidden else weights


def _worked(now: Row, weights: Covered) -> list[list[str]]:
    """A header, a row for each score with its steps, and the sums."""
    lines = zip(NAMES, SCORES, now.scores, now.exponentials, weights, strict=True)
    return [
        ["", *say.row("softmax.columns")],
        *(
            [
                name,
                written(score, "g"),
                written(moved, ".2f"),
                written(power, ",.3f"),
                figures.found_or_not(weight),
            ]
            for name, score, moved, power, weight in lines
        ),
        [say("softmax.sum"), "", "", written(now.total, ",.3f"), written(1, ".3f")],
    ]


def _why(chosen: Choices) -> str:
    """What a reader sees change, and why."""
    if chosen.sm_temperature < 1:
        return "cold"
    if chosen.sm_temperature > 1:
        return "warm"
    return "constant" if chosen.sm_constant else "same"
