"""Order: words are moved through trained layers, a mask, and whole translators."""

from core.labs.order import SENTENCES, Moved, moved
from viz.address.labs.order import Choices
from viz.content.texts import texts
from viz.figures.small_matrices import Matrix, cover, matrix
from viz.pages.app import frame, library
from viz.pages.app.widgets import choice, slider, switch
from viz.pages.labs import play
from viz.pages.labs.lab import Step, lab, matrices
from viz.pages.labs.order_translated import both_orders, translator
from viz.pages.labs.order_words import dragged, sentence, usual
from viz.pages.labs.shipped_models import network
from viz.pages.labs.typed_matrix import blank, right
from viz.say.captions import apart
from viz.say.numbers import small, written

ROUNDING = 1e-5  # float32 leaves less than this where nothing has changed
PLAYED, LAST, ATE = 1, 4, 2  # two words, followed and asked, and what they look at

say = texts("labs/order")


def page() -> None:
    """Draw the lab."""
    lab(
        "order",
        Step("moved", _layer, _deviations),
        Step("masked", _mask, _last_rows),
        Step("translated", translator, both_orders),
    )


def _through(
    order: tuple[int, ...], *, positions: bool, causal: bool = False, layers: int = 1
) -> Moved:
    """The trained layers on both orders, computed once."""
    model, words = library.model(library.TRANSFORMER), sentence()
    return library.kept(
        (model.digest, words, order, positions, causal, layers),
        lambda: moved(
            network(),
            model.tokenizer.encode(words),
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
        matrix(title, weights, apart(words), apart(words), allowed=allowed, digits=2)
        for title, weights, words in (
            (say("orders.written"), found.before, found.words),
            (say("orders.moved"), found.after, found.moved_words),
        )
    ]


# --- one layer -----------------------------------------------------------------------


def _layer() -> None:
    positions = frame.choices(Choices).ord_positions
    with play.case("order", beside=_told) as played:
        order = dragged("ord_words", played)
        found = _through(order, positions=positions)
        before, after = _pair(found)
        weight = found.before[LAST, ATE].item()
        if not positions and not right("ord_blank", weight, 2):
            after = cover(after, [(order.index(LAST), order.index(ATE))])
        matrices(
            [before, after],
            say(
                "moved.caption",
                words=" ".join(found.moved_words),
                deviation=small(found.deviation),
                meaning=say(f"moved.meaning.{_cause(found.deviation)}"),
            ),
            key="order-layer",
            title=say("moved.title"),
            note=say(
                "moved.note.with_positions"
                if positions
                else "moved.note.without_positions"
            ),
        )
        play.stages(_followed(found, order))
    if not positions:
        blank(
            "ord_blank",
            say(
                "moved.blank.label",
                query=found.words[LAST],
                key=found.words[ATE],
                weight=written(weight),
            ),
            weight,
            digits=2,
            reason=say("moved.blank.reason"),
        )
    choice("ord_sentence", say("words.sentence"), SENTENCES)


def _deviations() -> dict[str, str]:
    """How far outputs are apart in the usual order of the lab, for the lesson."""
    with_positions, without_positions = (
        _through(usual("ord_words"), positions=positions) for positions in (True, False)
    )
    return {
        "words": " ".join(with_positions.moved_words),
        "with_positions": small(with_positions.deviation),
        "without_positions": small(without_positions.deviation),
    }


def _told() -> None:
    switch("ord_positions", say("moved.switch"))


def _cause(deviation: float) -> str:
    """Of what is left between the words moved before and after the layers."""
    return "rounding" if deviation < ROUNDING else "order"


def _followed(found: Moved, order: tuple[int, ...]) -> list[str]:
    """One weight on its way: as written, where its words went, and what is there."""
    query, key = found.words[PLAYED], found.words[ATE]
    row, column = order.index(PLAYED), order.index(ATE)
    return [
        say(
            "followed.written",
            query=query,
            key=key,
            weight=written(found.before[PLAYED, ATE].item()),
            row=PLAYED + 1,
            column=ATE + 1,
        ),
        say(
            "followed.went",
            query=_went(query, PLAYED, row),
            key=_went(key, ATE, column),
        ),
        say(
            "followed.now",
            row=row + 1,
            column=column + 1,
            weight=written(found.after[row, column].item()),
            became=_became((row, column) == (PLAYED, ATE), found.deviation),
        ),
    ]


def _went(word: str, before: int, now: int) -> str:
    how = "stays" if before == now else "moves"
    return say(f"followed.word.{how}", word=word, place=now + 1)


def _became(stayed: bool, deviation: float) -> str:
    if _cause(deviation) == "order":
        return say("followed.became.with_positions")
    return say("followed.became.stayed" if stayed else "followed.became.came")


# --- a mask --------------------------------------------------------------------------


def _mask() -> None:
    choices = frame.choices(Choices)
    causal, layers = choices.ord_causal, choices.ord_layers
    order = dragged("ord_swap")
    found = _through(order, positions=False, causal=causal, layers=layers)
    matrices(
        _pair(found, causal=causal),
        say("masked.caption", deviation=small(found.deviation), last=_last_row(found)),
        key="order-mask",
        title=say("masked.title", layer=layers),
        note=say("masked.note.causal" if causal else "masked.note.free"),
    )
    switch("ord_causal", say("masked.switch"))
    slider("ord_layers", say("masked.layers"))


def _last_row(found: Moved) -> str:
    """Whether the last row knows the order of the words before it."""
    if found.words[-1] != found.moved_words[-1]:
        return say("masked.last.other")
    knows = "set" if found.last < ROUNDING else "order"
    return say(f"masked.last.{knows}", change=small(found.last))


def _last_rows() -> dict[str, str]:
    """How far the last row moves under a mask by one layer and by two."""
    order = usual("ord_swap")
    one, two = (
        _through(order, positions=False, causal=True, layers=layers).last
        for layers in (1, 2)
    )
    return {"one_layer": small(one), "two_layers": small(two)}
