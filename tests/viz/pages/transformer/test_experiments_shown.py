"""What the experiments show: differences, translations side by side, bars, the loss."""

import math
import re

import pytest
import torch

from core.experiments.changes import (
    WordChange,
)
from core.experiments.experiment import Experiment
from core.experiments.word_changes import BLANKED
from core.trace import AttentionMap
from tests.viz.pages.transformer.test_page import (
    FRENCH,
    drawn,
    opened,
    texts,
    translator,
)
from viz.figures import beside, changes, grids, steps, training_loss
from viz.pages.transformer.experiments.attribution import own_first
from viz.say import theme

__all__ = ["opened", "translator"]  # fixtures


def shown(weights, allowed, keys=("the", "<b>")):
    return AttentionMap(
        torch.tensor(weights), torch.tensor(allowed), ("La", "fin"), keys, "a map"
    )


BEFORE = shown([[0.9, 0.1], [0.5, 0.5]], [[True, True], [True, True]])


AFTER = shown([[1.0, 0.0], [0.2, 0.8]], [[True, False], [True, True]])


def test_a_grid_writes_shares_hatches_what_is_forbidden_and_escapes_words():
    table = grids.weights(AFTER, "after", dark=False)
    assert ">.20<" in table
    assert ">.80<" in table
    assert table.count('class="forbidden"') == 1
    assert table.count(">1.00<") == 2  # the sums of both rows
    assert "&lt;b&gt;" in table
    assert "<b>" not in table


def test_the_sum_of_a_row_is_that_of_what_it_may_look_at():
    partly = shown([[0.5, 0.25], [0.2, 0.8]], [[True, True], [True, True]])
    table = grids.weights(partly, "a mean of heads", dark=False)
    assert 'title="the row adds up to 0.750">0.75<' in table


ALL = [(0, 0), (1, 1)]


def test_a_difference_has_signs_and_is_forbidden_only_where_both_are():
    table = grids.difference(BEFORE, AFTER, ALL, ALL, "after − before", dark=False)
    for written in ("+.10", "−.10", "−.30", "+.30"):
        assert f">{written}<" in table
    assert "forbidden" not in table


def test_a_map_of_changes_writes_every_one_with_its_whole_number():
    table = grids.changes(["r"], ["1", "2", "3"], [[-10.3, 0.024, 0.0]], "", dark=False)
    for written in ("−10.30", "+.02", "+.00"):
        assert f">{written}<" in table


def test_maps_are_subtracted_only_where_both_sides_have_the_same_words():
    weights, allowed = [[0.9, 0.1], [0.5, 0.5]], [[True, True], [True, True]]
    other = shown(weights, allowed, keys=("the", "dog"))
    with pytest.raises(ValueError, match="different words"):
        grids.difference(BEFORE, other, ALL, ALL, "", dark=False)
    blank = shown(weights, allowed, keys=("the", "‹blank›"))
    assert "‹blank›" in grids.difference(BEFORE, blank, ALL, ALL, "", dark=False)
    assert grids.BLANKED == BLANKED


def test_a_word_that_was_moved_is_subtracted_from_itself():
    moved = shown([[0.25, 0.75], [0.5, 0.5]], [[True, True]] * 2, keys=("<b>", "the"))
    table = grids.difference(BEFORE, moved, [(0, 0)], [(0, 1), (1, 0)], "", dark=False)
    assert re.findall(r">([+−][.\d]+)<", table) == ["−.15", "+.15"]
    assert table.index(">the<") < table.index(">&lt;b&gt;<")
    assert table.count("<tr") == 2  # the names of the columns, and one row


@pytest.mark.parametrize(
    ("experiment", "places"),
    [
        (Experiment(), [0, 1, 2, 3, 4, 5, 6]),
        (Experiment(pads=3), [0, 1, 2, 3, 4, 5, 6]),
        (Experiment(words=(WordChange("delete", 1),)), [0, None, 1, 2, 3, 4, 5]),
        (Experiment(words=(WordChange("swap", 1, 4),)), [0, 4, 2, 3, 1, 5, 6]),
        (Experiment(words=(WordChange("blank", 1),)), [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_every_english_word_is_found_again_where_an_experiment_left_it(
    translator, experiment, places
):
    before, after = (
        translator.explain("The woman ate the fish.", FRENCH, experiment=one)
        for one in (Experiment(), experiment)
    )
    pairs = changes.in_both(before, after, "source", words=True)
    assert sorted(pairs) == [(o, n) for o, n in enumerate(places) if n is not None]
    pieces = changes.in_both(before, after, "source", words=False)
    was, now = before.source, after.source
    assert all(
        was.pieces[old] == now.pieces[new] or now.pieces[new] == BLANKED
        for old, new in pieces
    )
    gone = {places.index(None)} if None in places else set()
    assert len(pieces) == sum(word not in gone for word in was.word_of)


def test_french_is_the_same_until_the_two_part(translator):
    before, after = (
        translator.explain("The fish.", french)
        for french in ("La femme a mangé.", "La femme le mangé.")
    )
    same = [(0, 0), (1, 1)]
    assert changes.in_both(before, after, "predicted", words=True) == same
    assert changes.in_both(before, after, "read", words=True) == [*same, (2, 2)]


def test_given_french_stands_beside_the_free_run_until_they_part(translator):
    given, free = (
        translator.explain("The fish.", french)
        for french in ("La femme a mangé le poisson.", "La femme mangé.")
    )
    assert beside.parting(given, free) == 2
    assert beside.parting(given, given) is None
    (word, share), *_ = beside.chances(given)[3:]
    of_pieces = [
        given.written()[at].item()
        for at, owner in enumerate(given.predicted.word_of)
        if owner == 3
    ]
    assert len(of_pieces) > 1
    assert (word, share) == ("mangé", pytest.approx(math.prod(of_pieces)))
    table = beside.table(given, free, "<i>")
    assert "&lt;i&gt;" in table
    kinds = re.findall(r'<tr class="(\w*)"', table)
    assert kinds == ["", "", "parting", *["apart"] * (len(given.predicted.words) - 3)]
    assert table.count("From here on the two read different words.") == 1
    assert re.findall(r'scope="(col\w*)"', table) == ["col", "colgroup", "colgroup"]
    first = re.findall(r">([^<]+%)<", table)
    assert first[0] == first[1]  # one question, one answer


def test_two_part_in_the_first_word_that_differs_not_in_that_of_the_longer(translator):
    given, free = (
        translator.explain("The fish.", french)
        for french in ("La femmes.", "La femme mange le poisson.")
    )
    assert len(given.predicted_ids) < len(free.predicted_ids)
    assert beside.parting(given, free) == beside.parting(free, given) == 1


def test_a_bar_a_word_runs_to_the_longest_or_to_1_and_the_own_one_is_lit():
    table = grids.bars(["a", "<b>", "c"], [0.65, 1.3, 0.0], 1, "How far")
    assert re.findall(r"width:([\d.]+)%", table) == ["50.0", "100.0", "0.0"]
    assert table.count("<tr") == 3 and table.count("class=own") == 1
    assert table.index("class=own") < table.index("&lt;b&gt;") < table.index(">1.30<")
    assert "width:20.0%" in grids.bars(["a"], [0.2], 0, "How far")


def test_who_moves_an_output_of_the_encoder_most_is_said():
    names = ["the", "red", "car"]
    assert own_first(names, [0.2, 1.1, 0.4], 1) == (
        "The word itself moves it most (1.10), then “car” (0.40)."
    )
    assert own_first(names, [0.2, 1.1, 0.4], 2) == (
        "“red” (1.10) moves it more than the word itself (0.40)."
    )
    assert own_first(["the"], [0.9], 0) == ""


def test_what_is_in_an_output_of_the_encoder_is_a_bar_a_word(opened):
    app = opened(target=FRENCH, lab="words", h_of="2")
    (table,) = [html.value for html in app.get("html") if 'class="bars"' in html.value]
    assert table.count("<tr") == 6  # The woman ate the fish and the full stop
    assert "class=own" in table and "at “woman”" in table


def test_of_a_word_that_stands_twice_the_one_that_is_looked_at_opens(opened):
    app = opened(
        sentence="I know that you know him.",
        target="Je sais que vous le connaissez.",
        lab="words",
        word="6",  # connaissez
        layer="1",
        head="7",
    )
    assert any("“know (5)”" in text for text in texts(app))
    own = app.selectbox(key="pick-h_of")
    assert own.value == 4


def test_a_marked_row_holds_all_of_its_numbers(opened):
    table = grids.shares(
        ["<b>", "x"], ["a"], [[0.02], [0.5]], "", dark=False, marks=("output", 1)
    )
    assert 'data-follows="output"' in table
    marked = '<tr class="on" aria-current="true">'
    assert table.count(marked) == 1
    assert table.index("&lt;b&gt;") < table.index(marked) < table.index(">x<")
    assert "<small>.02</small>" in table and "<small>.50" not in table


@pytest.mark.parametrize(
    ("kind", "side", "pieces"),
    [("encoder", "source", "0"), ("cross", "output", "1"), ("decoder", "output", "0")],
)
def test_rollout_has_the_rows_of_the_open_map_and_its_row_is_marked(
    opened, kind, side, pieces
):
    app = opened(target=FRENCH, lab="words", kind=kind, row="3", pieces=pieces)
    (table,) = [each.value for each in app.get("html") if "data-follows" in each.value]
    rows = re.findall(r'<tr([^>]*)><th scope="row">([^<]*)<', table)
    header = drawn(app)[0]
    (stack,) = [one for one in header["stacks"] if one["id"] == kind]
    words = header["sequences"][stack["queries"]]["words"]
    assert [name.split(" (")[0] for _, name in rows] == list(words)
    assert [bool(mark) for mark, _ in rows].index(True) == 2
    assert f'data-follows="{side}"' in table


def test_less_and_more_are_the_two_ends_of_the_signed_colours():
    assert theme.signed_colour(-2.0, 2.0, dark=False) == theme.DAY.signed[0]
    assert theme.signed_colour(2.0, 2.0, dark=False) == theme.DAY.signed[-1]
    assert theme.signed_colour(0.01, 2.0, dark=False) == theme.DAY.page
    assert theme.signed_colour(0.0, 0.0, dark=True) == theme.NIGHT.page


def test_the_loss_is_the_mean_of_the_rows_and_perplexity_its_exponential():
    fed, wanted = ("‹start›", "La"), ("La", "‹end›")
    loss = training_loss.Loss(fed, wanted, (0.5, 1.5), ("La", "."))
    assert loss.mean == 1.0
    assert loss.perplexity == pytest.approx(2.718281828)
    assert loss.rows()[1:4] == [
        ["input", "‹start›", "La"],
        ["target", "La", "‹end›"],
        ["−log p", "0.50", "1.50"],
    ]


class Alike:
    """Four pieces of one step, of which two look alike; a trace and a vocabulary."""

    def __init__(self, *chances):
        self.vocabulary = self
        self.probabilities = torch.tensor([chances])

    def piece(self, index):
        return ("le", "le", "la", "un")[index]

    def spaced(self, index):
        return ("le", "␣le", "␣la", "␣un")[index]


def test_pieces_that_look_alike_keep_their_own_chances():
    before, after = Alike(0.4, 0.3, 0.2, 0.1), Alike(0.1, 0.6, 0.05, 0.25)
    assert steps.chances(before, after, 0, k=2)[1:] == [
        ["le", "40%", "10%"],
        ["␣le", "30%", "60%"],
        ["un", "10%", "25%"],
    ]
