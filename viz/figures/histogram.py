"""Letters counted by one attention: by hand as small matrices, learned as a course."""

from collections.abc import Sequence

from core.labs.histogram import ByHand
from core.labs.letter_training import Found
from core.labs.letters import KINDS, PROGRAMS
from viz.content.texts import texts
from viz.figures.drawing import Drawing, axis, pen
from viz.figures.figure import Figure
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.say.captions import percent_of, subscript
from viz.say.numbers import written

say = texts("labs/histogram")
HEIGHT = 300


def placed(items: Sequence[str]) -> list[str]:
    """‹BOS› and the letters, each with its place below it: a₁, b₂, a₃."""
    return [f"{item}{subscript(at) if at else ''}" for at, item in enumerate(items)]


def by_hand(
    found: ByHand, *, wrong: bool, notation: str = "rows", covered: str = ""
) -> list[Matrix]:
    """Weights, what is mixed, and the answers.

    Where it is `wrong` the softmax went down the columns, and rows are added up instead
    of mixed. The answers of the `covered` letter are left to the reader.
    """
    names = placed(found.items)
    plain = {"means": "plain", "across": ""}

    def beside(name: str, values: object, digits: int) -> Matrix:
        return matrix(say(f"hand.{name}"), values, names, [""], digits=digits, **plain)

    hidden = [(at, 0) for at, item in enumerate(found.items) if item == covered]
    return [
        matrix(
            say(f"hand.{'wrong' if wrong else 'weights'}.{notation}"),
            found.weights,
            names,
            names,
            digits=2,
        ),
        beside("sums", found.weights.sum(-1, keepdim=True), 3)
        if wrong
        else beside("mixed", found.shares[:, None], 3),
        cover(beside("answers", found.answers[:, None], 2), hidden),
    ]


def identity(found: ByHand, *, notation: str = "rows") -> list[Matrix]:
    """Weights, and what they mix where W_V is the identity."""
    weights, *_ = by_hand(found, wrong=False, notation=notation)
    bos, *letters = found.items
    columns = [bos, *sorted(set(letters))]
    mixed = matrix(
        say("hand.handed_on"),
        found.handed_on,
        weights.rows,
        columns,
        means="plain",
        across="",
        digits=2,
    )
    return [weights, mixed]


def course(found: Found, *, dark: bool = False) -> Figure:
    """The loss of the layer that counts, a dot for each moment that is kept."""
    updates = [moment.updates for moment in found.moments]
    accuracies = [moment.accuracy for moment in found.moments]
    figure = Drawing(
        dark,
        HEIGHT,
        xaxis=axis(say("course.updates"), rangemode="tozero"),
        yaxis=axis(say("course.loss"), rangemode="tozero"),
    )
    losses = [moment.loss for moment in found.moments]
    figure.add_line(
        updates,
        losses,
        pen(figure.colours.beam, 3),
        dots=9,
        customdata=[percent_of(share) for share in accuracies],
        says=say(
            "course.point", updates="%{x}", loss="%{y:.3f}", right="%{customdata}"
        ),
    )
    rows = [
        [say("course.updates"), say("course.loss"), say("course.right")],
        *map(list, zip(updates, losses, accuracies, strict=True)),
    ]
    caption = say(
        "course.caption",
        first=written(losses[0], ".2f"),
        last=written(losses[-1], ".3f"),
        before=percent_of(accuracies[0]),
        after=percent_of(accuracies[-1]),
        sequences=found.sequences,
    )
    return Figure(figure.made(), caption, rows, say("course.title"))


def compared(found: Found) -> list[list[str]]:
    """How many letters of new sequences each layer has right, program by program."""
    accuracy = {(one.program, one.kind): one.accuracy for one in found.layers}
    programs, kinds = say.all("own.programs"), say.all("own.kinds")
    return [
        ["", *(kinds[kind] for kind in KINDS)],
        *(
            [
                programs[program],
                *(percent_of(accuracy[program, kind]) for kind in KINDS),
            ]
            for program in PROGRAMS
        ),
    ]
