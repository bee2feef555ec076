"""Think like a transformer: letters counted by hand, by a trained layer, and more."""

from core.labs.histogram import ByHand, by_hand
from viz.address.labs.histogram import Choices
from viz.content.texts import texts
from viz.figures import histogram as figures
from viz.pages.app import frame
from viz.pages.app.widgets import switch
from viz.pages.labs import histogram_trained, play
from viz.pages.labs.histogram_letters import Letters, field, read
from viz.pages.labs.lab import Step, lab, matrices
from viz.pages.labs.typed_matrix import blank, right
from viz.say.numbers import written

say = texts("labs/histogram")
EXAMPLE, ASKED, ANSWER = "aababc", "b", 2.0


def page() -> None:
    """Draw the lab."""
    lab(
        "histogram",
        Step("hand", _hand, worked=_worked),
        Step("learned", histogram_trained.learned, histogram_trained.values),
        Step("own", histogram_trained.own, histogram_trained.values),
    )


# --- by hand --------------------------------------------------------------------------


def _hand() -> None:
    given, chosen = read(few=False), frame.choices(Choices)
    wrong, notation = chosen.hist_columns, chosen.notation
    found = by_hand(given.letters, down_columns=wrong)
    if chosen.hist_identity and not wrong:
        _identity(found)
    else:
        _counted(given, found, wrong=wrong)
    field(given, say("letters.field"))
    switch("hist_columns", say(f"hand.switch.{notation}"))
    switch("hist_identity", say("hand.identity"), disabled=wrong)


def _identity(found: ByHand) -> None:
    """Every letter is handed on: the attention is the identity."""
    matrices(
        figures.identity(found, notation=frame.choices().notation),
        say(
            "hand.caption_identity",
            letters=", ".join(letter or say("hand.draw") for letter in found.largest),
        ),
        key="histogram-identity",
        title=say("hand.title_identity"),
        note=say("hand.note"),
        row=1,
    )


def _counted(given: Letters, found: ByHand, *, wrong: bool) -> None:
    notation = frame.choices().notation
    hidden = (
        given.letters == EXAMPLE and not wrong and not right("hist_blank", ANSWER, 0)
    )
    covered = ASKED if hidden else ""
    matrices(
        figures.by_hand(found, wrong=wrong, notation=notation, covered=covered),
        _added(found)
        if wrong
        else say("hand.caption", answers=_listed(found, covered)),
        key="histogram-hand",
        title=say("hand.title"),
        note=say("hand.note"),
        row=1,
    )


def _added(found: ByHand) -> str:
    """What rows add up to where the softmax went down the columns."""
    sums = found.weights.sum(-1)
    return say(
        "hand.caption_wrong",
        answers=_listed(found, ""),
        least=written(sums.min().item(), ".3f"),
        most=written(sums.max().item(), ".3f"),
    )


def _listed(found: ByHand, covered: str) -> str:
    return ", ".join(
        say(
            "hand.answer",
            letter=item,
            answer="?" if item == covered else _short(answer),
        )
        for item, answer in zip(found.items, found.answers.tolist(), strict=True)
    )


def _short(answer: float) -> str:
    """A whole number where it is one; ∞ where nothing was left to divide by."""
    if answer == float("inf"):
        return "∞"
    near = abs(answer - round(answer)) < 1e-6
    return written(round(answer) if near else answer, "d" if near else ".2f")


def _worked() -> None:
    play.lines("histogram", say.row("hand.lines"))
    blank(
        "hist_blank",
        say("hand.blank.label"),
        ANSWER,
        digits=0,
        reason=say("hand.blank.reason"),
    )
