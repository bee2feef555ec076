"""A beam search as a tree: where its branches stand, and what it says."""

from core.decoding.search import BeamTree, Branch, Hypothesis
from core.text.tokenizer import END
from viz.figures import beam

# The likeliest first piece leads to the worse sentence: "b" wins from place 2.
GARDEN = BeamTree(
    (
        Branch(None, 5, -0.51, "kept"),
        Branch(None, 6, -0.92, "kept"),
        Branch(1, 5, -1.02, "kept"),
        Branch(0, 5, -1.53, "kept"),
        Branch(0, 6, -1.59, "discarded"),
        Branch(2, END, -1.02, "ended"),
        Branch(3, END, -1.53, "ended"),
    ),
    (
        Hypothesis((6, 5), -1.02, -0.34, True),
        Hypothesis((5, 5), -1.53, -0.51, True),
    ),
)


class Letters:
    """A vocabulary of two letters, one of which looks like markup."""

    def piece(self, index):
        return {5: "a", 6: "<b>", END: "‹end›"}[index]


def drawn(given=0):
    return beam.nodes(GARDEN, Letters(), given)


def test_a_branch_stands_at_its_step_and_its_rank():
    places = [(node.step, node.rank) for node in drawn()]
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    assert [node.before for node in drawn()] == [None, None, 1, 0, 0, 2, 3]


def test_the_path_to_the_best_sentence_is_marked():
    assert [n for n, node in enumerate(drawn()) if node.best] == [1, 2, 5]


def test_pieces_that_were_given_stand_before_the_tree():
    first = Hypothesis((9, 9, 6, 5), -1.02, -0.2, True)
    found = BeamTree(GARDEN.branches, (first,))
    marked = [node.best for node in beam.nodes(found, Letters(), given=2)]
    assert marked == [False, True, True, False, False, True, False]


def test_what_greedy_writing_would_lose_is_said():
    said = beam.tree(drawn()).caption
    assert said.startswith("7 branches: 4 kept, 2 ended, 1 discarded.")
    assert "At step 1 the best sentence was only ranked 2" in said
    straight = BeamTree(GARDEN.branches, GARDEN.hypotheses[1:])
    assert "ranked 2" in beam.tree(beam.nodes(straight, Letters())).caption
    one = BeamTree(
        (Branch(None, 5, -0.5, "kept"), Branch(0, END, -0.7, "ended")),
        (Hypothesis((5,), -0.7, -0.35, True),),
    )
    assert "greedy search finds it too" in beam.tree(beam.nodes(one, Letters())).caption


def test_a_best_sentence_that_is_the_greedy_one_is_not_said_to_be_lost_by_it():
    """ "a" is the likeliest piece and "b" after it; "b a" stands before "a b" once."""
    found = BeamTree(
        (
            Branch(None, 5, -0.5, "kept"),
            Branch(None, 6, -0.9, "kept"),
            Branch(1, 5, -1.0, "kept"),
            Branch(0, 6, -1.2, "kept"),
            Branch(0, 5, -1.9, "discarded"),
            Branch(3, END, -1.3, "ended"),
            Branch(2, END, -2.0, "ended"),
        ),
        (
            Hypothesis((5, 6), -1.3, -0.43, True),
            Hypothesis((6, 5), -2.0, -0.67, True),
        ),
    )
    said = beam.tree(beam.nodes(found, Letters())).caption
    assert "lost" not in said
    assert "At step 2 the best sentence was only ranked 2" in said
    assert said.endswith("the most probable one, so greedy search finds it too.")


def test_the_step_is_said_at_which_greedy_leaves_the_best_sentence():
    """It stands last at step 2, but greedy has left it at step 1 already."""
    found = BeamTree(
        (
            Branch(None, 5, -0.5, "kept"),
            Branch(None, 6, -0.9, "kept"),
            Branch(0, 5, -1.0, "kept"),
            Branch(0, 6, -1.1, "kept"),
            Branch(1, 6, -1.2, "kept"),
            Branch(4, END, -1.3, "ended"),
        ),
        (Hypothesis((6, 6), -1.3, -0.43, True),),
    )
    said = beam.tree(beam.nodes(found, Letters())).caption
    assert "At step 2 the best sentence was only ranked 3" in said
    assert said.endswith("Greedy search would have lost it at step 1.")


def test_a_search_that_ended_nowhere_still_has_its_best_path():
    stopped = BeamTree(
        (Branch(None, 5, -0.5, "kept"), Branch(None, 6, -0.9, "kept")),
        (Hypothesis((5,), -0.5, -0.5, False),),
    )
    assert [node.best for node in beam.nodes(stopped, Letters())] == [True, False]


def test_lines_lead_from_step_to_step_and_discarded_ones_are_dotted():
    figure = beam.tree(drawn()).plot
    lost, kept, best = figure.data[:3]
    assert lost.line.dash == "dot"
    assert list(lost.y) == [0, 2, None]
    assert list(kept.y) == [0, 1, None, 1, 1, None]
    assert list(best.y) == [1, 0, None, 0, 0, None]
    assert best.line.width > kept.line.width
    assert [trace.marker.symbol for trace in figure.data[3:]] == [
        "circle",
        "square",
        "x-thin-open",
    ]


def test_the_words_of_a_tree_stay_text():
    texts = [text for trace in beam.tree(drawn()).plot.data[3:] for text in trace.text]
    assert any("&lt;b&gt;" in text for text in texts)
    assert not any("<b>" in text for text in texts)
    assert any("−0.92" in text for text in texts)


def test_longer_pieces_make_a_wider_tree():
    few = [beam.Node(0, 0, None, "a", -1.0, "kept", False)]
    long = [beam.Node(0, 0, None, "a" * 11, -1.0, "kept", False)]
    assert beam.width(long) - beam.width(few) == 10 * beam.LETTER


def test_every_branch_is_a_row_with_its_fate():
    rows = beam.tree(drawn()).rows
    assert rows[0] == ["step", "continues from", "piece", "log-probability", "fate"]
    assert rows[2] == ["1", "", "<b>", -0.92, "kept, leads to the best sentence"]
    assert rows[5] == ["2", "a", "<b>", -1.59, "discarded"]
