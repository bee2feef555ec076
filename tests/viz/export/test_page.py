"""One file holds its pictures and all that they need, and asks nobody."""

import base64
import gzip
import re
import string
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch

import core
import headlight
from core import showing
from core.errors import InputError
from tests.packed import unpack
from viz.export.index import names
from viz.export.page import ONE_LINE, _kinds, header_of, page, zipped
from viz.export.pictures import picture
from viz.payload import stacks

SENTENCE = "The woman ate the fish."
TWELVE = "The young woman in the red car ate the fish last night."


@cache
def traced(sentence: str = SENTENCE, model: str = "transformer-en-fr") -> core.Trace:
    return core.load(model).explain(sentence)


def held(text: str) -> list[bytes]:
    """The pictures that a page holds, as they were packed."""
    found = re.findall(r'class="picture"[^>]*>([^<]+)</script>', text)
    return [gzip.decompress(spelled(one)) for one in found]


def spelled(text: str) -> bytes:
    """The bytes of letters, as RFC 1924 reads them once its own signs are put there."""
    signs = bytes(code for code in range(33, 127) if code not in b"\"$&',<>\\`")
    digits = string.digits + string.ascii_uppercase + string.ascii_lowercase
    known = f"{digits}!#$%&()*+-;<=>?@^_`{{|}}~".encode()
    return base64.b85decode(text.encode().translate(bytes.maketrans(signs, known)))


@cache
def packed(sentence: str = SENTENCE, model: str = "transformer-en-fr") -> bytes:
    return picture(traced(sentence, model))


def test_a_page_holds_its_pictures_to_the_byte_in_their_order():
    pictures = [packed(), packed(model="bahdanau-en-fr")]
    assert held(page(pictures)) == pictures


def test_rounded_layers_stand_behind_their_picture_the_shown_one_first(monkeypatch):
    monkeypatch.setattr(stacks, "OVER", 0)
    weights = torch.full((3, 2, 10, 10), 0.1)
    whole = picture(core.show(weights, ["a"] * 10), {"layer": 1})
    text = page([whole])
    assert re.findall('data-layer="[a-z]+ ([012])"', text) == ["1", "0", "2"]
    found = bytearray(int(re.search(r'data-size="(\d+)"', text)[1]))
    for at, data in re.findall(r'class="p\w+" .*?(?:at="(\d+)".*?)?>([^<]+)<', text):
        part = gzip.decompress(spelled(data))
        found[int(at or 0) : int(at or 0) + len(part)] = part
    assert bytes(found) == whole


def test_equal_pictures_give_equal_bytes():
    assert page([packed()]) == page([picture(traced())])
    assert zipped(packed())[4:8] == bytes(4), "the hour of packing is written"


@pytest.mark.parametrize("model", ["transformer-en-fr", "bahdanau-en-fr"])
def test_a_page_of_twelve_words_with_a_walk_takes_at_most_300_kb(model: str):
    assert len(page([packed(TWELVE, model)]).encode()) <= 300_000
    assert header_of(packed(TWELVE, model))["machine"]["here"]


def test_a_text_of_a_decoder_alone_takes_its_arcs_and_its_walk_along(language_model):
    trace = language_model.explain("The fish")
    alone = picture(trace, {}, model=language_model)
    assert header_of(alone)["machine"]["model"] == "writer"
    assert "writes" not in header_of(alone)  # nobody answers in a file
    assert [ONE_LINE in _kinds(one) for one in (alone, packed())] == [True, False]


def test_of_an_attention_only_the_head_that_is_walked_is_taken_along():
    view = {"stack": "encoder", "layer": 1, "head": 2}
    header, body = unpack(picture(traced(), view))
    said, numbers = header["numbers"], body[header["numbers"]["offset"] :]
    low, high = numbers.view("u1")[: 2 * said["count"]].reshape(2, -1)
    steps = np.stack([low, high], axis=-1).reshape(-1).view("<i2")
    place = next(p for p in said["places"] if p["id"] == "encoder.1.self")
    kept = place["numbers"]["query"]
    size = int(np.prod(kept["shape"]))
    heads = steps[kept["offset"] : kept["offset"] + size].reshape(8, -1)
    assert np.flatnonzero(heads.any(-1)).tolist() == [2]
    query = traced().record.encoder[1].self_attention.query[2].numpy()
    found = heads[2].reshape(query.shape) * kept["step"]
    np.testing.assert_allclose(found, query, atol=kept["step"])


def test_a_pass_of_other_weights_is_not_walked_with_these():
    assert "machine" in header_of(packed())
    other = replace(traced(), digest="00000000")
    assert "machine" not in header_of(picture(other))


def test_nothing_in_a_page_is_fetched():
    text = re.sub(r">[^<]{99,}</script>", "", page([packed()]))
    assert re.findall(r'(?:src|href)=(?!"data:)|url\((?!data:)', text) == []
    assert "http" not in text
    assert "fonts.load" not in text


def test_what_a_server_would_answer_is_left_out_of_a_picture():
    header, body = unpack(packed())
    assert not {"hands", "begins", "takes", "units"} & header.keys()
    assert header["view_rev"] == ""
    assert body.size


def test_a_title_is_text_also_where_it_looks_like_markup():
    weights = torch.full((1, 2), 0.5)
    evil = "</script><script>alert(1)</script>"
    one = core.AttentionMap(weights, weights > 0, (evil,), ("b", evil), evil)
    text = page([picture(one)], evil)
    assert text.count("<script") == 4, "a picture, its sentences, program, beginning"


def test_an_index_calls_pictures_by_what_tells_them_apart():
    def called(*views: dict[str, object], others: Sequence[str] = ()) -> list[str]:
        pictures = [picture(traced(), view) for view in views]
        pictures += [packed(sentence) for sentence in others]
        return names([header_of(one) for one in pictures])

    title = header_of(packed())["labels"]["title"]
    assert called({}) == [title]
    assert called({}, others=["It rains."])[0] == title
    third, mean = {"head": 2}, {"stack": "encoder", "layer": 0}
    assert called(third, mean) == [
        "Cross-attention, layer 3, head 3",
        "Encoder self-attention, layer 1, mean of 8 heads",
    ]
    assert called(third, {"head": 2, "row": 1}) == list(traced().predicted.words[:2])
    assert called(third, {}, others=["It rains."])[:2] == [
        f"{title} · Cross-attention, layer 3, head 3",
        f"{title} · Cross-attention, layer 3, mean of 8 heads",
    ]


def test_a_map_alone_does_not_say_what_its_words_are_of():
    weights = torch.full((1, 2), 0.5)
    one = core.AttentionMap(weights, weights > 0, ("a",), ("b", "c"), "Two keys")
    sides = header_of(picture(one))["sequences"].values()
    assert [side["name"] for side in sides] == ["", ""]
    drawn = one.plot().layout
    assert (drawn.xaxis.title.text, drawn.yaxis.title.text) == ("keys", "queries")


def test_the_foot_cites_sentence_model_and_version():
    said = header_of(packed())["cited"]
    for part in (SENTENCE, "transformer-en-fr", traced().digest, core.__version__):
        assert part in said


def test_a_view_is_where_the_picture_begins_and_has_to_exist():
    view = {"stack": "encoder", "layer": 1, "head": None, "row": 2}
    shown = header_of(picture(traced(), view))["view"]
    assert shown == {"stack": "encoder", "layer": 1, "head": -1, "row": 2}
    with pytest.raises(InputError, match="no layer 3; counted from 0 they are 0 to 2"):
        picture(traced(), {"layer": 3})
    with pytest.raises(InputError, match="no attention 'sideways'"):
        picture(traced(), {"stack": "sideways"})


def test_a_model_without_attention_has_no_picture():
    with pytest.raises(InputError, match="nothing to map"):
        packed(model="rnn-en-fr")


def test_a_trace_writes_itself_as_a_file_once_headlight_is_imported(tmp_path: Path):
    assert headlight.showing is showing
    path = traced().html(tmp_path / "fish.html", head=3)
    assert path.read_text("utf-8") == page([picture(traced(), {"head": 3})])


def test_core_alone_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(showing, "_given", [])
    assert traced()._repr_html_() is None
    with pytest.raises(InputError, match="import headlight"):
        traced().html("nowhere.html")
