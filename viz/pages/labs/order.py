"""Order: words are moved through trained layers, a mask, and whole translators."""

from collections.abc import Callable

import streamlit as st

from core.errors import InputError
from core.experiments.experiment import Experiment
from core.labs.order import Moved, check, context_change, moved, swaps
from core.networks.bahdanau import Bahdanau
from core.networks.names import MapChoice
from core.networks.transformer import Transformer
from core.trace import Trace
from viz import address
from viz.address.labs.order import Choices
from viz.components.words import words
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame, library
from viz.pages.labs import play
from viz.pages.labs.lab import Step, choice, lab, matrices, slider, switch
from viz.pages.labs.typed_matrix import blank, right
from viz.pages.sentence import map_picture
from viz.say import html_tables
from viz.say.captions import apart
from viz.say.numbers import small

SENTENCES = {"fish": "The woman ate the fish", "raccoon": "The man ate the raccoon"}
MODELS = {"transformer": "Transformer", "bahdanau": "recurrent"}
ROUNDING = 1e-5  # float32 leaves less than this where nothing has changed
PLAYED, LAST, ATE = 1, 4, 2  # two words, followed and asked, and what they look at


def page() -> None:
    """Draw the lab."""
    lab(
        "order",
        "Order",
        (
            Step("Moved", _layer),
            Step("Masked", _mask),
            Step("Translated", _translator),
        ),
    )


# --- what is shared ------------------------------------------------------------------


def _sentence() -> str:
    return SENTENCES[frame.choices(Choices).ord_sentence]


def _dragged(name: str, played: int | None = None) -> tuple[int, ...]:
    """The words to drag, and their order; the usual one where it is none.

    They take their places anew when `played` is another number.
    """
    shown = _sentence().split()
    try:
        order = _read(getattr(frame.choices(), name), len(shown))
    except InputError as problem:
        frame.refuse(str(problem))
        order = _read(getattr(address.DEFAULTS, name), len(shown))
    key = f"drag-{name}"
    words(
        shown,
        order,
        label="words of the sentence, to be dragged",
        key=key,
        played=played,
        on_moved=lambda: _keep(name, st.session_state[key].get("order")),
    )
    return order


def _read(text: str, n: int) -> tuple[int, ...]:
    order = tuple(int(place) - 1 for place in text.split(",") if place)
    check(order, n)
    return order


def _keep(name: str, order: object) -> None:
    """An order comes from a browser: what is none changes nothing."""
    if isinstance(order, list) and all(isinstance(word, int) for word in order):
        frame.keep(**{name: ",".join(str(word + 1) for word in order)})


def _transformer() -> Transformer:
    network = library.model(library.TRANSFORMER).network
    if not isinstance(network, Transformer):
        raise TypeError(f"{library.TRANSFORMER} is not a Transformer")
    return network


def _through(
    order: tuple[int, ...], *, positions: bool, causal: bool = False, layers: int = 1
) -> Moved:
    """The trained layers on both orders, computed once."""
    model, network = library.model(library.TRANSFORMER), _transformer()
    sentence = _sentence()
    return library.kept(
        ("moved", model.digest, sentence, order, positions, causal, layers),
        lambda: moved(
            network,
            model.tokenizer.encode(sentence),
            order,
            positions=positions,
            causal=causal,
            layers=layers,
        ),
    )


def _pair(found: Moved, *, causal: bool = False) -> list[Matrix]:
    n = len(found.words)
    allowed = [[not causal or key <= query for key in range(n)] for query in range(n)]
    return [
        matrix(
            title,
            weights,
            apart(shown),
            apart(shown),
            allowed=allowed,
            digits=2,
        )
        for title, weights, shown in (
            ("as written", found.before, found.words),
            ("moved", found.after, found.moved_words),
        )
    ]


# --- one layer -----------------------------------------------------------------------


def _layer() -> None:
    positions = frame.choices(Choices).ord_positions
    with play.case("order", beside=_told) as played:
        order = _dragged("ord_words", played)
        found = _through(order, positions=positions)
        before, after = _pair(found)
        weight = found.before[LAST, ATE].item()
        if not positions and not right("ord_blank", weight, 2):
            after = cover(after, [(order.index(LAST), order.index(ATE))])
        matrices(
            [before, after],
            f"{' '.join(found.moved_words)}: max |f(Px) − P f(x)| is "
            f"{small(found.deviation)}. {_meaning(found.deviation)}",
            key="order-layer",
            title="Layer 1 of the trained encoder, mean of its heads",
            note="with positions" if positions else "without positions",
        )
        play.stages(_followed(found, order))
    if not positions:
        last, ate = found.words[LAST], found.words[ATE]
        blank(
            "ord_blank",
            f"Your turn: as written, {last} looks at {ate} with {weight:.2f}. "
            "And moved?",
            weight,
            digits=2,
            reason="Its weight has moved with it.",
        )
    choice("ord_sentence", "sentence", SENTENCES)


def _told() -> None:
    switch("ord_positions", "words are told their positions")


def _followed(found: Moved, order: tuple[int, ...]) -> list[str]:
    """One weight on its way: as written, where its words went, and what is there."""
    one, other = found.words[PLAYED], found.words[ATE]
    row, column = order.index(PLAYED), order.index(ATE)
    there = f"Row {row + 1}, column {column + 1}: {found.after[row, column]:.2f}"
    return [
        f"As written, {one} looks at {other} with {found.before[PLAYED, ATE]:.2f}: "
        f"row {PLAYED + 1}, column {ATE + 1}.",
        f"{_went(one, PLAYED, row)}, {_went(other, ATE, column)}.",
        f"{there}. {_became((row, column) == (PLAYED, ATE), found.deviation)}",
    ]


def _went(word: str, before: int, now: int) -> str:
    how = "stays at" if before == now else "moves to"
    return f"{word} {how} place {now + 1}"


def _became(stayed: bool, deviation: float) -> str:
    if deviation >= ROUNDING:
        return "Told other places, it need not stay what it was."
    return "The weight stays, too." if stayed else "The weight came along."


def _meaning(deviation: float) -> str:
    if deviation < ROUNDING:
        return "That is rounding: weights and outputs move with their words."
    return "The outputs do not just move: order has come in."


# --- a mask --------------------------------------------------------------------------


def _mask() -> None:
    choices = frame.choices(Choices)
    order = _dragged("ord_swap")
    found = _through(
        order, positions=False, causal=choices.ord_causal, layers=choices.ord_layers
    )
    stays = found.words[-1] == found.moved_words[-1]
    last = (
        f"The last row moves by {small(found.last)}: {_knows(found.last)}."
        if stays
        else "Another word is last now; put it back to compare the last rows."
    )
    matrices(
        _pair(found, causal=choices.ord_causal),
        f"max |f(Px) − P f(x)| is {small(found.deviation)}. {last}",
        key="order-mask",
        title=f"Layer {choices.ord_layers} of the trained encoder, without positions",
        note="causal mask" if choices.ord_causal else "no mask",
    )
    switch("ord_causal", "causal mask")
    slider("ord_layers", "layers")


def _knows(change: float) -> str:
    if change < ROUNDING:
        return "it mixes a set and does not know the order"
    return "it knows the order"


# --- a translator --------------------------------------------------------------------


def _translator() -> None:
    draw: Callable[[tuple[int, ...]], None]
    draw = {"transformer": _translated, "bahdanau": _recurrent}[
        frame.choices(Choices).ord_model
    ]
    order = _dragged("ord_words")
    draw(order)
    choice("ord_model", "translator", MODELS)


def _translated(order: tuple[int, ...]) -> None:
    told, sentence = frame.choices(Choices).ord_told, f"{_sentence()}."
    nobody = frozenset() if told else frozenset({"encoder"})
    traces = [
        library.trace(
            library.TRANSFORMER,
            sentence,
            experiment=Experiment(no_positions=nobody, words=changes),
        )
        for changes in ((), swaps(order))
    ]
    french = [trace.translation.text for trace in traces]
    same = (
        "the same French, word for word" if french[0] == french[1] else "other French"
    )
    rows = [["English, as read", "French, as written"]]
    rows += [
        [" ".join(trace.source.words[:-2]), text]
        for trace, text in zip(traces, french, strict=True)
    ]
    st.html(html_tables.table(rows, f"Both orders give {same}"))
    place = map_picture.map_of(library.TRANSFORMER, "@aligns")
    matrices(
        [_of(trace, place, title) for trace, title in zip(traces, TITLES, strict=True)],
        f"{french[1]} {'Same' if french[0] == french[1] else 'Other'} words as before. "
        f"Encoder {'with' if told else 'without'} positions; the "
        "decoder keeps its own.",
        key="order-translated",
        title="Cross-attention of the head that aligns",
        note="encoder with positions" if told else "encoder without positions",
    )
    switch("ord_told", "the encoder is told positions")


TITLES = ("as written", "moved")


def _recurrent(order: tuple[int, ...]) -> None:
    sentence = f"{_sentence()}."
    trace = library.trace(library.BAHDANAU, sentence)
    network = library.model(library.BAHDANAU).network
    if not isinstance(network, Bahdanau):
        raise TypeError(f"{library.BAHDANAU} is not recurrent")
    change = library.kept(
        ("contexts", *trace.identity, order),
        lambda: context_change(network, trace, order),
    )
    place = library.model(library.BAHDANAU).best_alignment
    written = _of(trace, place, "annotations as read")
    n = len(written.columns)
    columns = [*order, *range(len(order), n)]
    shuffled = matrix(
        "annotations exchanged",
        [[row[column] for column in columns] for row in written.values],
        written.rows,
        [written.columns[column] for column in columns],
        digits=2,
    )
    matrices(
        [written, shuffled],
        f"{trace.translation.text} The largest change of any context is "
        f"{small(change)}: rounding. Each annotation keeps its weight wherever it "
        "stands, and the sum is over a set.",
        key="order-recurrent",
        title="Alignment, the annotations in two orders",
        note="only their places are exchanged",
    )


def _of(trace: Trace, place: MapChoice, title: str) -> Matrix:
    shown = trace.attention(place.name, place.head)
    return matrix(
        title, shown.weights, apart(shown.query_words), apart(shown.key_words), digits=2
    )
