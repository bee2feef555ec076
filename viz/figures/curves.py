"""How training went: loss and BLEU against updates or minutes, as picture, words, rows.

A run is the history of one model folder: a row for each time it was measured.
"""

from collections.abc import Mapping, Sequence

from viz.content.texts import texts
from viz.figures.drawing import LEGEND, Drawing, Part, axis, pen
from viz.figures.figure import Figure
from viz.say import tables, theme
from viz.say.numbers import written

say = texts("models")

AGAINST = ("update", "minutes")
# Width and dash: where curves coincide, the thinner one lies on the wider one.
PENS = ((4, "dot"), (2, "solid"), (2, "dash"))
MODELS = {
    "bahdanau": (0, 4, "solid"),
    "transformer": (1, 3, "dot"),
    "rnn": (2, 3, "dash"),
}
"""Of each kind of model: which of the theme's curves, width and dash."""
HEIGHT = 380
Run = Sequence[Mapping[str, float]]


def curves(
    runs: Mapping[str, Run],
    *,
    kinds: Mapping[str, str] | None = None,
    against: str = "update",
    dark: bool = False,
) -> Figure:
    """Loss above, BLEU below, one line a model; `against` is update or minutes.

    `kinds` says of what kind each model is. Both panels begin at 0 and share their
    horizontal axis. The lines are told apart by width and dash as well as by colour,
    and named above the figure.
    """
    drawing = Drawing(
        dark,
        HEIGHT,
        **LEGEND,
        xaxis=axis(
            say(f"training.against.{against}"),
            anchor="y2",
            rangemode="tozero",
            ticklabelstandoff=8,  # two zeros meet in the corner
        ),
        yaxis=axis(say("training.loss"), domain=[0.56, 1], rangemode="tozero"),
        yaxis2=axis(say("training.bleu"), domain=[0, 0.44], rangemode="tozero"),
    )
    pens = pens_of([(kinds or {}).get(name, "") for name in runs], dark)
    for (name, run), line in zip(runs.items(), pens, strict=True):
        for panel, measure in (("y", "loss"), ("y2", "bleu")):
            drawing.add_line(
                [row[against] for row in run],
                [row[measure] for row in run],
                line,
                dots=5,
                yaxis=panel,
                name=name,
                showlegend=panel == "y",
                text=["<br>".join((name, _when(row), _figures(row))) for row in run],
                says="%{text}",
                cliponaxis=False,
            )
    caption = " ".join(_course(name, run) for name, run in runs.items())
    title = say(f"training.titles.{against}")
    return Figure(drawing.made(), caption, rows(runs), title)


def pen_of(place: int, dark: bool, kind: str = "") -> Part:
    """How a curve is drawn: that of a model by its kind, alike on every figure.

    Any other curve is drawn by its place.
    """
    at = place % len(PENS)
    at, width, dash = MODELS.get(kind, (at, *PENS[at]))
    return pen(theme.palette(dark).curves[at], width, dash)


def pens_of(kinds: Sequence[str], dark: bool) -> list[Part]:
    """The curves of models of these kinds; the second of a kind is drawn by its place.

    So is one of a kind without a curve of its own.
    """
    return [
        pen_of(place, dark, "" if kind in kinds[:place] else kind)
        for place, kind in enumerate(kinds)
    ]


def rows(runs: Mapping[str, Run]) -> list[list[tables.Cell]]:
    """A header, then a row for each time a model was measured."""
    columns = say.all("training.columns")
    _, *measures = columns
    found: list[list[tables.Cell]] = [[*columns.values()]]
    for name, run in runs.items():
        found += ([name, *(row[measure] for measure in measures)] for row in run)
    return found


def _course(name: str, run: Run) -> str:
    if not run:
        return say("training.no_history", model=name)
    first, last, best = run[0], run[-1], max(run, key=lambda row: row["bleu"])
    if len(run) == 1:
        figures, when = _figures(first), _when(first)
        return say("training.once", model=name, figures=figures, when=when)
    return say(
        "training.course",
        model=name,
        times=len(run),
        loss_before=written(first["loss"]),
        loss_after=written(last["loss"]),
        bleu_before=written(first["bleu"], ".1f"),
        begun=_when(first),
        bleu_after=written(last["bleu"], ".1f"),
        ended=_when(last),
        best=written(best["bleu"], ".1f"),
        best_when=_when(best),
    )


def _when(row: Mapping[str, float]) -> str:
    updates, minutes = (written(row[name], ",.0f") for name in AGAINST)
    return say("training.when", updates=updates, minutes=minutes)


def _figures(row: Mapping[str, float]) -> str:
    loss, bleu = written(row["loss"]), written(row["bleu"], ".1f")
    return say("training.figures", loss=loss, bleu=bleu)
