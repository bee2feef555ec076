"""The experiments: what the address asks, what is left out, what the page tells."""

import math
import re
from dataclasses import replace

import pytest
import torch

from core.analysis.alternatives import Alternative
from core.errors import InputError
from core.experiments.cells import refused_cells
from core.experiments.changes import (
    CHANGES,
    Forbidden,
    NoPositions,
    NoResidual,
    NoScaling,
    Silent,
    WordChange,
)
from core.experiments.experiment import Experiment, check_fit
from core.experiments.rewired import RewiredTransformer
from core.experiments.word_changes import BLANKED
from core.networks.names import Parts, of_stacks
from core.networks.transformer import Transformer, TransformerConfig
from core.trace import AttentionMap
from tests.viz.pages.transformer.test_page import (
    FRENCH,
    drawn,
    opened,
    texts,
    translator,
)
from viz import address
from viz.address import experiments
from viz.figures import beside, changes, grids, steps, training_loss
from viz.pages.app import frame, library
from viz.pages.sentence import beginnings, field
from viz.pages.transformer.experiments import (
    carry_over,
    gestures,
    refused,
    results,
    run,
)
from viz.pages.transformer.experiments.attribution import own_first
from viz.pages.transformer.experiments.from_address import read
from viz.pages.transformer.experiments.names import Called, offered, running
from viz.say import html_tables, theme

__all__ = ["opened", "translator"]  # fixtures

CROSS = "decoder.2.cross_attention"
SHIPPED = Parts(of_stacks(3, 3), 8)


# --- the address --------------------------------------------------------------------


def asked(**texts):
    return experiments.asked(address.Choices(**texts))


def test_cells_in_the_address_count_from_one_and_a_star_is_every_one():
    assert asked(forbid="cross.3.*.2-5,decoder.1.8.*-1") == (
        Forbidden(CROSS, None, 1, 4),
        Forbidden("decoder.0.self_attention", 7, None, 0),
    )
    assert asked() == ()


def test_heads_parts_and_words_are_read_from_the_address():
    silent = Silent("encoder.0.self_attention", 3)
    assert asked(silence="encoder.1.4") == (silent,)
    assert asked(without="positions.encoder,scale,residual.decoder.2.feed") == (
        NoPositions("encoder"),
        NoScaling(),
        NoResidual("decoder.1.feed_forward"),
    )
    assert asked(edit="swap.2-5,delete.4,blank.1") == (
        WordChange("swap", 1, 4),
        WordChange("delete", 3),
        WordChange("blank", 0),
    )


def test_every_change_is_written_as_it_is_read_and_has_a_name():
    everything = {
        "causal": "false",
        "pads": "12",
        "padmask": "false",
        "edit": "swap.2-5,delete.14,blank.1",
        "without": "positions.decoder,scale,residual.encoder.2.self",
        "silence": "encoder.1.4,cross.3.8",
        "forbid": "cross.3.*.2-5,decoder.1.8.*-1,encoder.2.*.*-*,cross.1.1.193-9",
    }
    choices, _ = address.decode(everything)
    changes = experiments.asked(choices)
    assert len({type(change) for change in changes}) == 9
    assert experiments.written(changes) == everything
    names = Called(None, ("The", "woman"))
    for change in changes:
        if not isinstance(change, Forbidden):  # these name pieces of a pass
            ((_, name),) = running((change,), names)
            assert name


def test_a_swap_of_a_word_with_itself_is_no_change():
    with pytest.raises(InputError, match="swapped with itself"):
        experiments.read("edit", "swap.2-2")
    assert asked(edit="swap.2-2,delete.1") == (WordChange("delete", 0),)


def test_a_word_of_several_pieces_is_several_cells():
    found = Forbidden.pairs(CROSS, None, [1, 2], [4])
    cells = "cross.3.*.2-5,cross.3.*.3-5"
    assert experiments.written(found) == {"forbid": cells}
    (whole,) = Forbidden.pairs("encoder.0.self_attention", 0, None, None)
    assert whole.written() == "encoder.1.1.*-*"


def test_every_part_that_can_be_left_out_can_be_read_again_and_has_a_name():
    parts = [part for kind in CHANGES for part in kind.offered(SHIPPED)]
    cut = [part for part in parts if isinstance(part, NoResidual)]
    assert len(cut) == 3 * 2 + 3 * 3
    assert all(experiments.read("without", part.written()) == part for part in parts)
    names = [offered(part, Called(None, ())) for part in parts]
    first = parts.index(NoResidual("encoder.0.self_attention"))
    around = "the residual connection around encoder self-attention, layer 1"
    assert names[first] == around
    assert len(set(names)) == len(names)


def test_positions_can_be_left_out_on_both_sides():
    both = asked(without="positions.encoder,positions.decoder")
    expected = Experiment(no_positions=frozenset(["encoder", "decoder"]))
    assert Experiment(changes=both) == expected


def test_of_residuals_the_last_one_that_is_asked_for_is_cut():
    cut = asked(without="residual.encoder.1.self,scale,residual.decoder.2.feed")
    found = Experiment(changes=cut)
    assert found.changes == (NoScaling(), NoResidual("decoder.1.feed_forward"))


def test_what_is_asked_for_twice_is_done_once_and_words_change_twice():
    found = Experiment(
        changes=asked(
            forbid="cross.3.*.2-5,cross.3.*.2-5",
            silence="cross.3.1,cross.3.2,cross.3.1",
            without="scale,scale",
            edit="swap.2-5,swap.2-5",
        )
    )
    swap = WordChange("swap", 1, 4)
    assert experiments.written(found.changes) == {
        "edit": "swap.2-5,swap.2-5",
        "without": "scale",
        "silence": "cross.3.1,cross.3.2",
        "forbid": "cross.3.*.2-5",
    }
    assert found.words == (swap, swap)


def test_changes_that_run_are_ended_one_by_one(monkeypatch):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    choices = address.Choices(silence="cross.3.2,cross.3.1,cross.2.1", pads=2)
    run.end((Silent(CROSS, 1), Silent("decoder.1.cross_attention", 0)), choices)
    assert kept == {"silence": "cross.3.1", "guess": ""}


# --- figures ------------------------------------------------------------------------


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


# --- the page -----------------------------------------------------------------------


def test_the_old_translation_is_asked_for_in_the_pieces_in_which_it_was_written(opened):
    sentence = opened().text_input(key="sentence").value
    model = library.model(library.TRANSFORMER)
    before, after = model.explain(sentence), model.explain(sentence, target=FRENCH)
    wrote = before.translation.pieces
    assert model.tokenizer.encode(wrote.text).ids != wrote.ids
    old_now = results._old_in_the_new(sentence, before, after)
    assert old_now.predicted_ids == before.predicted_ids


def test_an_experiment_in_the_address_runs_and_is_told(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="parts")
    assert any("finds its original translation" in text for text in texts(app))
    assert any("Each head silenced on its own" in each.value for each in app.markdown)
    labels = [button.label for button in app.button]
    assert "decoder cross\\-attention, layer 3, head 2 silenced ✕" in labels


def test_a_word_of_the_presets_promise_can_be_blanked(opened):
    app = opened(target=FRENCH, edit="blank.2")
    assert not any("Something broke" in text for text in texts(app))


def test_an_experiment_that_does_not_fit_is_left_out_with_a_notice(opened):
    app = opened(target=FRENCH, forbid="cross.3.*.*-60,cross.2.1.1-1", edit="delete.40")
    said = [
        text for text in texts(app) if text.startswith("One experiment doesn't fit")
    ]
    assert any("no word 40" in text for text in said)
    assert any("lies outside this sentence" in text for text in said)
    labels = [button.label for button in app.button]
    assert sum("✕" in label for label in labels) == 1


def test_an_experiment_on_words_is_dropped_with_its_sentence_and_a_notice(opened):
    app = opened(silence="cross.3.2", forbid="cross.3.*.2-5", edit="delete.4")
    assert not any("were dropped" in text for text in texts(app))
    app.text_input(key="sentence").set_value("I know him.").run()
    assert any("were dropped" in text for text in texts(app))
    labels = [button.label for button in app.button if "✕" in button.label]
    assert labels == ["decoder cross\\-attention, layer 3, head 2 silenced ✕"]
    app.text_input(key="sentence").set_value("You know him.").run()
    assert not any("were dropped" in text for text in texts(app))


def carried(app):
    return [text for text in texts(app) if "previous sentence" in text]


def test_an_experiment_runs_on_where_the_next_sentence_has_as_many_places(opened):
    cells = "cross.3.*.*-5,encoder.1.2.1-3"
    app = opened(forbid=cells, edit="swap.2-5")
    assert not carried(app)
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    assert [text.split(", at")[0] for text in carried(app)] == [
        "The experiment on the previous sentence now runs on this one"
    ]
    assert app.query_params["forbid"] == cells
    assert app.query_params["edit"] == "swap.2-5"
    assert not any("Something broke" in text for text in texts(app))
    labels = [button.label for button in ended(app)]
    assert "“fish” and “woman” swapped ✕" in [
        label.replace("\\", "") for label in labels
    ]
    app.text_input(key="sentence").set_value("The fish ate.").run()
    assert any("were dropped" in text for text in carried(app))
    assert not ended(app)


def test_what_runs_on_is_said_only_while_it_runs(opened):
    app = opened(edit="swap.2-5", lab="words")
    write = app.text_input(key="sentence").set_value
    write("The fish ate the woman.").run()
    assert carried(app)
    app.button(key="undo-all").click().run()
    assert not carried(app)
    app.query_params["edit"] = "swap.1-2"  # another one
    app.run()
    assert ended(app) and not carried(app)


def test_of_an_experiment_that_was_ended_the_next_sentence_says_nothing(opened):
    app = opened(edit="swap.2-5", lab="parts")
    write = app.text_input(key="sentence").set_value
    write("a" * 500).run()
    write("The woman ate the fish.").run()  # its own sentence again
    assert ended(app) and not carried(app)
    app.button(key="undo-all").click().run()
    write("The fish ate the woman.").run()
    assert not carried(app)


@pytest.mark.parametrize("refused", ["a" * 500, "x " * 78])
def test_a_sentence_that_is_refused_drops_no_experiment(opened, refused):
    app = opened(forbid="cross.3.*.*-5", edit="swap.2-5")
    app.text_input(key="sentence").set_value(refused).run()
    assert any("at most" in text for text in texts(app))
    assert app.query_params["edit"] == "swap.2-5"
    assert app.query_params["forbid"] == "cross.3.*.*-5"
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    assert len(ended(app)) == 2


@pytest.mark.parametrize(
    ("english", "french", "kept"),
    [
        (7, 9, "cross.3.*.2-5,cross.2.*.*-1,decoder.1.*.3-1,encoder.1.*.1-2"),
        (7, 8, "cross.2.*.*-1,encoder.1.*.1-2"),
        (6, 9, "decoder.1.*.3-1"),
        (7, None, "cross.2.*.*-1,encoder.1.*.1-2"),
    ],
)
def test_a_cell_fits_where_its_row_and_its_column_have_as_many(
    monkeypatch, english, french, kept
):
    sizes = {"old": {"source": 7, "target": 9}}
    sizes["new"] = {"source": english, "target": french}
    monkeypatch.setattr(field, "shown", lambda _, text: (text, None, None, ""))
    monkeypatch.setattr(carry_over, "fitting", lambda *_: (Experiment(), []))
    monkeypatch.setattr(carry_over, "_pieces", lambda of, side: sizes[of[0]][side])
    cells = asked(forbid="cross.3.*.2-5,cross.2.*.*-1,decoder.1.*.3-1,encoder.1.*.1-2")
    fitting = carry_over.fits_places(cells, "old", "new")
    assert experiments.written(fitting) == {"forbid": kept}


def test_french_is_counted_as_it_stood_on_the_screen(opened):
    app = opened(target=FRENCH, forbid="decoder.1.*.*-2")
    given = len(drawn(app)[0]["sequences"]["predicted"]["words"])
    app.text_input(key="sentence").set_value("The fish ate the woman.").run()
    free = len(drawn(app)[0]["sequences"]["predicted"]["words"])
    assert given != free
    assert any("were dropped" in text for text in carried(app))
    assert not ended(app)


def judged(app):
    """What is said of a guess."""
    said = ("You guessed", "Your guess was right")
    return [text for text in texts(app) if text.startswith(said)]


def test_a_mask_is_guessed_at_before_it_is_switched(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="see")
    app.toggle(key="causal").set_value(False).run()
    assert app.query_params.get("guess") is None  # that was another experiment's
    app.toggle(key="causal").set_value(True).run()
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    app.toggle(key="causal").set_value(False).run()
    assert judged(app)


@pytest.mark.parametrize("mask", ["causal", "pads"])
def test_a_guess_goes_with_its_mask_where_another_experiment_runs_on(opened, mask):
    off = {"causal": "0", "pads": "2"}[mask]
    asked = {mask: off, "silence": "cross.3.2", "lab": "see"}
    app = opened(target=FRENCH, **asked)
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    control = app.toggle(key=mask) if mask == "causal" else app.slider(key=mask)
    control.set_value(True if mask == "causal" else 0).run()
    assert len(ended(app)) == 1
    assert not judged(app)
    assert app.query_params.get("guess") is None


def test_a_number_of_pads_is_guessed_at_and_an_old_guess_does_not_judge_it(opened):
    app = opened(target=FRENCH, silence="cross.3.2", guess="worse", lab="see")
    assert judged(app)
    app.slider(key="pads").set_value(3).run()
    assert any("finds its original translation" in text for text in texts(app))
    assert not judged(app)
    next(b for b in app.button_group if b.key == "_guess_masks").set_value(
        "more likely"
    ).run()
    app.slider(key="pads").set_value(4).run()
    assert any("You guessed “more likely”" in text for text in texts(app))


def test_an_old_guess_goes_with_the_experiment_that_is_ended(opened):
    app = opened(target=FRENCH, silence="cross.3.2,cross.3.3", guess="worse")
    ended(app)[0].click().run()
    assert len(ended(app)) == 1
    assert not judged(app)


def ended(app):
    """The buttons that end an experiment."""
    return [button for button in app.button if "✕" in button.label]


def test_a_mask_takes_the_place_of_what_runs_unless_it_is_added(opened):
    app = opened(target=FRENCH, silence="cross.3.2", lab="see")
    app.toggle(key="causal").set_value(False).run()
    assert [button.label for button in ended(app)] == ["causal mask off ✕"]
    app.slider(key="pads").set_value(2).run()
    assert [button.label for button in ended(app)] == ["2 ‹pad›s ✕"]
    app.toggle(key="padmask").set_value(False).run()  # of the same experiment
    assert [button.label for button in ended(app)] == ["2 ‹pad›s, padding mask off ✕"]
    app.checkbox(key="_add_masks").check().run()
    app.toggle(key="causal").set_value(False).run()
    assert len(ended(app)) == 2
    ended(app)[1].click().run()
    assert [button.label for button in ended(app)] == ["causal mask off ✕"]
    assert app.toggle(key="padmask").value


def test_an_experiment_takes_the_place_of_a_mask_unless_it_is_added(opened):
    app = opened(target=FRENCH, causal="0", lab="parts")
    app.button(key="add-without").click().run()
    assert len(ended(app)) == 2
    app.button(key="do-without").click().run()
    assert [button.label for button in ended(app)] == [
        "without positions in the encoder ✕"
    ]


@pytest.mark.parametrize("add", [False, True])
def test_a_stroke_takes_the_place_of_what_runs_unless_it_is_added(
    monkeypatch, translator, add
):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    choices = address.Choices(silence="cross.3.2", forbid="cross.3.1.1-1", pads=2)
    monkeypatch.setattr(frame, "choices", lambda: choices)
    lab = read(choices.sentence)
    done = {"add": add, "guess": "worse"}
    gestures._forbid(lab, (Forbidden(CROSS, 0, 1, 0),), done)
    assert kept.pop("lab") == "see"
    assert kept.pop("guess") == "worse"
    if add:
        assert kept == {"forbid": "cross.3.1.1-1,cross.3.1.2-1"}
    else:
        usual = {"silence": "", "without": "", "edit": "", "pads": 0}
        masks = {"causal": True, "padmask": True}
        assert kept == {"forbid": "cross.3.1.2-1", **usual, **masks}
    cell = (Forbidden(CROSS, 0, 0, 0),)
    gestures._forbid(lab, cell, {**done, "guess": ["<b>"]})  # allowed again
    assert (kept["forbid"], kept["guess"]) == ("", "")


def test_the_cells_of_an_address_are_looked_at_once_and_nothing_is_rewired(
    monkeypatch, translator
):
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    n = len(translator.tokenizer.encode("The fish.").ids) + 1
    places = [(row, column) for row in range(3) for column in range(n + 1)]
    every = ",".join(f"encoder.1.*.{row + 1}-{column + 1}" for row, column in places)
    choices = address.Choices(sentence="The fish.", edit="swap.1-1", forbid=every)
    monkeypatch.setattr(frame, "choices", lambda: choices)
    asked_for = []
    monkeypatch.setattr(
        "core.experiments.cells.refused_cells",
        lambda *given: asked_for.append(given) or refused_cells(*given),
    )
    monkeypatch.setattr(RewiredTransformer, "__init__", None)
    lab = read(choices.sentence)
    kept = {(cell.query, cell.key) for cell in lab.experiment.forbidden}
    assert kept == {(row, column) for row, column in places if column < n - 1}
    assert "swapped with itself" in lab.notices[0]
    assert "would be left empty" in lab.notices[1]
    assert "lies outside this sentence" in lab.notices[2]
    assert len(asked_for) == 1


def test_a_change_of_words_that_a_link_names_twice_is_made_twice(
    monkeypatch, translator
):
    kept = {}
    monkeypatch.setattr(frame, "keep", lambda **offered: kept.update(offered))
    monkeypatch.setitem(library._models, library.TRANSFORMER, translator)
    choices = address.Choices(sentence="The fish.", edit="swap.1-2,swap.1-2")
    monkeypatch.setattr(frame, "choices", lambda: choices)
    lab = read(choices.sentence)
    swap = WordChange("swap", 0, 1)
    assert lab.experiment.words == (swap, swap)
    monkeypatch.setattr(field, "last_good", lambda: choices.sentence)
    assert not run.begin(lab, (swap,), guess="", add=True)
    assert kept["edit"] == "swap.1-2,swap.1-2"  # it runs already
    choices = address.Choices(sentence="The fish.", edit="delete.2,delete.2")
    lab = read(choices.sentence)
    assert lab.experiment.words == (WordChange("delete", 1),)
    assert len(lab.notices) == 1 and "Word 2 is deleted already" in lab.notices[0]


def test_a_whole_row_is_refused_when_it_is_asked(opened):
    app = opened(target=FRENCH)
    row = next(s for s in app.selectbox if s.key.startswith("_forbid-row"))
    row.set_value(1).run()
    app.button(key="do-forbid").click().run()
    assert not app.exception
    assert any("a softmax over nothing is undefined" in text for text in texts(app))


def test_the_difference_is_told_of_the_words_that_both_have(opened):
    swapped = opened(target=FRENCH, edit="swap.2-5", kind="encoder")
    assert any("moved is compared with itself" in text for text in texts(swapped))
    padded = opened(target=FRENCH, pads="2")
    assert any("English words that are in both" in text for text in texts(padded))
    grid = [html.value for html in padded.get("html") if "after − before" in html.value]
    assert "‹pad›" not in grid[0] and ">woman<" in grid[0]


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_of_french_rows_nothing_is_said_under_the_map_of_the_encoder(
    opened, monkeypatch, kind
):
    monkeypatch.setattr(results, "_old_in_the_new", lambda *_: None)  # new French
    app = opened(target=FRENCH, silence="cross.3.2", kind=kind)
    said = next(text for text in texts(app) if "the map that is open above" in text)
    assert ("French" in said) == (kind == "cross")


@pytest.mark.parametrize("silence", ["", "cross.3.2"])
def test_given_french_is_set_beside_what_the_model_writes(opened, silence):
    app = opened(target=FRENCH, silence=silence)
    (table,) = [h.value for h in app.get("html") if 'class="beside"' in h.value]
    assert ("Both with the experiment" in table) == bool(silence)
    assert any(
        "On its own, the model writes something else" in text for text in texts(app)
    )


@pytest.mark.parametrize("lab", ["see", "parts", "words", "say"])
def test_every_question_opens_by_its_address(opened, lab):
    app = opened(target=FRENCH, lab=lab)
    assert not any("Something broke" in text for text in texts(app))


@pytest.mark.parametrize("how", ["beam", "sample", "forced"])
def test_every_way_to_write_opens_by_its_address(opened, how):
    app = opened(lab="say", how=how, prefix="La femme")
    assert not any("Something broke" in text for text in texts(app))
    assert any(text.startswith("La femme") for text in texts(app))


def test_another_word_is_offered_whole_and_given_as_a_beginning(opened, monkeypatch):
    def finished(model, trace, step, pieces):
        assert step == 0
        assert pieces == trace.probabilities[0].topk(8).indices.tolist()
        ids = [model.tokenizer.encode(text).ids for text in ("La", "Le poisson")]
        return [Alternative(ids[0], "La", 0.25), Alternative(ids[1], "<b>", 0.004)]

    monkeypatch.setattr("core.analysis.alternatives.alternatives", finished)
    app = opened(lab="say")
    first, second = (app.button(key=f"alternative-{at}") for at in range(2))
    assert (first.label, second.label) == (
        "La 25%",
        f"{html_tables.label('<b>')} 0.4%",
    )
    second.click().run()
    assert not app.exception
    assert app.text_input(key="prefix").value == "Le poisson"


def test_a_word_asked_for_on_the_picture_is_finished_or_why_not_is_said(
    translator, monkeypatch
):
    trace = translator.explain("The woman ate.")
    given, said = [], []
    monkeypatch.setattr(library, "_store", library.Store(64))
    monkeypatch.setitem(library._models, trace.model, translator)
    monkeypatch.setattr(gestures, "begin", lambda _, ids: given.append(ids))
    monkeypatch.setattr(refused, "keep", lambda *asked: said.append(asked))
    piece = int(trace.probabilities[0].topk(2).indices[-1])
    whole = Alternative((piece, 300), "whole", 0.5)
    monkeypatch.setattr("core.analysis.alternatives.alternatives", lambda *_: [whole])

    def busy(_):
        raise library.Busy

    with monkeypatch.context() as patch:
        patch.setattr(library, "gated", busy)
        gestures._begin(trace, {"step": 0, "rank": 1})
    why = beginnings.say("beginnings.busy")
    assert (given, said) == ([], [("piece", trace.identity, why)])
    for step, rank in ((0, 8), (0, -1), (99, 1), (0, True), (0, 0), (0, 1)):
        gestures._begin(trace, {"step": step, "rank": rank})
    assert (given, said[1:]) == ([whole.ids], [])


def test_a_prefix_that_cannot_be_given_is_said_and_left_out(opened):
    app = opened(lab="say", prefix="a " * 70)
    assert any("pieces; at most 64 fit" in text for text in texts(app))


def test_layers_and_heads_that_a_model_lacks_do_not_fit():
    for text in ("cross.4.*.1-1", "cross.3.9.1-1"):
        (cell,) = asked(forbid=text)
        with pytest.raises(InputError):
            check_fit(Experiment(forbidden=frozenset([cell])), SHIPPED)


# --- without the causal mask ---------------------------------------------------------


def test_without_the_mask_every_row_says_how_much_it_puts_on_what_is_to_come(
    translator,
):
    ahead = Experiment(causal=False)
    before, after = (
        translator.explain("The fish.", FRENCH, experiment=one)
        for one in (Experiment(), ahead)
    )
    head, weight, was, now, change = training_loss.looking_ahead(before, after)
    assert head[1:] == list(before.predicted.pieces)
    layers = [
        after.attention(f"decoder.{layer}.self_attention", words=False).weights
        for layer in range(3)
    ]
    second = sum(float(weights[1, 2:].sum()) for weights in layers) / 3
    assert weight[2] == f"{second:.2f}"
    assert weight[-1] == "0.00"  # behind the last row nothing is to come
    assert float(was[1].replace("−", "-")) == pytest.approx(
        before.written()[0].log().item(), abs=0.006
    )
    assert float(now[1].replace("−", "-")) == pytest.approx(
        after.written()[0].log().item(), abs=0.006
    )
    lost = after.written()[0].log() - before.written()[0].log()
    assert float(change[1].replace("−", "-")) == pytest.approx(lost.item(), abs=0.006)


# --- what is offered ----------------------------------------------------------------


@pytest.fixture
def small(opened, monkeypatch, translator):
    """Opens the page with a model of 2 layers and 4 heads."""
    config = TransformerConfig(
        translator.tokenizer.size, d_model=16, d_hidden=20, n_heads=4, n_layers=2
    )
    network = Transformer(config).eval().requires_grad_(False)
    other = replace(translator, network=network)
    monkeypatch.setitem(library._models, library.TRANSFORMER, other)
    return opened


@pytest.mark.parametrize(
    ("question", "form"), [("see", "forbid"), ("parts", "silence")]
)
def test_the_laboratory_offers_the_layers_and_heads_that_the_model_has(
    small, question, form
):
    app = small(target=FRENCH, lab=question, layer="3", head="8")
    offered = {box.key: box.options for box in app.selectbox}
    assert offered[f"_{form}_layer"] == ["1", "2"]
    assert offered[f"_{form}_head"] == ["every head", "1", "2", "3", "4"]


def test_silencing_every_head_names_each_that_the_model_has(small):
    app = small(target=FRENCH, lab="parts", kind="encoder", layer="2")
    app.button(key="do-silence").click().run()
    ended = [button.label for button in app.button if "✕" in button.label]
    assert [label.split(", ")[-1] for label in ended] == [
        f"head {head} silenced ✕" for head in range(1, 5)
    ]
