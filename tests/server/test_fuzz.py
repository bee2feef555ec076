"""Whatever is typed or opened: a picture or a sentence, never a failure.

`make check` tries a slice; `make fuzz` ten thousand addresses over a real socket, ten
thousand sentences through one forced pass, a thousand through translation.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qs

import pytest
import torch

import core
from core.attention import causal_mask
from core.decoding.batches import greedy_many, pad, source_batch
from core.errors import InputError
from core.in_use.translator import Translator
from core.text.accept import accept
from core.text.tokenizer import START
from tests.server.fuzzing import addresses, texts, times
from tests.server.visitor import Visitor, finished
from viz import address
from viz.content.texts import Texts

BROKEN = Texts("app")("notices.broken")
LINKS = Path(__file__).parent / "links.json"
AT_ONCE = 64


@pytest.fixture(scope="module")
def transformer() -> Translator:
    return core.load("transformer-en-fr")


def accepted(model: Translator, count: int) -> list[list[int]]:
    """The pieces of every text that is accepted; the others are refused in words."""
    rows = []
    for text in texts(count):
        try:
            rows.append(list(model.tokenizer.encode(model.read_text(text)).ids))
        except InputError as refused:
            assert str(refused)
    assert len(rows) > count / 3
    return rows


def chunks(rows: list[list[int]]) -> Iterator[list[list[int]]]:
    remaining = iter(sorted(rows, key=len))
    while some := list(islice(remaining, AT_ONCE)):
        yield some


@torch.inference_mode()
def test_every_row_of_a_forced_pass_adds_up_to_1(transformer: Translator):
    rows = accepted(transformer, times(70, 10_000))
    for some in chunks(rows):
        source, allowed = source_batch(some)
        target = pad([[START, *row] for row in some])
        record = transformer.network(
            source, target, allowed, causal_mask(target.shape[1])
        )
        layers = (*record.encoder, *record.decoder)
        found = [layer.self_attention.weights for layer in layers]
        found += [layer.cross_attention.weights for layer in record.decoder]
        for weights in found:
            assert weights.isfinite().all()
            assert (weights.sum(-1) - 1).abs().max() <= 1e-5


@torch.inference_mode()
def test_every_accepted_sentence_is_translated(transformer: Translator):
    rows = accepted(transformer, times(36, 1_000))
    for hypothesis in greedy_many(transformer.network, rows):
        assert hypothesis.log_probability <= 0
        assert isinstance(transformer.tokenizer.decode(hypothesis.ids), str)


def test_what_is_accepted_once_is_accepted_again_unchanged():
    for text in texts(times(100, 10_000), seed=2):
        try:
            first = accept(text)
        except InputError:
            continue
        again = accept(first.text)
        assert again.text == first.text and again.removed == ()


def test_what_an_address_says_is_written_and_read_back_the_same():
    for _, query in addresses(times(60, 10_000)):
        choices, _ = address.decode(parse_qs(query, keep_blank_values=True))
        assert address.decode(address.encode(choices)) == (choices, ())


def test_links_of_older_versions_still_open_the_same_view():
    for link in json.loads(LINKS.read_text("utf-8")):
        path, _, query = link["address"].partition("?")
        choices, notices = address.decode(parse_qs(query))
        assert notices == (), link["address"]
        shown = asdict(choices)
        assert {name: shown[name] for name in link["view"]} == link["view"]
        again = address.encode(choices, path.removeprefix("/"))
        assert link["view"].keys() <= again.keys(), link["address"]


def test_no_address_shows_a_failure_or_ends_a_session(replica: str):
    async def walk() -> int:
        opened = 0
        visitors: dict[str, Visitor] = {}
        for page, query in addresses(times(24, 10_000)):
            if page not in visitors:
                visitors[page] = await Visitor(replica, page).open()
            shown = await visitors[page].run(query)
            assert shown.exceptions == [], f"/{page}?{query}"
            assert BROKEN not in shown.texts, f"/{page}?{query}"
            opened += 1
        for visitor in visitors.values():
            await visitor.close()
        return opened

    assert finished(walk()) == times(24, 10_000)
