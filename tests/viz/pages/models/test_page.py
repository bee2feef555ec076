"""Data and results: what the folders hold and no more; damage stays in its part."""

import sys
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from core import checkpoint
from core.errors import InputError
from tests.places import APP
from viz.content import texts as sentences
from viz.content.path import the_path
from viz.pages.app import library
from viz.pages.app.navigation import offered
from viz.pages.models import cards
from viz.pages.models import page as models

CARD = "# tiny\n\n## Data\n\n```\n# a remark\npython -m core train\n```\n"
HISTORY = [
    {"update": 500.0, "pieces": 68e4, "minutes": 13.0, "loss": 6.0, "bleu": 3.5},
    {"update": 1000.0, "pieces": 14e5, "minutes": 26.0, "loss": 4.5, "bleu": 20.0},
]
QUALITY = {
    "tatoeba/valid": {
        "bleu": 31.5,
        "chrf": 52.75,
        "signature": "BLEU|2.6.0",
        "sentences": 2295,
        "by_length": [{"from": 6, "to": 10, "sentences": 1204, "bleu": 33.25}],
    }
}
ALIGNMENT = {
    "alibi": {
        "sentences": 522,
        "left_out": 0,
        "diagonal": {"error_rate": 0.512},
        "maps": [
            {
                "map": "decoder.1.cross_attention",
                "head": "mean",
                "reading": "predicted",
                "error_rate": 0.22,
            }
        ],
    }
}
BEST = {"map": "decoder.1.cross_attention", "head": None, "reading": "predicted"}
MEASURED = {"quality": QUALITY, "alignment": ALIGNMENT, "best_alignment": BEST}


def model(name, card=CARD, history=HISTORY, **info):
    kind = name.split("-")[0]
    sizes = {"vocabulary": 1999, "n_layers": 2, "n_heads": 3, "d_model": 12}
    sizes |= {"d_hidden": 20, "d_state": 7, "d_embedding": 10, "d_align": 9}
    return SimpleNamespace(
        name=name,
        kind=kind,
        digest="0123abcd",
        folder=None,
        card=card,
        history=tuple(history),
        info={"sizes": sizes, **info},
        parameters=1507,
    )


@pytest.fixture
def show(monkeypatch, tmp_path):
    """The page with given models in the place of the shipped ones."""

    def show(found, **query):
        def open_(name):
            if name not in found:
                raise InputError(f"The model {name} is missing.")
            if isinstance(found[name], InputError):
                raise found[name]
            return found[name]

        monkeypatch.setattr(library, "any_model", open_)
        monkeypatch.setattr(library, "warm_up", lambda _: None)
        monkeypatch.setattr(library, "_store", library.Store(8))
        monkeypatch.setattr(checkpoint, "SHIPPED", tmp_path)
        monkeypatch.setitem(sys.modules, "viz.pages.start.page", models)
        app = AppTest.from_file(APP, default_timeout=60)
        for name, value in query.items():
            app.query_params[name] = value
        return app.run()

    folder = tmp_path / library.TRANSFORMER
    folder.mkdir()
    (folder / "weights.safetensors").write_bytes(bytes(3 * 2**20))
    return show


@pytest.fixture
def both():
    return {
        library.BAHDANAU: model(library.BAHDANAU),
        library.TRANSFORMER: model(library.TRANSFORMER, **MEASURED),
    }


def texts(app):
    return [text.value for text in app.text]


def html(app):
    return "".join(element.proto.body for element in app.get("html"))


def test_each_model_says_what_it_is(show, both):
    app = show(both)
    assert not app.exception
    shown = html(app)
    assert ">1,507; the folder has 3.0 MiB</td>" in shown
    assert ">transformer-en-fr, 0123abcd</td>" in shown
    assert "2 + 2 layers, 3 heads in each, width 12, feed-forward 20" in shown
    assert "states of 7 in each direction" in shown
    assert "1,000 updates, 1,400,000 pieces, 26 minutes" in shown


def test_figures_come_from_the_folders_and_a_missing_one_is_said(show, both):
    app = show(both)
    row = "Tatoeba, held out: Transformer</th><td>31.5</td><td>52.8</td><td>2,295</td>"
    assert row in html(app)
    assert "Stories, linked by people: Transformer</th><td>22.0%</td>" in html(app)
    assert '<pre class="verbatim">BLEU|2.6.0</pre>' in html(app)
    assert "Not measured yet: bahdanau-en-fr." in texts(app)


def test_the_page_begins_with_a_question_and_how_good_the_models_are(show, both):
    app = show(both)
    (title,) = app.title
    assert title.value == "What did the models learn from, and how good are they?"
    lead = app.markdown[0].value
    assert lead.startswith(
        "The models learned to translate from pairs of everyday sentences"
    )
    assert "their BLEU scores are 31.5 (Transformer)." in lead
    assert lead.endswith("Don't rely on their translations.")


def test_a_figure_that_was_not_measured_is_not_said_in_the_lead(show, both):
    app = show({library.BAHDANAU: both[library.BAHDANAU]})
    assert "BLEU" not in app.markdown[0].value


def test_long_lists_are_folded_under_their_own_headings(show, both):
    labels = [box.label for box in show(both).expander]
    for name in ("Symbols in papers and lectures", "Where notations differ"):
        assert name in labels
    for name in ("Slips in lectures", "Which page shows what"):
        assert name in labels


def test_the_curves_are_drawn_twice_said_once_and_can_be_read_as_a_table(show, both):
    app = show(both)
    charts = app.get("plotly_chart")
    assert len(charts) == 2
    assert "Bahdanau was measured 2 times." in html(app)
    assert "<td>1,000</td><td>26</td><td>1,400,000</td><td>4.5</td>" in html(app)


def test_the_model_without_attention_may_be_there_or_not(show, both):
    app = show(both)
    assert not app.exception
    assert "### Fixed vector" not in [part.value for part in app.markdown]
    assert not any("rnn-en-fr" in text for text in texts(app))


def test_a_third_model_stands_beside_the_two(show, both):
    part = {"from": 6, "to": 10, "sentences": 150, "of": 900, "bleu": 9.25}
    part |= {"low": 7.5, "high": 11.25}
    whole = {**QUALITY["tatoeba/valid"], "by_length": [part]}
    third = model(library.FIXED, quality={"hansards/valid": whole})
    app = show({**both, library.FIXED: third})
    assert not app.exception
    assert "### Fixed vector" in [part.value for part in app.markdown]
    assert "one vector for the whole sentence" in html(app)
    assert len(app.get("plotly_chart")) == 3
    assert any(
        text.startswith("Fixed vector: BLEU 9.2 for 6–10 words") for text in texts(app)
    )


def test_what_was_tried_is_a_table(show, both, tmp_path):
    written = "change,bleu,verdict\n<b>wider,31.5,discarded\n"
    (tmp_path / library.TRANSFORMER / "trials.csv").write_text(written)
    app = show(both)
    row = '&lt;b&gt;wider</th><td>31.5</td><td class="words">discarded</td>'
    assert row in html(app)


def test_numbers_are_written_as_the_language_writes_them():
    sentences.speak("fr")
    try:
        assert [models._cell(one) for one in (1000.0, 26.5, None)] == [
            *("1\u202f000", "26,5", ""),
        ]
        assert [models._as_measured(one) for one in ("31.5", 4.25, "v2.0, wider")] == [
            *("31,5", "4,25", "v2.0, wider"),
        ]
    finally:
        sentences.speak(sentences.ENGLISH)


def test_a_damaged_model_leaves_the_other_alone(show, both):
    damaged = InputError("The model 'transformer-en-fr' lacks its file config.json.")
    app = show(both | {library.TRANSFORMER: damaged})
    assert not app.exception
    assert str(damaged) in texts(app)
    assert ">1,507; the folder has 0.0 MiB</td>" in html(app)
    assert [part.label for part in app.expander][-1] == "The card of bahdanau-en-fr"


def test_without_any_model_the_page_still_teaches(show):
    names = (library.BAHDANAU, library.TRANSFORMER)
    missing = {n: InputError(f"{n} is missing: no manifest.json.") for n in names}
    app = show(missing)
    assert not app.exception
    assert {str(problem) for problem in missing.values()} <= set(texts(app))
    assert any("How to read this app" in part.value for part in app.markdown)


def test_every_page_of_the_app_is_a_click_away(show, both):
    app = show(both)
    labels = {link.proto.label for link in app.get("page_link")}
    path = the_path()
    lessons = [place for lesson in path.lessons for place in path.pages(lesson)]
    everywhere = (*lessons, *path.beside, *path.models, *path.beyond)
    titles = {place.title for place in everywhere if offered(place)}
    assert titles - labels == {path.places["models"].title}


def test_projector_mode_hides_the_lesson(show, both):
    app = show(both, project="1")
    assert not any("How to read this app" in part.value for part in app.markdown)


def test_a_card_keeps_its_command_and_lowers_its_headings():
    assert cards.demoted(CARD) == (
        "#### tiny\n\n##### Data\n\n`# a remark`\n\n`python -m core train`\n"
    )
