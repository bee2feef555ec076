"""What the address of the page Writer says."""

from core.labs.families import KEPT
from viz import address
from viz.address.rules import OneOf


def test_a_link_to_the_writer_says_what_follows_and_how_it_is_chosen():
    names = set(address.used("writer"))
    own = {"w_text", "w_pieces", "w_how", "w_layer", "w_head", "w_row", "w_open"}
    shared = {"seed", "temperature", "topk", "topp", "walk", "silence", "causal"}
    assert own | shared <= names
    assert not {"pads", "edit", "kind", "layer"} & names


def test_every_choice_of_the_writer_is_written_and_read_again():
    said = {
        "w_text": "Where is = où est",
        "w_pieces": "127",
        "w_how": "drawn",
        "w_layer": "4",
        "w_head": "6",
        "w_row": "128",
        "w_mean": "1.3",
        "w_open": "lens",
    }
    choices, notices = address.decode(said)
    assert notices == ()
    assert {name: address.encode(choices, "writer")[name] for name in said} == said


def test_more_pieces_than_there_are_positions_are_said_not_to_fit():
    choices, notices = address.decode({"w_pieces": "128", "w_how": "guessed"})
    assert (choices.w_pieces, choices.w_how) == (8, "likeliest")
    assert len(notices) == 2


def test_every_family_that_is_drawn_can_be_asked_for():
    rule = address.RULES["w_family"]
    assert isinstance(rule, OneOf)
    assert set(rule.words) == set(KEPT)
