"""Before attention: a dot product, an exponential, a softmax, worked by hand."""

from core.labs.softmax import FIRST, PAIR, SCORES, dot, row
from viz.address.labs.softmax import Choices
from viz.content.texts import texts
from viz.figures import softmax as figures
from viz.figures.small_matrices import cover, matrix
from viz.pages.app import frame
from viz.pages.labs import play
from viz.pages.labs.lab import Step, controls, lab, matrices, show
from viz.pages.labs.typed_matrix import blank, right
from viz.say.numbers import written

say = texts("labs/softmax")

NAMES = ("a", "b", "c")
FOUND = 2  # the place of the weight that the reader is to find


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
    rows = (say("softmax.before"), say("softmax.now"))
    weights = matrix(
        say("softmax.weights"), (before.weights, now.weights), rows, NAMES, down=""
    )
    answer = before.weights[FOUND]
    if not right("sm_blank", answer):
        same = abs(now.weights[FOUND] - answer) < 0.0005
        hidden = [(0, FOUND), (1, FOUND)] if same else [(0, FOUND)]
        weights = cover(weights, hidden)
    panels = [
        matrix(
            say(f"softmax.{name}"),
            numbers,
            rows,
            NAMES,
            means="signed",
            down="",
            digits=digits,
        )
        for name, numbers, digits in (
            ("scores", (before.scores, now.scores), 2),
            ("exponentials", (before.exponentials, now.exponentials), 3),
        )
    ]
    change = max(
        abs(new - old) for new, old in zip(now.weights, before.weights, strict=True)
    )
    matrices(
        [*panels, weights],
        say(
            "softmax.caption",
            total=written(now.total, ",.3f"),
            change=written(change, ".3f"),
            why=say(f"softmax.why.{_why(chosen)}"),
        ),
        key="softmax-row",
        title=say("softmax.title"),
    )
    controls(
        sm_temperature=say("softmax.temperature"), sm_constant=say("softmax.constant")
    )
    play.lines("softmax-row", say.row("softmax.by_hand"))
    blank(
        "sm_blank",
        say("softmax.blank.label"),
        answer,
        reason=say("softmax.blank.reason"),
    )


def _why(chosen: Choices) -> str:
    """What a reader sees change, and why."""
    if chosen.sm_temperature < 1:
        return "cold"
    if chosen.sm_temperature > 1:
        return "warm"
    return "constant" if chosen.sm_constant else "same"
