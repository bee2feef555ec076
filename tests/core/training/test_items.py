from pathlib import Path

import pytest

from core.errors import InputError
from core.training.items import Item, count_right, holds, read_items

ITEMS = Path(__file__).parents[3] / "recipes/held-out/items.tsv"


@pytest.mark.parametrize(
    ("french", "wanted", "right"),
    [
        ("Il a 62 500 places.", "62 500", True),
        ("Il a 62\u202f500 places.", "62 500", True),
        ("Il a 62500 places.", "62 500", True),
        ("Il a 162 500 places.", "62 500", False),
        ("Il a 62 5001 places.", "62 500", False),
        ("Août est chaud.", "août", True),
        ("En aoûtien convaincu.", "août", False),
        ("le 23 août", "23", True),
        ("le 231 août", "23", False),
        ("Il a 62 500 places.", "500", False),
        ("Il a 38 000 lapins.", "38", False),
        ("Il a 38,5 lapins.", "38", False),
        ("1\u202f740 repas", "740", False),
        ("en 1990, 2 hommes", "1990", True),
        ("en 1990, 2 hommes", "2", True),
    ],
)
def test_an_item_stands_in_the_french_as_a_whole(french, wanted, right):
    assert holds(french, wanted) is right


def test_a_name_keeps_its_capitals():
    assert holds("Messi joue.", "Messi", name=True)
    assert not holds("messi joue.", "Messi", name=True)


def test_what_is_right_is_counted_by_kind():
    items = [
        Item("month", "On July 9.", ("9", "juillet")),
        Item("month", "In May.", ("mai",)),
        Item("name", "Ada left.", ("Ada",)),
    ]
    written = ["Le 9 juin.", "En mai.", "Ada est partie."]
    found = count_right(items, lambda english: written)
    assert (found["of"], found["right"]) == (3, 2)
    assert found["kinds"] == {
        "month": {"of": 2, "right": 1},
        "name": {"of": 1, "right": 1},
    }
    assert found["wrong"] == [
        {"english": "On July 9.", "wanted": "9 juillet", "french": "Le 9 juin."}
    ]


def test_the_file_of_items_is_read():
    items = read_items(ITEMS)
    assert len(items) == 200
    assert items[0].wanted == ("38",)
    assert ("2008", "2014") in [item.wanted for item in items]


def test_a_line_without_its_columns_is_named_and_an_empty_one_is_none(tmp_path):
    path = tmp_path / "items.tsv"
    path.write_text("year\tIt was 1990.\t1990\n\n", encoding="utf-8")
    assert read_items(path) == [Item("year", "It was 1990.", ("1990",))]
    path.write_text("year\tIt was 1990.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"items\.tsv, line 1: 3 columns with tabs"):
        read_items(path)
