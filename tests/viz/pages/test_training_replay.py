"""The training replay under Bahdanau: a guess first, then the kept moments."""

import pytest

from core.analysis import training_replay
from tests.viz.pages.reading import texts
from viz.pages.app import library
from viz.pages.bahdanau import training_replay as replay_section


@pytest.fixture(autouse=True)
def no_replay(monkeypatch):
    """Untrained models keep no moments of a training."""
    monkeypatch.setattr(training_replay, "load", lambda _: None)


def test_the_replay_asks_before_it_shows(opened, translators, monkeypatch):
    model = translators[library.BAHDANAU]
    frames = tuple(
        training_replay.take(model, update, loss, None)
        for update, loss in ((0, None), (10, 7.5), (300, 4.25))
    )
    kept = training_replay.Replay(training_replay.sentences(model), frames)
    monkeypatch.setattr(training_replay, "load", lambda _: kept)
    app = opened("bahdanau", b_more="replay", b_frame="3", b_watch="6")
    assert not app.exception
    assert not app.get("plotly_chart")
    app.button_group(key="replay-guess").set_value("diagonal").run()
    assert not app.exception
    assert "Update 300: loss 4.25, BLEU not measured" in texts(app)
    assert any(text.startswith("You expected the diagonal") for text in texts(app))
    assert len(app.get("plotly_chart")) == 2  # the map, the links found so far
    app.slider(key="pick-b_frame").set_value(1).run()
    assert "Update 0: no loss yet, BLEU not measured" in texts(app)


def test_a_replay_of_one_moment_needs_no_slider(opened, translators, monkeypatch):
    model = translators[library.BAHDANAU]
    one = training_replay.Replay(
        training_replay.sentences(model), (training_replay.take(model, 7, 3.25, 12.5),)
    )
    monkeypatch.setattr(training_replay, "load", lambda _: one)
    app = opened("bahdanau", b_more="replay", b_frame="12")
    app.button_group(key="replay-guess").set_value("unknown").run()
    assert not app.exception
    assert "Update 7: loss 3.25, BLEU 12.5" in texts(app)
    assert "Now you can see it." in texts(app)


def test_twelve_moments_are_shown_each_by_its_own_update(
    opened, translators, monkeypatch
):
    model = translators[library.BAHDANAU]
    taken = training_replay.take(model, 1, 3.25, 12.5)
    frames = tuple(
        training_replay.Frame(2**k, 9.0 - k / 2, k + 0.5, taken.maps) for k in range(12)
    )
    kept = training_replay.Replay(training_replay.sentences(model), frames)
    monkeypatch.setattr(training_replay, "load", lambda _: kept)
    app = opened("bahdanau", b_more="replay")
    app.button_group(key="replay-guess").set_value("diagonal").run()
    for moment in (1, 2, 11, 12):
        app.slider(key="pick-b_frame").set_value(moment).run()
        assert not app.exception
        shown = f"Update {2 ** (moment - 1):,}: loss {9.5 - moment / 2:.2f}, BLEU"
        assert any(text.startswith(shown) for text in texts(app)), moment


@pytest.mark.parametrize(
    ("guess", "earlier", "said"),
    [
        ("diagonal", 0, "You expected the diagonal, and that is what happened here."),
        (
            "phrase",
            0,
            "You expected the reordered phrase. Here it was the other way round.",
        ),
        (
            "phrase",
            None,
            "You expected the reordered phrase. These snapshots can't decide it.",
        ),
        ("unknown", 1, "Now you can see it."),
    ],
)
def test_what_is_said_to_a_guess_follows_from_the_moments(guess, earlier, said):
    assert replay_section._to(guess, earlier) == said


def test_a_model_without_kept_moments_says_so(opened):
    app = opened("bahdanau", b_more="replay")
    assert any(text.startswith("No snapshots of the training") for text in texts(app))
