"""What is typed is read as the file says, which the browser's half reads too."""

from tests.viz.components.model.inputs import golden, read


def test_the_file_has_five_hundred_inputs_natural_and_hostile():
    typed = [one["typed"] for one in golden()]
    assert len(typed) == len(set(typed)) >= 500
    assert {"", "\x00", "THE DOG IS BLACK", "x" * 5000} <= set(typed)
    assert {one["wrong"] for one in golden() if "wrong" in one} == {
        *("nothing_typed", "only_invisible", "too_many_characters"),
        "too_many_pieces",
    }


def test_what_is_typed_is_read_as_ever():
    for one in golden():
        assert {"typed": one["typed"], **read(one["typed"])} == one
