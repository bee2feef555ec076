"""Which attention is meant: read, written, spoken, and its two sides."""

import pytest

from core.errors import InputError
from core.networks.names import ALIGNMENT, AttentionName, MapChoice, Sublayer

NAMES = [
    "encoder.0.self_attention",
    "decoder.12.self_attention",
    "decoder.2.cross_attention",
    "decoder.alignment",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_written_as_it_was_read(name):
    found = AttentionName.parse(name)
    assert str(found) == name
    assert AttentionName.parse(found) == found
    assert len({found, AttentionName.parse(name)}) == 1


@pytest.mark.parametrize(
    ("name", "short"),
    [
        (NAMES[0], "encoder"),
        (NAMES[1], "decoder"),
        (NAMES[2], "cross"),
        (NAMES[3], "alignment"),
    ],
)
def test_a_name_has_a_short_one_for_pictures_and_addresses(name, short):
    found = AttentionName.parse(name)
    assert found.short == short
    if not found.alone:
        assert AttentionName.of(short, found.layer) == found


def test_a_name_has_a_stack_a_layer_and_a_kind():
    found = AttentionName.parse("decoder.2.cross_attention")
    assert (found.stack, found.layer, found.kind) == ("decoder", 2, "cross_attention")


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("decoder.1.cross_attention", "decoder cross-attention, layer 2"),
        ("encoder.0.self_attention", "encoder self-attention, layer 1"),
        ("decoder.alignment", "alignment"),
    ],
)
def test_an_attention_has_a_name_in_words(name, spoken):
    assert AttentionName.parse(name).spoken == spoken


def test_a_feed_forward_network_is_a_sublayer_and_no_attention():
    name = "encoder.2.feed_forward"
    assert Sublayer.parse(name).spoken == "encoder feed-forward, layer 3"
    with pytest.raises(InputError, match="no heads and no cells"):
        AttentionName.parse(name)


@pytest.mark.parametrize("name", ["", "encoder.0", "encoder.x.self_attention", "p.0.q"])
def test_what_names_nothing_is_refused(name):
    with pytest.raises(InputError, match="no sublayer"):
        AttentionName.parse(name)


def test_the_encoder_has_nothing_to_look_across_at():
    with pytest.raises(InputError, match="attends only to itself"):
        AttentionName.parse("encoder.1.cross_attention")


@pytest.mark.parametrize(
    ("name", "sides", "across", "back"),
    [
        (NAMES[0], ("source", "source"), False, False),
        (NAMES[1], ("read", "read"), False, True),
        (NAMES[2], ("predicted", "source"), True, False),
        (NAMES[3], ("predicted", "source"), True, False),
    ],
)
def test_a_name_knows_its_two_sides(name, sides, across, back):
    found = AttentionName.parse(name)
    assert (found.sides, found.across, found.looks_back) == (sides, across, back)


@pytest.mark.parametrize("head", [None, "mean"])
def test_the_mean_of_the_heads_is_none_however_it_was_kept(head):
    found = MapChoice.of({"map": "decoder.1.cross_attention", "head": head})
    assert found == MapChoice(AttentionName("decoder", 1, "cross_attention"))
    assert found.title == "decoder.1.cross_attention mean"


def test_a_head_is_a_number_however_it_was_kept():
    kept = {"map": "decoder.1.cross_attention", "reading": "read"}
    assert MapChoice.of({**kept, "head": "2"}) == MapChoice.of({**kept, "head": 2})
    found = MapChoice.of({**kept, "head": 2})
    assert (found.head, found.reading) == (2, "read")
    assert found.title == "decoder.1.cross_attention head 2"


def test_the_only_head_of_an_alignment_is_its_mean():
    assert MapChoice.of({"map": "decoder.alignment", "head": "0"}) == MapChoice()
    assert MapChoice().name == ALIGNMENT


def test_a_reading_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="predicted or read, not 'heard'"):
        MapChoice(reading="heard")
