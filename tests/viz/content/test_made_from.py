"""What changes in English after it was translated is said in English, and listed."""

import subprocess
import sys

import pytest

from core.errors import InputError
from tests.viz.languages import forget
from viz.content import (
    examples,
    exercise_sets,
    languages,
    lessons,
    made_from,
    missing,
    path,
    plans,
    presets,
    references,
    texts,
    walk_texts,
)
from viz.content.__main__ import main

WORDS = {
    "texts/lists.toml": 'two = "{first} et {second}"\ncomma = "{first}, {second}"\n',
    "texts/errors.toml": 'nothing_typed = "Rien."\n',
    "transformer-walk.toml": '[tokens]\nsays = "{rows} morceaux."\n',
    "path.toml": '[heads]\ntitle = "Têtes"\nline = "Plusieurs"\n',
    "presets.toml": '[[preset]]\nid = "fish"\nwhy_short = "mot à mot"\n',
    "errata.md": "Rien.\n",
    "references.toml": '[[use]]\nwrites = "une estimation"\nopens = "no"\n',
    "classes/class-90.toml": '[[stop]]\nline = "Un mot"\nopens = "masks"\n',
    "examples.toml": '[[set]]\nid = "everyday"\ntitle = "Tous les jours"\n',
}


def said() -> tuple[str, ...]:
    """One entry of every kind of file."""
    return (
        texts.texts("lists")("two", first="a", second="b"),
        texts.error(InputError("nothing_typed", NOTHING)),
        walk_texts.load("transformer", texts.language())["tokens"]["says"],
        path.the_path().places["heads"].title,
        presets.shipped()[0].why_short,
        str(lessons.load("errata", texts.language()).parts[0]),
        references.references().uses[0].writes,
        plans.plan("class-90").stops[0].line,
        next(one.title for one in examples.shipped() if one.id == EVERYDAY),
    )


NOTHING = missing.errors()["nothing_typed"]
EVERYDAY = examples.shipped()[0].id


@pytest.fixture
def french(folder_of):
    """A folder that says something in every kind of file."""
    first = WORDS["examples.toml"].replace("everyday", EVERYDAY)
    return folder_of("fr", {**WORDS, "examples.toml": first})


@pytest.fixture(autouse=True)
def _fresh():
    forget()
    yield
    forget()


def test_what_was_made_from_the_english_of_today_is_said(french, monkeypatch):
    before = said()
    monkeypatch.setattr(sys, "argv", ["", "--made-from", "fr"])
    assert main() == 0
    forget()
    assert said() == before
    assert before[0] == "a et b" and before[1] == "Rien." and before[3] == "Têtes"
    assert before[6:] == ("une estimation", "Un mot", "Tous les jours")
    assert not [line for line in missing.missing("fr") if "not in it" in line]


def test_what_was_made_from_another_english_is_said_in_english_and_listed(french):
    made = dict.fromkeys(missing.made_of("fr"), "00000000")
    made_from.write("fr", made)
    forget()
    now = said()
    texts.speak(languages.ENGLISH)
    forget()
    english = said()
    assert now == english
    listed = {line for line in missing.missing("fr") if "changed since" in line}
    assert "texts/lists.toml: two changed since" in listed
    assert "path.toml: heads.title changed since" in listed
    assert "classes/class-90.toml: stop.1.line changed since" in listed


def test_one_entry_is_stale_and_its_neighbour_is_not(french):
    made_from.write("fr", {"path.toml: heads.title": "00000000"})
    forget()
    place = path.the_path().places["heads"]
    assert (place.title, place.line) == ("Heads", "Plusieurs")


def test_a_stale_entry_stays_so_until_it_is_named(french, monkeypatch, capsys):
    made_from.write("fr", {"path.toml: heads.title": "0", "gone.md: lesson": "1"})
    for named, kept in (((), True), (("path.toml: heads.title",), False)):
        monkeypatch.setattr(sys, "argv", ["", "--made-from", "fr", *named])
        assert main() == 0
        assert (made_from.recorded("fr")["path.toml: heads.title"] == "0") == kept
        assert "gone.md: lesson" not in made_from.recorded("fr")
    monkeypatch.setattr(sys, "argv", ["", "--made-from", "fr", "nowhere.md"])
    assert main() == 1
    assert "nowhere.md" in capsys.readouterr().err


def test_links_of_another_language_are_those_of_english_and_listed(french):
    assert plans.plan("class-90").stops[0].path != "masks"
    found = missing.missing("fr")
    assert "classes/class-90.toml: stop.1.opens unlike English" in found
    assert "references.toml: use.1.opens unlike English" in found


def test_an_exercise_says_to_a_translated_choice_what_english_says_to_it(
    tmp_path, monkeypatch
):
    name = "first-lecture"
    english = exercise_sets.shipped(name)
    one = next(e for e in english.exercises for w in e.when if w.said)
    choices = ", ".join(f'{{ say = "Choix {n}" }}' for n in (1, 2, 3))
    folder = tmp_path / "exercises"
    folder.mkdir()
    (folder / "en").symlink_to(exercise_sets.FOLDER / "en")
    (folder / "fr").mkdir()
    (folder / "fr" / f"{name}.toml").write_text(
        f'[[exercise]]\nid = "{one.id}"\nask = "Quoi ?"\n'
        f'predict = {{ kind = "choice", choices = [{choices}] }}\n',
        "utf-8",
    )
    monkeypatch.setattr(exercise_sets, "FOLDER", folder)
    forget()
    french = exercise_sets.shipped(name, "fr")
    now = next(e for e in french.exercises if e.id == one.id)
    places = {choice.say: at for at, choice in enumerate(one.predict.choices)}
    called = [choice.say for choice in now.predict.choices]
    assert now.ask == "Quoi ?" and called[0] == "Choix 1"
    assert [called.index(s) for w in now.when for s in w.said] == [
        places[s] for w in one.when for s in w.said
    ]
    assert [choice.bounds for choice in now.predict.choices] == [
        choice.bounds for choice in one.predict.choices
    ]


@pytest.mark.parametrize("lang", languages.languages()[1:])
def test_a_shipped_language_has_the_structure_of_english(lang):
    wrong = [
        one for one in missing.lacks(lang) if one.wrong not in ("", "changed since")
    ]
    assert wrong == []


def test_nothing_of_a_language_is_read_and_no_library_for_a_reader_of_english(
    folder_of,
):
    folder = folder_of("es", {"texts/app.toml": "= broken", "start.md": "Inicio."})
    script = (
        "import sys, pathlib; from viz.content import languages\n"
        f"languages.FOLDER = pathlib.Path({str(folder.parent)!r})\n"
        "opened = []; read = pathlib.Path.read_text\n"
        "def noted(p, *a, **b):\n    opened.append(str(p)); return read(p, *a, **b)\n"
        "pathlib.Path.read_text = noted\n"
        "from viz.content import lessons, path, presets, terms\n"
        "from viz.pages.app import titles\n"
        "titles.preview('heads', '', 'en-GB'); lessons.load('start')\n"
        "path.the_path(); presets.shipped(); terms.terms()\n"
        "assert languages.languages() == ('en', 'es')\n"
        "assert not [p for p in opened if '/es/' in p], opened\n"
        "assert 'babel' not in sys.modules\n"
        "titles.preview('heads', '', 'es-MX, en;q=0.5')\n"
        "assert lessons.load('start', 'es').parts == ('Inicio.',)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, fr;q=0.5, en;q=0.7", "en"),
        ("de;q=1, FR-ca;q=0.3", "fr"),
        ("fr;q=0", "en"),
        ("de, fr;q=0.000", "en"),
        ("pt-PT", "en"),
        ("pt, fr;q=0.1", "pt-BR"),
        ("*, fr;q=x,;q=", "en"),
    ],
)
def test_a_browser_gets_the_first_of_its_languages_that_there_is(
    folder_of, accepted, lang
):
    folder_of("fr", {})
    folder_of("pt-BR", {})
    assert languages.wished(accepted) == lang
