"""Models are held once, results are bounded, and heavy work queues."""

import contextvars
import threading
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st
import torch

from core.errors import InputError
from core.trace import Experiment
from core.training.tokenizer import train
from tests.core.tiny import LINES, make_transformer, make_translator
from viz.content import texts
from viz.pages.app import library
from viz.pages.app.store import weigh


def test_a_result_is_built_once_and_the_oldest_is_forgotten():
    store, built = library.Store(max_entries=2), []

    def build(key):
        return lambda: built.append(key) or key

    for key in ("a", "b", "a", "c", "a", "b"):
        assert store.get(key, build(key)) == key
    assert built == ["a", "b", "c", "b"]


def test_what_many_ask_for_at_once_is_built_once():
    store, built, release = library.Store(max_entries=2), [], threading.Event()

    def build():
        release.wait(5)
        built.append(1)
        return "result"

    results = []
    threads = [
        threading.Thread(target=lambda: results.append(store.get("key", build)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    release.set()
    for thread in threads:
        thread.join(5)
    assert results == ["result"] * 8
    assert built == [1]


def test_an_experiment_that_changes_nothing_is_no_work_of_its_own(monkeypatch):
    passes = []

    def explain(sentence, target, experiment, prefix):
        passes.append((sentence, target, experiment))
        return len(passes)

    shared = SimpleNamespace(digest="0123abcd", explain=explain)
    monkeypatch.setattr(library, "model", lambda _: shared)
    monkeypatch.setattr(library, "_store", library.Store(8))
    assert library.trace("t", "Fish.") == 1
    assert library.trace("t", "Fish.", "", Experiment()) == 1
    assert library.trace("t", "Fish.", None, Experiment(pads=2)) == 2


def test_a_build_that_fails_leaves_nothing_behind():
    store = library.Store(max_entries=2)
    with pytest.raises(InputError, match="too long"):
        store.get("key", lambda: _refuse("too long"))
    assert store.get("key", lambda: "result") == "result"


def _refuse(message):
    raise InputError(message)


def test_what_a_visitor_can_clear_holds_neither_models_nor_results(monkeypatch):
    loads = []
    monkeypatch.setattr(library, "_models", {})
    monkeypatch.setattr(library, "_store", library.Store(8))
    monkeypatch.setattr(library, "_load", lambda name: loads.append(name) or name)
    before = library.model("t"), library.kept("key", object)
    st.cache_data.clear()
    st.cache_resource.clear()
    assert (library.model("t"), library.kept("key", object)) == before
    assert loads == ["t"]


def test_a_process_is_ready_when_one_of_its_models_translates(monkeypatch):
    def trace(name, sentence):
        if name == library.BAHDANAU:
            raise InputError("weights.safetensors is damaged")

    def prepared(trace):
        monkeypatch.setattr(library, "trace", trace)
        monkeypatch.setattr(library, "_warming", threading.Event())
        monkeypatch.setattr(library, "_working", set())
        monkeypatch.setattr(library.gc, "freeze", lambda: None)
        return library.prepare("Fish."), library.prepare("Fish.")

    assert prepared(trace) == (True, True)
    assert prepared(lambda *_: _refuse("damaged")) == (False, False)
    assert prepared(lambda *_: [][0]) == (False, False)


def test_a_full_gate_is_busy_and_an_empty_one_lets_pass():
    gate = library.Gate(width=1, waiting=0, patience=5.0)
    inside, leave = threading.Event(), threading.Event()

    def stay():
        with gate.passing():
            inside.set()
            leave.wait(5)

    thread = threading.Thread(target=stay)
    thread.start()
    inside.wait(5)
    with pytest.raises(library.Busy), gate.passing():
        pass
    leave.set()
    thread.join(5)
    with gate.passing(), gate.passing():  # a nested computation does not queue again
        pass


def test_a_queue_that_does_not_move_is_busy():
    gate = library.Gate(width=1, waiting=1, patience=0.01)
    gate._running.acquire()
    with pytest.raises(library.Busy), gate.passing():
        pass
    gate._running.release()
    with gate.passing():
        pass


def test_a_damaged_model_is_said_and_tried_again_after_a_while(monkeypatch):
    tries = []

    def load(name):
        tries.append(name)
        raise InputError("weights.safetensors is damaged")

    monkeypatch.setattr(library, "_models", {})
    monkeypatch.setattr(library, "_failures", {})
    monkeypatch.setattr(library, "_load", load)
    clock = iter([100.0, 100.0, 110.0, 140.0, 140.0])
    # of this module alone: a server of other tests may run beside in a thread
    monkeypatch.setattr(library, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    for _ in range(3):
        with pytest.raises(InputError, match="is damaged"):
            library.model("transformer-en-fr")
    assert len(tries) == 2


def test_an_unexpected_failure_is_a_sentence_that_names_the_model(monkeypatch):
    monkeypatch.setattr(library, "_models", {})
    monkeypatch.setattr(library, "_failures", {})
    monkeypatch.setattr(library, "_load", lambda _: [][0])
    with pytest.raises(InputError, match="bahdanau-en-fr cannot be loaded; the rest"):
        library.model("bahdanau-en-fr")


def test_what_is_kept_is_bounded_in_bytes_too():
    store = library.Store(max_entries=9, max_bytes=3000)
    for number in range(100):
        store.get(number, lambda: np.zeros(100))  # 800 bytes each
    assert store.bytes == 2400
    built = []
    store.get(97, lambda: built.append("again"))
    store.get(96, lambda: built.append("gone"))
    assert built == ["gone"]


def test_one_result_larger_than_the_bound_is_kept_alone():
    store = library.Store(max_entries=9, max_bytes=3000)
    store.get("small", lambda: b"x" * 10)
    store.get("large", lambda: b"x" * 5000)
    assert store.bytes == 5000
    store.get("small", lambda: b"x" * 10)
    assert store.bytes == 10


@pytest.fixture
def tiny():
    tokenizer = train(LINES, size=410)
    return make_translator(make_transformer(tokenizer.size), tokenizer)


def test_a_hundred_sentences_stay_within_the_bound(tiny, monkeypatch):
    one = weigh(tiny.explain("The woman ate the fish."))
    store = library.Store(256, 10 * one)
    monkeypatch.setattr(library, "_store", store)
    monkeypatch.setitem(library._models, "tiny", tiny)
    for number in range(100):
        library.trace("tiny", f"The woman ate {number} fish.", "La femme.")
        assert store.bytes <= 10 * one


def test_memory_that_is_shared_is_weighed_once():
    numbers = torch.zeros(1000)
    assert weigh(numbers) == 4000
    assert weigh([numbers, numbers[3:7]]) == 4000 + 64
    array = np.zeros(500)
    assert weigh({"a": array, "b": array[2:]}) == 4000 + 64 + 2
    assert weigh(b"12345") == 5


def test_results_of_other_places_and_other_languages_are_kept_apart():
    def one():
        return library.kept("the same key", lambda: "one")

    def other():
        return library.kept("the same key", lambda: texts.language())

    assert (one(), other(), one()) == ("one", "en", "one")
    run = contextvars.copy_context()
    run.run(texts.speak, "fr")
    assert run.run(other) == "fr"
    assert other() == "en"


def test_a_small_model_that_is_missing_is_named_and_tried_again(tmp_path, monkeypatch):
    monkeypatch.setattr("core.in_use.small.WORLDS", tmp_path)
    for _ in range(2):
        with pytest.raises(InputError, match="'captions-none' is missing"):
            library.small("captions-none")
    assert library.broken("captions-none")
