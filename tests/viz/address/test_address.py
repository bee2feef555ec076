"""An address is a view: it round-trips, and nothing in it can break a page."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import checkpoint
from core.decoding.limits import limit_for
from core.experiments.changes.masks import MAX_PADS
from core.shelf.models import described
from core.text.tokenizer import MAX_PIECES
from tests.places import PAGES
from viz import address
from viz.address import LABS, Choices, renamed
from viz.address import page_choices as pages
from viz.address.declared import Chosen, choice
from viz.address.rules import (
    Between,
    Decimal,
    Letters,
    Listed,
    Matrix,
    Model,
    OneOf,
    Several,
    Switch,
    Text,
)
from viz.content import languages
from viz.pages.app import library

STRATEGIES = {
    Text: lambda _: st.text(max_size=500),
    Model: lambda rule: st.sampled_from(["", *described()]),
    OneOf: lambda rule: st.sampled_from(rule.words),
    Between: lambda rule: st.integers(rule.low, rule.high),
    Several: lambda rule: st.sets(st.integers(1, rule.high)).map(
        lambda numbers: ".".join(map(str, sorted(numbers)))
    ),
    Listed: lambda rule: st.lists(
        st.from_regex(rule.pattern, fullmatch=True), max_size=rule.most, unique=True
    ).map(",".join),
    Switch: lambda _: st.booleans(),
    Matrix: lambda _: st.text(max_size=80),
    Letters: lambda _: st.text(max_size=80),
    Decimal: lambda rule: st.integers(
        round(rule.low * 10**rule.digits), round(rule.high * 10**rule.digits)
    ).map(lambda steps: round(steps / 10**rule.digits, rule.digits)),
}
ANY_CHOICES = st.builds(
    Choices,
    **{name: STRATEGIES[type(rule)](rule) for name, rule in address.RULES.items()},
)


@given(ANY_CHOICES)
def test_what_is_written_out_is_read_back_exactly(choices):
    assert address.decode(address.encode(choices)) == (choices, ())


NAMES = st.sampled_from(sorted(address.RULES)) | st.text(max_size=8)
VALUES = st.text(max_size=500) | st.integers().map(str) | st.sampled_from("²١٣-+ ")


@given(st.dictionaries(NAMES, VALUES | st.lists(VALUES, max_size=3) | st.none()))
def test_no_address_raises_and_every_result_is_within_its_range(query):
    choices, notices = address.decode(query)
    assert address.decode(address.encode(choices)) == (choices, ())
    assert len(notices) <= len(query)


def test_an_empty_address_is_the_first_preset_on_the_last_layer():
    choices, notices = address.decode({})
    assert choices.sentence == "The woman ate the fish."
    assert (choices.kind, choices.layer, choices.head) == ("cross", 3, 0)
    assert notices == ()


@pytest.mark.parametrize(
    "layer", ["0", "4", "-1", "99999999999999999999", "two", "", "²", "٢", " 2", "1.0"]
)
def test_a_layer_that_does_not_exist_gives_the_last_one_and_a_notice(layer):
    choices, notices = address.decode({"layer": layer})
    assert choices.layer == 3
    assert notices == (
        "layer in the address should be a whole number from 1 to 3. "
        "The usual value is shown instead.",
    )


def test_a_text_that_is_too_long_stays_in_its_field_to_be_mended():
    for name in ("sentence", "target"):
        choices, notices = address.decode({name: "a" * 401})
        assert getattr(choices, name) == "a" * 401
        assert notices == ()


def test_the_numbers_of_the_address_are_those_of_the_models():
    shipped = checkpoint.load(library.TRANSFORMER).network.config
    layers, heads = shipped.n_layers, shipped.n_heads
    rules = address.RULES
    assert rules["layer"] == Between(1, layers, "layers")
    assert rules["compare_layer"] == Between(0, layers, "layers")
    assert rules["head"] == rules["compare_head"] == Between(0, heads, "heads")
    assert rules["pads"] == Between(0, MAX_PADS)
    assert MAX_PIECES + limit_for(MAX_PIECES) + 1 == address.MAX_ROW
    assert address.DEFAULTS.layer == layers


def test_a_refused_value_is_never_repeated_in_the_notice():
    _, notices = address.decode({"kind": "<script>:red[x]"})
    assert notices == (
        "kind in the address should be one of encoder, decoder, cross. "
        "The usual value is shown instead.",
    )


def test_names_of_others_are_passed_over_in_silence():
    assert address.decode({"embed": "true", "utm": "x", "LAYER": "9"})[1] == ()


@pytest.mark.parametrize(
    ("old", "today"),
    [
        ({"block_see": "hand"}, {"block_part": "hand"}),
        ({"mask_part": "play"}, {"mask_kind": "play"}),
        ({"mask_part": "own"}, {}),
        ({"mask_part": "play", "mask_kind": "none"}, {"mask_kind": "none"}),
        ({"pos_where": ["map", "curves"]}, {"pos_curves": True}),
    ],
)
def test_an_old_name_says_what_it_said_under_the_name_of_today(old, today):
    assert address.decode(old) == (Choices(**today), ())


def test_what_no_name_says_today_is_told():
    old = {"qkv_x": "1.5", "mask_part": "<b>", "qkv_answer": "many"}
    assert address.decode(old)[1] == (
        "mask_part in the address comes from an earlier version and has no effect now.",
        "qkv_x in the address comes from an earlier version and has no effect now.",
    )


def test_no_name_of_today_is_an_old_one():
    old = {name for name in renamed.RENAMED if name not in renamed.names(name)}
    assert not old & address.RULES.keys()
    for said in renamed.RENAMED.values():
        for name, value in filter(None, said.values()):
            address.RULES[name].read(value)


@pytest.mark.parametrize(
    ("said", "stop"), [("true", "first-look"), ("1", "first-look"), ("false", "")]
)
def test_a_link_of_before_there_were_stops_opens_the_first_look(said, stop):
    chosen, notices = address.decode({"tour": said})
    assert (chosen.tour, notices) == (stop, ())
    assert address.decode({"tour": "root-d"})[0].tour == "root-d"
    assert address.decode({"again": "rows,root-d"})[0].again == "rows,root-d"
    assert "tour" in address.decode({"tour": "nowhere"})[1][0]
    assert "such as rows" in address.decode({"again": "nowhere"})[1][0]


def test_the_last_of_several_values_counts():
    assert address.decode({"head": ["3", "5"]})[0].head == 5


@pytest.mark.parametrize(
    ("written", "read"), [("1", True), ("0", False), ("true", True), ("False", False)]
)
def test_a_switch_is_read_as_links_and_as_streamlit_write_it(written, read):
    assert address.decode({"causal": written}) == (Choices(causal=read), ())


def test_another_version_is_said():
    assert "another version" in address.decode({"v": "2"})[1][0]


def test_a_link_holds_only_what_matters_on_its_page():
    written = address.encode(Choices(layer=2, compare_layer=1), "transformer")
    assert written["layer"] == "2"
    assert not [name for name in written if name.startswith("compare_")]


def test_what_the_browser_offers_is_adopted_only_where_it_fits():
    offered = {"layer": 1, "head": 9, "row": "12", "kind": None, "nothing": 3}
    assert address.adopt(Choices(), offered) == Choices(layer=1, row=12)


def test_choices_out_of_range_cannot_be_made():
    with pytest.raises(ValueError, match="from 0 to 12"):
        Choices(pads=13)
    with pytest.raises(TypeError, match="pads"):
        Choices(pads="1")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Choices().layer = 2


def test_a_choice_is_declared_once_with_its_value_its_rule_and_its_page():
    @dataclasses.dataclass(frozen=True)
    class Lab(Chosen):
        width: int = choice(3, Between(1, 8))

    assert Lab().width == 3 and Lab(width=8) != Lab()
    with pytest.raises(ValueError, match="from 1 to 8"):
        Lab(width=9)
    with pytest.raises(TypeError, match="width"):
        Lab(width=True)


def test_no_two_pages_declare_the_same_choice():
    own = [name for one in (pages.Choices, *LABS.values()) for name in vars(one)]
    declared = [name for name in own if name in address.RULES]
    assert sorted(declared) == sorted({*address.RULES} - {"step", "turned", "named"})


def test_a_page_s_links_say_its_own_choices_and_those_of_every_page():
    everywhere = (
        *("v", "sentence", "preset", "project", "lang", "course", "present"),
        *("tour", "again"),
    )
    assert address.used("models") == everywhere
    assert address.used("") == (
        *everywhere,
        *("start_t", "start_b", "start_beside"),
        *("pieces", "gloss", "tm", "bm", "view"),
    )
    assert address.used("sizes") == (
        *everywhere,
        *("step", "size_row", "size_blank", "size_show", "size_tied"),
        *("size_bits", "size_context"),
    )
    assert "turned" in address.used("scores")


def test_a_link_of_before_named_axes_opens_the_notation_it_meant():
    for raw, notation in (("true", "columns"), ("1", "columns"), ("false", "rows")):
        chosen, notices = address.decode({"turned": raw})
        assert (chosen.notation, notices) == (notation, ())
    assert address.decode({"turned": "true", "named": "true"})[0].notation == "named"


def test_every_choice_is_on_a_page_of_the_app():
    said = {name for page in PAGES for name in address.used(page)}
    assert said == set(address.RULES)
    assert set(LABS) < set(PAGES)


def test_what_is_chosen_in_a_sentence_goes_with_it():
    assert set(address.ROWS) == {"row", "b_row", "start_t", "start_b", "compare_row"}
    assert set(address.OF_THE_SENTENCE) == {
        *address.ROWS,
        *("preset", "target", "prefix", "b_prefix", "b_look", "word", "guess"),
        *("compare_a", "compare_b", "edges_of"),
    }


def test_a_choice_of_a_lab_is_read_as_its_lab_declares_it():
    chosen, _ = address.decode({"sc_d": "7"})
    assert isinstance(chosen, LABS["scores"]) and isinstance(chosen, pages.Choices)
    assert chosen.sc_d == 7


def test_a_language_is_a_folder_of_texts(tmp_path, monkeypatch):
    for name in ("fr", "en", "de"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes.md").touch()
    assert address.RULES["lang"] == OneOf(languages.languages())
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert languages.languages() == ("en", "de", "fr")


def test_numbers_for_an_address_are_said_as_an_address_writes_them():
    with pytest.raises(ValueError, match=r"from 1 to 2000$"):
        Between(1, 2000).read("x")


def test_a_model_is_meant_by_eight_hexadecimal_digits_or_not_at_all():
    rule = address.RULES["tm"]
    assert [rule.read(raw) for raw in ("", "0123abcd")] == ["", "0123abcd"]
    for raw in ("0123ABCD", "0123abc", "0123abcde", "0123abcd,ffffffff", "0123abcg"):
        with pytest.raises(ValueError, match="eight hexadecimal digits"):
            rule.read(raw)


def test_several_numbers_rise_and_have_dots_between_them():
    rule = Several(8)
    assert [rule.read(raw) for raw in ("", "3", "1.3.8")] == ["", "3", "1.3.8"]
    for raw in ("0", "9", "3.1", "1.1", "1,3", "1.", "01", "²"):
        with pytest.raises(ValueError, match=r"1 to 8, such as 1\.3\.5"):
            rule.read(raw)


def test_what_is_wanted_of_every_value_has_its_words():
    """A rule says what it wants only when it is broken: each is broken here."""
    for name in address.RULES:
        address.decode({name: "\x00 no,such,value"})


def test_a_lab_of_two_steps_says_so():
    for step in ("3", "9"):
        choices, (notice,) = address.decode({"step": step}, "listening")
        assert "from 1 to 2" in notice and choices.step == 1
    assert address.decode({"step": "3"}, "reviews")[0].step == 3
