"""A run that somebody stops, or a machine kills, goes on where it was."""

import os
import signal

import pytest

from core.training import loop
from core.training.loop import train
from core.training.stopping import Stopped, stoppable
from tests.core.training.runs import assert_same_run, quality, short, state_of

pytestmark = pytest.mark.usefixtures("single_precision")
RECIPE = short("bahdanau")


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl+C while an update is made: the fifth, between two validations."""
    learned = loop.learn

    def learn(run, batch, schedule):
        if run.progress.update == 4:
            os.kill(os.getpid(), signal.SIGINT)
        return learned(run, batch, schedule)

    monkeypatch.setattr(loop, "learn", learn)
    yield
    monkeypatch.undo()


def test_a_stop_waits_for_its_update_and_says_which(
    corpus, tokenizer, tmp_path, interrupted
):
    with stoppable() as stop, pytest.raises(Stopped):
        train(RECIPE, corpus, tokenizer, quality, tmp_path / "cut", stop=stop)
    assert stop.where() == "after update 5 of 8"
    assert state_of(tmp_path / "cut")["progress"]["update"] == 5


@pytest.mark.parametrize("at", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_goes_on_to_the_very_same_weights(
    at, corpus, tokenizer, tmp_path
):
    train(RECIPE, corpus, tokenizer, quality, tmp_path / "whole")
    asked = []

    def validate(network):
        asked.append(network)
        if len(asked) == 2:
            os.kill(os.getpid(), at)
        return quality(network)

    with stoppable() as stop, pytest.raises(Stopped):
        train(RECIPE, corpus, tokenizer, validate, tmp_path / "cut", stop=stop)
    assert stop.where() == "after update 4 of 8"
    assert state_of(tmp_path / "cut")["progress"]["owed"]
    train(RECIPE, corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")


def test_the_state_is_saved_between_validations_after_half_a_minute(
    corpus, tokenizer, tmp_path, monkeypatch
):
    monkeypatch.setattr(loop, "SAVE_EVERY", 0.0)
    learned = loop.learn

    def learn(run, batch, schedule):
        if run.progress.update == 5:
            raise MemoryError
        return learned(run, batch, schedule)

    train(RECIPE, corpus, tokenizer, quality, tmp_path / "whole")
    monkeypatch.setattr(loop, "learn", learn)
    with pytest.raises(MemoryError):
        train(RECIPE, corpus, tokenizer, quality, tmp_path / "cut")
    assert state_of(tmp_path / "cut")["progress"]["update"] == 5
    monkeypatch.setattr(loop, "learn", learned)
    train(RECIPE, corpus, tokenizer, quality, tmp_path / "cut")
    assert_same_run(tmp_path / "whole", tmp_path / "cut")
