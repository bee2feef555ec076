"""The third step of the lab of order: whole translators read the words moved."""

from core.experiments.experiment import Experiment
from core.labs.order import context_change, swaps
from core.networks.bahdanau import Bahdanau
from core.networks.names import MapChoice
from core.trace import Trace
from viz.address.labs.order import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import Matrix, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, switch
from viz.pages.labs.lab import matrices, table
from viz.pages.labs.order_words import dragged, sentence
from viz.pages.sentence import map_picture
from viz.say.captions import apart
from viz.say.numbers import small, written

say = texts("labs/order")
WITHOUT_ORDER = f"{library.TRANSFORMER}/without-source-order"
"""Its encoder was trained on without positions; the rest is the shipped model's."""


def translator() -> None:
    """Draw the maps of one translator for both orders."""
    views = {"transformer": _transformer, "bahdanau": _recurrent}
    views[frame.choices(Choices).ord_model](dragged("ord_words"))
    choice("ord_model", say("translated.model"), say.all("translated.models"))


def both_orders() -> dict[str, str]:
    """What both orders give without positions, for the lesson."""
    info = library.model(WITHOUT_ORDER).info
    updates = info["kept"] - int(info["before"][-1]["update"])
    french = _traces((), told=False)[0].translation.text
    return {"french": french, "updates": written(updates, ",")}


def _traces(*orders: tuple[int, ...], told: bool) -> list[Trace]:
    """The sentence through the Transformer in each of the orders; () is as written.

    Without positions the weights are those that learned to do without.
    """
    return [
        library.trace(
            library.TRANSFORMER if told else WITHOUT_ORDER,
            f"{sentence()}.",
            experiment=Experiment(words=swaps(order)),
        )
        for order in orders
    ]


def _transformer(order: tuple[int, ...]) -> None:
    told = frame.choices(Choices).ord_told
    knows = "with_positions" if told else "without_positions"
    traces = _traces((), order, told=told)
    french = [trace.translation.text for trace in traces]
    same = "same" if french[0] == french[1] else "other"
    rows = [
        [" ".join(trace.source.words[:-2]), text]
        for trace, text in zip(traces, french, strict=True)
    ]
    table([say.row("translated.columns"), *rows], say(f"translated.table.{same}"))
    aligns = map_picture.map_of(library.TRANSFORMER, "@aligns")
    both = say(f"translated.french.{same}", french=french[1])
    matrices(
        [
            _map(trace, aligns, title)
            for trace, title in zip(traces, say.row("orders"), strict=True)
        ],
        f"{both} {say(f'translated.encoder.{knows}')}",
        key="order-translated",
        title=say("translated.title"),
        note=say(f"translated.note.{knows}"),
    )
    switch("ord_told", say("translated.switch"))


def _recurrent(order: tuple[int, ...]) -> None:
    trace = library.trace(library.BAHDANAU, f"{sentence()}.")
    network = library.model(library.BAHDANAU).network
    if not isinstance(network, Bahdanau):
        raise TypeError(f"{library.BAHDANAU} is not recurrent")
    change = library.kept(
        (*trace.identity, order),
        lambda: context_change(network, trace, order),
    )
    best = library.model(library.BAHDANAU).best_alignment
    read = _map(trace, best, say("recurrent.read"))
    columns = [*order, *range(len(order), len(read.columns))]
    exchanged = matrix(
        say("recurrent.exchanged"),
        [[row[column] for column in columns] for row in read.values],
        read.rows,
        [read.columns[column] for column in columns],
        digits=2,
    )
    matrices(
        [read, exchanged],
        say("recurrent.caption", french=trace.translation.text, change=small(change)),
        key="order-recurrent",
        title=say("recurrent.title"),
        note=say("recurrent.note"),
    )


def _map(trace: Trace, which: MapChoice, title: str) -> Matrix:
    shown = trace.attention(which.name, which.head)
    return matrix(
        title, shown.weights, apart(shown.query_words), apart(shown.key_words), digits=2
    )
