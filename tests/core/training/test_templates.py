import random
import re
from pathlib import Path

import pytest

from core.errors import InputError
from core.training.items import read_items
from core.training.templates import SLOT, WORDS, Animal, Frames, filled, generate

FRAMES = Path(__file__).parents[3] / "recipes/pairs/frames.toml"


@pytest.fixture(scope="module")
def frames():
    return Frames.read(FRAMES)


@pytest.fixture(scope="module")
def pairs(frames):
    return list(generate(frames))


def test_every_frame_is_filled_in_and_no_pair_comes_twice(frames, pairs):
    assert 4_000 <= len(pairs) <= 9_000
    assert len(set(pairs)) == len(pairs)
    assert not [pair for pair in pairs if re.search(r"[{}]", "".join(pair))]
    assert len(frames.animals) >= 60


def test_the_same_seed_gives_the_same_pairs(frames, pairs):
    assert list(generate(frames)) == pairs
    assert list(generate(frames, seed=2)) != pairs


def test_what_is_copied_stands_on_both_sides(frames):
    lot = random.Random(1)
    for slot in ("name", "surname", "city", "number", "year", "age"):
        english, french = filled((f"{{{slot}}}", f"{{{slot}}}"), frames, lot)
        assert english == french
    english, french = filled(("{name} {name2} {name}", "{name2} {name}"), frames, lot)
    assert english.split()[:2] == french.split()[::-1]
    assert english.split()[0] == english.split()[2] != english.split()[1]


def test_half_of_the_names_are_invented_and_hardly_one_comes_twice(frames):
    lot = random.Random(1)
    known = {*frames.girls, *frames.boys}
    drawn = [filled(("{name}", "{name}"), frames, lot)[0] for _ in range(1_000)]
    new = [name for name in drawn if name not in known]
    assert 430 < len(new) < 570
    assert len(set(new)) > 0.97 * len(new)
    assert all(name == name.capitalize() and name.isalpha() for name in new)


def test_no_invented_name_is_one_that_a_model_is_asked_for(frames, pairs):
    known = {*frames.girls, *frames.boys, *frames.surnames, *frames.cities}
    asked = {
        word
        for item in read_items(FRAMES.parents[1] / "held-out/items.tsv")
        if item.kind == "name"
        for wanted in item.wanted
        for word in wanted.split()
    }
    told = {word for english, _ in pairs for word in re.findall(r"\w+", english)}
    assert not {word for word in asked & told if word not in known}


@pytest.mark.parametrize("number", range(1, 1000, 37))
def test_numbers_are_written_as_each_language_writes_them(frames, number):
    lot = random.Random(number)
    english, french = filled(
        ("{big}|{date}|{clock}", "{big}|{date}|{clock}"), frames, lot
    )
    big, date, clock = zip(english.split("|"), french.split("|"), strict=True)
    assert re.fullmatch(r"\d{1,3},\d{3}", big[0])
    assert big[0].replace(",", " ") == big[1]
    numbers = [re.findall(r"\d+", side) for side in date]
    assert sorted(numbers[0]) == sorted(numbers[1])
    assert re.fullmatch(r"(\d+ \w+|\w+ \d+,) \d{4}", date[0])
    assert clock[0].replace(":", " h ") == clock[1]


@pytest.mark.parametrize(
    ("line", "forms"),
    [
        (
            "raccoon raccoons; raton laveur; ratons laveurs; m",
            ("a raccoon", "un raton laveur", "le raton laveur", "les ratons laveurs"),
        ),
        (
            "owl owls; hibou; hiboux; mh",
            ("an owl", "un hibou", "le hibou", "les hiboux"),
        ),
        (
            "spider spiders; araignée; araignées; f",
            ("a spider", "une araignée", "l'araignée", "les araignées"),
        ),
        (
            "guinea pig guinea pigs; cochon d'Inde; cochons d'Inde; m",
            (
                "a guinea pig",
                "un cochon d'Inde",
                "le cochon d'Inde",
                "les cochons d'Inde",
            ),
        ),
    ],
)
def test_an_animal_has_its_articles(line, forms):
    found = Animal.read(line).forms()
    assert (*found["a"], found["the"][1], found["plural_the"][1]) == forms


def test_que_and_de_lose_their_vowel_before_a_name_that_begins_with_one(frames):
    lot = random.Random(1)
    frame = (
        "I say that {girl} is {boy}'s friend.",
        "Je dis que {girl} est ami de {boy}.",
    )
    found = [filled(frame, frames, lot) for _ in range(200)]
    for english, french in found:
        girl, boy = re.findall(r"[A-ZÀ-Þ]\w+", english)[-2:]
        assert (f"qu'{girl}" in french) == (girl[0] in "AEIOUÉÈ")
        assert (f"d'{boy}" in french) == (boy[0] in "AEIOUÉÈ")


def test_a_file_without_its_words_is_named(tmp_path):
    (tmp_path / "f.toml").write_text('[a]\ndraws = 1\npairs = [["x", "y"]]\n')
    with pytest.raises(InputError, match="words"):
        Frames.read(tmp_path / "f.toml")


def test_a_slot_that_cannot_be_filled_is_named(frames):
    with pytest.raises(InputError, match=r"There is no slot \{planet\}"):
        filled(("On {planet}.", "Sur {planet}."), frames, random.Random(1))


def test_every_slot_of_the_frames_is_one_that_can_be_filled(frames):
    known = {*WORDS, "a", "the", "plural", "plural_the", "plural_of"}
    used = {
        slot.group(1)[0].lower() + slot.group(1)[1:]
        for pair, _ in frames.frames
        for side in pair
        for slot in SLOT.finditer(side)
    }
    assert used <= known
