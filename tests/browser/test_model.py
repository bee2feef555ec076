"""The translators in Chromium are those of the library: pieces, French, every map."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from core.errors import InputError
from core.experiments.experiment import Experiment
from core.in_use.translator import Translator, load
from tests.places import ROOT
from tests.viz.components.model.inputs import golden
from viz.address import Choices, experiments
from viz.payload.maps import next_places, next_rows
from viz.payload.stacks import sequence

READ = """
async inputs => {
  const { accept } = await import("./model/accept.js");
  const { Tokenizer } = await import("./model/tokenizer.js");
  const file = await fetch("./models/transformer-en-fr/tokenizer.json");
  const tokenizer = new Tokenizer(await file.json());
  return inputs.map(typed => {
    try {
      const { text, removed, replaced, readSmall } = accept(typed);
      const { ids, pieces, words, wordOf } = tokenizer.encode(text);
      return { typed, text, removed, replaced, small: readSmall, ids, pieces, words,
        word_of: wordOf };
    } catch (problem) {
      return { typed, wrong: problem.message };
    }
  });
}
"""
MODEL = """
  (window.models ??= {})[name] ??= (async () => {
    const { load } = await import("./model/model.js");
    const file = part => fetch(`./models/${name}/${part}`);
    return load({ config: await (await file("config.json")).json(),
      tokenizer: await (await file("tokenizer.json")).json(),
      weights: await (await file("weights.safetensors")).arrayBuffer() });
  })()
"""
"""The model of that name, loaded once."""
TRANSLATE = """
async ([name, sentences]) => {
  const model = await (%s);
  const plain = part => part instanceof Float32Array ? [...part]
    : Array.isArray(part) ? part.map(plain) : part;
  return sentences.map(sentence => {
    const { steps, encoder, written, ids, chances, finished } =
      model.translate(sentence);
    return { ids, chances, finished, words: written.words, encoder: plain(encoder),
      steps: steps.map(({ self, cross }) => (
        { self: plain(self), cross: plain(cross) })) };
  });
}
"""
PASS = """
async ([name, sentences, ofWords]) => {
  const model = await (%s);
  const { sidesOf, sequenceOf, stacksOf, nextPlaces, nextRows } =
    await import("./model/pass.js");
  return sentences.map(sentence => {
    const pass = model.translate(sentence), sides = sidesOf(pass, model.tokenizer);
    const of = { source: "source", read: "output", predicted: "output" };
    return { sequences: Object.fromEntries(Object.entries(sides).map(([name, side]) =>
        [name, sequenceOf(side, of[name], name, ofWords)])),
      next: nextRows(pass, model.tokenizer, nextPlaces(sides.predicted, ofWords)),
      stacks: stacksOf(pass, sides, ofWords).map(({ values, ...stack }) => ({ ...stack,
        values: [...values].map(one => Number.isNaN(one) ? null : one) })) };
  });
}
"""
SIXTY = [
    line.split("\t")[1]
    for line in (ROOT / "recipes/held-out/sixty.tsv").read_text("utf-8").splitlines()
]
SENTENCES = ["The woman ate the fish.", "hello", "I can’t—“no”.", *SIXTY[::8]]
MODELS = ("transformer-en-fr", "bahdanau-en-fr")
ROUNDED, CHANCE = 2e-5, 1e-3


@pytest.fixture(scope="module", params=MODELS)
def both(request: pytest.FixtureRequest, modules: Page) -> tuple[Translator, list[Any]]:
    """A model of the library, and what the browser's half makes of the sentences."""
    return load(request.param), modules.evaluate(
        TRANSLATE % MODEL, [request.param, SENTENCES]
    )


CHANGED = """
async ([name, sentences, experiment]) => {
  const model = await (%s);
  const { sidesOf, stacksOf } = await import("./model/pass.js");
  return sentences.map(sentence => {
    const pass = model.translate(sentence, experiment);
    const scores = pass.steps.map(({ scores }) => [...scores].sort((a, b) => b - a));
    return { ids: pass.ids, gaps: scores.map(([one, two]) => one - two),
      logged: pass.chances.reduce((sum, one) => sum + one, 0),
      stacks: stacksOf(pass, sidesOf(pass, model.tokenizer), false).map(({ values }) =>
        [...values].map(one => Number.isNaN(one) ? null : one)) };
  });
}
"""
EXPERIMENTS = (
    {"silence": "cross.3.1,encoder.2.3"},
    {"forbid": "encoder.1.*.*-1"},
    {"forbid": "cross.3.*.2-1,cross.1.2.1-1"},
    {"forbid": "decoder.1.2.3-1"},
    {"causal": False},
    {"without": "positions.encoder,positions.decoder"},
    {"causal": False, "silence": "decoder.1.1", "prefix": "Il"},
    {"prefix": "Je ne"},
)
TIED = 1e-3
"""Where the two best scores are nearer than this, either may be written."""


def test_whatever_is_typed_is_read_alike(modules: Page):
    found = modules.evaluate(READ, [one["typed"] for one in golden()])
    for mine, theirs in zip(found, golden(), strict=True):
        assert mine == theirs


def test_the_same_pieces_are_written_with_the_same_probabilities(both):
    model, found = both
    for sentence, mine in zip(SENTENCES, found, strict=True):
        translation = model.translate(sentence)
        assert mine["ids"] == list(translation.pieces.ids), sentence
        assert mine["words"] == list(translation.pieces.words)
        assert mine["finished"] == translation.finished
        assert sum(mine["chances"]) == pytest.approx(
            translation.log_probability, abs=CHANCE
        )


def test_every_head_of_every_attention_has_the_same_weights(both):
    model, found = both
    for sentence, mine in zip(SENTENCES, found, strict=True):
        trace = model.explain(sentence)
        for name in trace.attentions():
            theirs = trace.record.attention(name)[0].numpy()
            for head, weights in enumerate(theirs):
                for query, row in enumerate(weights):
                    if name.stack == "encoder":
                        got = mine["encoder"][name.layer][head][query]
                    else:
                        kind = "self" if name.kind == "self_attention" else "cross"
                        got = mine["steps"][query][kind][name.layer][head]
                    np.testing.assert_allclose(
                        got, row[: len(got)], atol=ROUNDED, rtol=0
                    )
                    assert not row[len(got) :].any()


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize("name", MODELS)
def test_a_pass_is_drawn_from_the_same_sides_maps_and_next_pieces(
    modules: Page, name: str, words: bool
):
    model, few = load(name), [*SENTENCES[:3], "Mary's uncle lives in Strasbourg."]
    for sentence, mine in zip(
        few, modules.evaluate(PASS % MODEL, [name, few, words]), strict=True
    ):
        trace = model.explain(sentence)
        for side in ("source", "read", "predicted"):
            told = sequence(trace.side(side, words), {side: side})
            assert mine["sequences"][side] == told
        for one, stack in zip(mine["stacks"], trace.stacks(words), strict=True):
            assert (one["id"], one["queries"]) == (stack.id, stack.queries.name)
            assert (one["keys"], one["back"]) == (stack.keys.name, stack.back)
            assert one["shape"] == list(stack.weights.shape)
            weights = stack.weights.masked_fill(~stack.allowed, np.nan).numpy()
            got = np.array(one["values"], dtype=float).reshape(weights.shape)
            np.testing.assert_allclose(got, weights, atol=ROUNDED, rtol=0)
        for row, theirs in zip(
            mine["next"], next_rows(trace, next_places(trace, words)), strict=True
        ):
            assert [piece for piece, *_ in row] == [piece for piece, *_ in theirs]
            assert [one[2:] for one in row] == [one[2:] for one in theirs]
            assert [one[1] for one in row] == pytest.approx(
                [one[1] for one in theirs], abs=ROUNDED
            )


@pytest.mark.parametrize("changed", EXPERIMENTS, ids=str)
def test_every_experiment_writes_and_looks_as_the_library_has_it(
    modules: Page, changed: dict[str, Any]
):
    names = {key: value for key, value in changed.items() if key != "prefix"}
    experiment = Experiment(changes=experiments.asked(Choices(**names)))
    names = MODELS if not names else MODELS[:1]
    for name in names:
        model, few = load(name), SIXTY[::20]
        found = modules.evaluate(CHANGED % MODEL, [name, few, changed])
        for sentence, mine in zip(few, found, strict=True):
            _same_but_for_ties(model, sentence, experiment, changed, mine)


def _same_but_for_ties(
    model: Translator,
    sentence: str,
    experiment: Experiment,
    changed: dict[str, Any],
    mine: dict[str, Any],
) -> None:
    prefix = changed.get("prefix", "")
    trace = model.explain(sentence, experiment=experiment, prefix=prefix)
    theirs = list(trace.translation.pieces.ids)
    if mine["ids"] != theirs:
        pairs = zip(mine["ids"], theirs, strict=False)
        apart = (i for i, (one, two) in enumerate(pairs) if one != two)
        parted = next(apart, min(len(mine["ids"]), len(theirs)))
        assert mine["gaps"][parted] < TIED, sentence
        return
    log = trace.translation.log_probability
    assert mine["logged"] == pytest.approx(log, abs=CHANCE)
    for got, stack in zip(mine["stacks"], trace.stacks(words=False), strict=True):
        weights = stack.weights.masked_fill(~stack.allowed, np.nan).numpy()
        np.testing.assert_allclose(
            np.array(got, dtype=float), weights.ravel(), atol=ROUNDED, rtol=0
        )


REFUSED = """
async ([name, sentence, experiment]) => {
  const model = await (%s);
  try {
    model.translate(sentence, experiment);
  } catch (problem) {
    return problem.message;
  }
}
"""


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        (MODELS[0], {"forbid": "encoder.1.*.9-1"}),
        (MODELS[0], {"forbid": "cross.1.*.1-99"}),
        (MODELS[0], {"forbid": "cross.1.*.99-1"}),
        (MODELS[0], {"forbid": "decoder.1.2.1-1"}),
        (MODELS[0], {"forbid": "encoder.1.2.2-1,encoder.1.*.2-2,encoder.1.*.*-3"}),
        (MODELS[1], {"causal": False}),
        (MODELS[1], {}),
    ],
    ids=str,
)
def test_what_the_library_refuses_is_refused_by_the_same_name(
    modules: Page, name: str, changed: dict[str, Any]
):
    experiment = Experiment(changes=experiments.asked(Choices(**changed)))
    try:
        load(name).explain("Hello.", experiment=experiment)
        theirs = None
    except InputError as problem:
        theirs = problem.name
    assert modules.evaluate(REFUSED % MODEL, [name, "Hello.", changed]) == theirs
