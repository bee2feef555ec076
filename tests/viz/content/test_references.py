"""What the lectures name: each line says where its idea is shown, if anywhere."""

import pytest

from viz import address
from viz.content import errata, languages, references
from viz.content.slips import SlipError

FOUND = references.read(languages.FOLDER / "en" / references.NAME)
EVERY = (*FOUND.readings, *FOUND.books, *FOUND.uses)


def test_each_of_the_five_lectures_names_something():
    named = {name for one in (*FOUND.readings, *FOUND.books) for name in one.lectures}
    courses = {name for row in errata.rows()[1:] for name in errata.lectures(row)}
    assert named == courses - {"other courses"}


def test_papers_stand_in_the_order_of_their_years():
    years = [one.who.split(";")[0].split()[-1] for one in FOUND.readings]
    assert years == sorted(years)
    assert len({one.who for one in FOUND.readings}) == len(FOUND.readings)


def test_every_link_means_something_on_its_page():
    for one in EVERY:
        if one.opens:
            _, notices = address.decode(one.opens.opened)
            assert notices == (), one
            assert {*one.opens.state} <= {*address.used(one.opens.path)}, one


def test_the_first_translator_with_attention_leads_to_its_page():
    one = next(r for r in FOUND.readings if r.who.startswith("Bahdanau"))
    assert (one.title.split()[0], one.opens and one.opens.path) == (
        "Neural",
        "bahdanau",
    )
    assert one.lectures == ("AOS2", "dataflowr", "CSE 891", "NLP 2")


def test_what_is_not_built_leads_nowhere():
    arm = next(
        use for use in FOUND.uses if use.writes == "the next movement of its arm"
    )
    assert (arm.source, arm.opens) == ("Brohan et al. 2022", None)
    said = next(use for use in FOUND.uses if use.writes == "what was said")
    assert said.opens and said.opens.path == "listening"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('who = "A"', 'whom = "A"', "unknown key 'whom'; the nearest is who"),
        (
            'opens = "why"',
            'opens = "whi"',
            "line 6, book 1: there is no page 'whi'",
        ),
        ('line = "L"', "line = 3", "line 5, book 1: line must be a text"),
    ],
)
def test_a_slip_is_refused_with_its_line(tmp_path, old, new, says):
    good = '[[book]]\nwho = "A"\ntitle = "T"\nwhere = "W"\nline = "L"\nopens = "why"\n'
    file = tmp_path / "mine.toml"
    file.write_text(good)
    assert references.read(file).books[0].opens.path == "why"
    file.write_text(good.replace(old, new))
    with pytest.raises(SlipError, match=says):
        references.read(file)
