"""Errors that are addressed to the reader: texts with names, so that they translate."""

import ast
import copy
import pickle
from collections.abc import Iterator
from string import Formatter

import pytest

from core.errors import InputError
from core.networks.names import AttentionName
from tests.places import ROOT

OF_THE_COMMAND_LINE = (
    *("core/training/", "core/__main__.py", "core/commands/"),
    "core/other_models/",  # said to whoever calls it from Python
)


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `core` that makes such an error, and where it stands."""
    for path in sorted((ROOT / "core").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if made and node.func.id in ("InputError", "DamagedModel"):
                yield f"{file}:{node.lineno}", node


def template(node: ast.expr) -> str:
    """The text of an error; what it shares with another ends it, without slots."""
    return ast.literal_eval(node.left if isinstance(node, ast.BinOp) else node)


def test_an_error_is_its_text_with_every_slot_filled():
    error = InputError("no_word", "There is no word {word} of {last}.", word=9, last=5)
    assert str(error) == "There is no word 9 of 5."
    assert (error.name, error.slots) == ("no_word", {"word": 9, "last": 5})


def test_a_part_of_a_network_is_a_slot_as_it_is_and_spoken_in_english():
    name = AttentionName("decoder", 1, "cross_attention")
    error = InputError("empty", "{attention} is empty.", attention=name)
    assert str(error) == "decoder cross-attention, layer 2 is empty."
    assert error.slots == {"attention": name}


def test_a_text_alone_has_no_name_and_no_slots():
    error = InputError("{this} stands as it is.")
    assert str(error) == "{this} stands as it is."
    assert (error.name, error.slots) == ("", {})


@pytest.mark.parametrize("again", [copy.copy, lambda e: pickle.loads(pickle.dumps(e))])
def test_an_error_that_travels_keeps_its_text_its_name_and_its_slots(again):
    error = again(InputError("no_word", "There is no word {word}.", word=9))
    assert str(error) == "There is no word 9."
    assert (error.name, error.slots) == ("no_word", {"word": 9})


def test_every_error_that_a_page_may_show_has_a_name():
    unnamed = [
        where
        for where, call in raised()
        if len(call.args) < 2 and not where.startswith(OF_THE_COMMAND_LINE)
    ]
    assert unnamed == []


def test_a_name_stands_for_one_text_and_its_slots_are_given():
    texts: dict[str, set[str]] = {}
    for where, call in raised():
        if len(call.args) == 2:
            text = template(call.args[1])
            texts.setdefault(ast.literal_eval(call.args[0]), set()).add(text)
            asked = {slot for _, slot, _, _ in Formatter().parse(text) if slot}
            assert asked == {word.arg for word in call.keywords}, where
    assert {name for name, each in texts.items() if len(each) > 1} == set()
    assert len(texts) > 60
