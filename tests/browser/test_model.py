"""The translators in Chromium are those of the library: pieces, French, every map."""

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from core.in_use.translator import Translator, load
from tests.places import ROOT
from tests.viz.components.model.inputs import golden

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
TRANSLATE = """
async ([name, sentences]) => {
  const { load } = await import("./model/model.js");
  const file = part => fetch(`./models/${name}/${part}`);
  const model = load({ config: await (await file("config.json")).json(),
    tokenizer: await (await file("tokenizer.json")).json(),
    weights: await (await file("weights.safetensors")).arrayBuffer() });
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
SIXTY = [
    line.split("\t")[1]
    for line in (ROOT / "recipes/held-out/sixty.tsv").read_text("utf-8").splitlines()
]
SENTENCES = ["The woman ate the fish.", "hello", "I can’t—“no”.", *SIXTY[::4]]
ROUNDED, CHANCE = 2e-5, 1e-3


@pytest.fixture(scope="module", params=["transformer-en-fr", "bahdanau-en-fr"])
def both(request: pytest.FixtureRequest, modules: Page) -> tuple[Translator, list[Any]]:
    """A model of the library, and what the browser's half makes of the sentences."""
    return load(request.param), modules.evaluate(TRANSLATE, [request.param, SENTENCES])


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
