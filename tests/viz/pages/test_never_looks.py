"""Two unnamed attentions on Bahdanau's page, of which one never looks."""

import pytest
import torch

from core.analysis import never_looks
from core.analysis.never_looks import Kept, Measured, NeverLooks
from tests.viz.pages.reading import ENGLISH, FRENCH, texts
from viz import address
from viz.figures import never_looks as figures
from viz.figures.never_looks import Moved
from viz.pages.app import library
from viz.pages.bahdanau import never_looks as section

FOUND = Measured(6480, 720, 13000, 1.83, 0.91, 0.521, 0.77, 0.358)


@pytest.fixture
def fitted(monkeypatch, translators):
    """Three times as much weight for the second piece, whatever word and state.

    The model's own scores, of untrained weights, are made to differ.
    """
    network = translators[library.BAHDANAU].network
    direction = 5 * torch.randn(14, generator=torch.Generator().manual_seed(3))
    monkeypatch.setattr(network.direction, "data", direction)

    def run(longest=12):
        bias = torch.zeros(longest)
        bias[1] = torch.tensor(3.0).log()
        kept = Kept(NeverLooks(torch.zeros(longest, 22), bias), FOUND)
        monkeypatch.setattr(never_looks, "read", lambda model: kept)

    return run


def shown(opened, **query):
    query = {"sentence": ENGLISH, "target": FRENCH, "b_more": "never", **query}
    app = opened("bahdanau", **query)
    assert not app.exception
    assert not any("Something broke" in text for text in texts(app))
    return app


def maps(app):
    """What is said under either map."""
    return sorted(text for text in texts(app) if text.startswith("Attention "))


def test_word_and_state_alone_give_the_numbers_worked_out_by_hand(opened, fitted):
    """Twelve pieces: 3/14 for the second, 1/14 for every other; 15 rows."""
    fitted()
    app = shown(opened)
    looks, never = maps(app)
    assert looks.startswith("Attention A.")
    assert never.startswith("Attention B. The word each query attends to most: L → ")
    assert never.count("→ he (2) 21%") == 15
    assert not any("lies elsewhere" in text for text in texts(app))


@pytest.mark.parametrize("other", ["order", "other"])
def test_under_other_english_one_map_stays_and_the_other_does_not(
    opened, fitted, other
):
    fitted()
    app = shown(opened, b_never=other)
    assert "B: not one weight has changed, in 15 rows." in texts(app)
    (said,) = [text for text in texts(app) if text.startswith("A: on average")]
    assert ("on the same piece" in said) == (other == "order")
    assert ENGLISH not in texts(app)
    (table,) = [e.proto.body for e in app.get("html") if "<table>" in e.proto.body]
    assert table.count("<td>2 ") >= 30  # B's place, before and now


def test_another_order_is_taken_by_the_button(opened, fitted):
    fitted()
    app = shown(opened, b_never="order")
    before = texts(app)
    app.button(key="never-again").click().run()
    assert not app.exception
    assert texts(app) != before


@pytest.mark.parametrize(
    ("guess", "said"), [(1, "**Right.** B’s map is the same"), (0, "A’s weights")]
)
def test_the_answer_stays_covered_until_the_reader_has_chosen(
    opened, fitted, guess, said
):
    fitted()
    app = shown(opened)
    assert not any("never looks" in one.value for one in app.markdown)
    app.button_group(key="guess-never-b").set_value(guess).run()
    assert not app.exception
    assert any(said in one.value for one in app.markdown)
    (explained,) = [e.value for e in app.markdown if "**B never looks.**" in e.value]
    for number in ("12 × 22", "14 × 10", "6,480 sentence pairs", "52%", "77%", "36%"):
        assert number in explained, number


def test_a_sentence_longer_than_the_table_is_told_what_it_costs(opened, fitted):
    fitted(longest=6)
    said = texts(shown(opened))
    assert any(
        "at 6 positions at most, and the sentence has 12 pieces." in t for t in said
    )


@pytest.mark.parametrize(
    ("missing", "said"),
    [(True, "No attention that never looks is stored"), (False, "other weights than")],
)
def test_a_missing_or_stale_file_is_a_sentence_with_the_command(
    opened, monkeypatch, tmp_path, missing, said
):
    if missing:
        monkeypatch.setattr(never_looks, "FOLDER", tmp_path)
    (found,) = [text for text in texts(shown(opened)) if said in text]
    assert "“python -m core.training.never_looks”" in found


def test_the_address_says_what_stands_under_the_maps():
    assert address.DEFAULTS.b_never == "typed"
    assert address.encode(address.decode({"b_never": "order"})[0])["b_never"] == "order"
    chosen, (notice,) = address.decode({"b_never": "none"})
    assert chosen.b_never == "typed"
    assert "b_never in the address should be one of typed, order, other" in notice
    assert "b_never" in address.used("bahdanau")


def test_which_is_called_a_differs_between_sentences():
    assert {section.never_first(text) for text in section.candidates()} == {False, True}


def test_a_sentence_of_one_word_has_no_other_order(opened, fitted):
    fitted()
    said = texts(shown(opened, sentence="woman", b_never="order"))
    assert any("this one has no other order" in text for text in said)


def test_words_move_whole_and_the_end_stays(translators):
    trace = translators[library.BAHDANAU].explain("The zone ate.", target=FRENCH)
    assert len(trace.source.pieces) > len(trace.source.words)
    found = section.reordered(trace, 2)
    assert sorted(found.order) == list(range(len(trace.source.pieces)))
    assert found.order[-1] == len(found.ids)
    assert [trace.source.pieces[at] for at in found.order] == [*found.pieces]
    zone = trace.source.pieces_of(1)
    at = found.order.index(zone[0])
    assert [*found.order[at : at + len(zone)]] == zone


def test_another_sentence_has_as_many_pieces(translators):
    model = translators[library.BAHDANAU]
    trace = model.explain(ENGLISH, target=FRENCH)
    found = section.as_long(model, trace)
    assert len(found.pieces) == len(trace.source.pieces)
    assert found.ids != trace.source_ids


# --- what is said ---------------------------------------------------------------------

BEFORE = torch.tensor([[1.0, 0, 0], [0.5, 0.25, 0.25]])
NOW = torch.tensor([[0.0, 1, 0], [0.5, 0.5, 0]])


def test_what_moved_is_said_with_numbers_by_hand():
    """Rows are 1 and ¼ apart; the first row follows its piece to the second place."""
    moved = Moved("A", BEFORE, NOW)
    assert figures.caption(moved, None) == (
        "A: on average 62% of a row’s attention lies elsewhere now. In 1 of 2 rows the "
        "largest weight is at the same position."
    )
    assert figures.caption(moved, (1, 0, 2)).endswith(
        "In 1 of 2 rows it is on the same piece at its new position."
    )
    turned = figures.caption(moved, (2, 1, 0))
    assert turned.endswith(
        "In 0 of 2 rows it is on the same piece at its new position."
    )
    still = Moved("B", BEFORE, BEFORE)
    assert figures.caption(still, None) == "B: not one weight has changed, in 2 rows."


def test_the_table_names_position_and_piece_before_and_now():
    rows = figures.rows(
        ("le", "chat"),
        (("the", "cat", "‹end›"), ("cat", "the", "‹end›")),
        (Moved("A", BEFORE, NOW),),
    )
    assert rows == [
        ["row", "A, your sentence", "A, now"],
        ["le", "1 the", "2 the"],
        ["chat", "1 the", "1 cat"],
    ]


def test_either_may_be_called_a(opened, fitted, monkeypatch):
    fitted()
    monkeypatch.setattr(section, "never_first", lambda _: True)
    app = shown(opened, b_never="other")
    assert "A: not one weight has changed, in 15 rows." in texts(app)
    assert any(text.startswith("B: on average") for text in texts(app))
