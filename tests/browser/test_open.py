"""A saved picture, opened in the app: read in the browser, or refused in a sentence."""

import gzip
import json
import random
import re
import struct
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

import core
from tests.browser.visiting import SHOWN_WITHIN
from viz.export.page import header_of, zipped
from viz.export.page import page as exported
from viz.export.pictures import picture
from viz.payload import coarse, stacks

WORDS = ["[CLS]", "<b>cat</b>", "slept", "[SEP]"]
PICTURE = b'<script type="application/gzip" class="picture" data-size="8">!!</script>'
LOOKS = [
    [0.1, 0.2, 0.3, 0.4],
    [0.7, 0.1, 0.1, 0.1],
    [0.25, 0.25, 0.25, 0.25],
    [0.4, 0.3, 0.2, 0.1],
]


def packed(words=WORDS):
    return picture(core.show([LOOKS, LOOKS[::-1]], words))


HELD = """
() => {
  const { DecompressionStream } = globalThis;
  globalThis.DecompressionStream = class {
    constructor(kind) {
      const { writable, readable } = new DecompressionStream(kind);
      const held = new Promise(go => globalThis.letGo = go);
      Object.assign(this, { writable, readable: readable.pipeThrough(
        new TransformStream({ flush: () => held })) });
      globalThis.DecompressionStream = DecompressionStream;
    }
  };
}
"""
"""The next file is unpacked once it is let go."""


def put(page: Page, name: str, data: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    )


FOREIGN = (
    *("https://example.org/a.png", "data:image/svg+xml;base64,PHN2Zz4=", 7),
    "data:image/png;base64,<script>",
)
MISPLACED = [[1, 2, 2, 1]], [[2, 2, 2, 0]], [[0, 0, 4, 0]], [[1, 2, 2]], "1220"


def over_a_picture(**other) -> bytes:
    """A packed pass over a picture, perhaps with another address or other patches."""
    image = np.arange(72, dtype=np.uint8).reshape(4, 6, 3)
    whole = picture(core.show([np.full((5, 5), 0.2)], image=image, grid=(2, 2)))
    if not other:
        return whole
    header = header_of(whole)
    if "src" in other:
        header["pictures"][0]["src"] = other["src"]
    else:
        header["sequences"]["source"]["patches"] = other["patches"]
    return changed(whole, **header)


def changed(whole: bytes = b"", **parts) -> bytes:
    """A packed picture with another header."""
    whole = whole or packed()
    (length,) = struct.unpack_from("<I", whole)
    header = {**json.loads(whole[4 : 4 + length]), **parts}
    text = json.dumps(header).encode()
    text += b" " * (-(4 + len(text)) % 8)
    return zipped(struct.pack("<I", len(text)) + text + whole[4 + length :])


def written(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A generation whose weights are rounded, in two layers, to the coarsest grain."""
    whole = torch.full((2, 1, 2, 119, 119), 0.4).tril(-1)
    whole /= whole.sum(-1, keepdim=True).clamp(min=0.4) / 0.4
    whole.diagonal(dim1=-2, dim2=-1)[:] = 0.6
    whole[..., 0, 0] = 1.0
    steps = [whole[:, :, :, :40, :40]]
    steps += [whole[:, :, :, at : at + 1, : at + 1] for at in range(40, 119)]
    output = SimpleNamespace(attentions=tuple(map(tuple, steps)))
    own = core.show(output, [f"w{at}" for at in range(120)])
    with monkeypatch.context() as patched:
        patched.setattr(stacks, "OVER", 0)
        patched.setattr(coarse, "ROOM", 0)
        return zipped(picture(own, {"head": 1}))


def hostile(count: int):
    """Files of one flipped byte, or cut off, under the packing and over it."""
    chance = random.Random(7)
    for at in range(count):
        inside = bytearray(packed())
        place = chance.randrange(len(inside))
        inside[place] ^= 1 << chance.randrange(8)
        outside = bytearray(zipped(packed()))
        outside[chance.randrange(len(outside))] ^= 0xFF
        yield bytes(zipped(bytes(inside))) if at % 2 else bytes(outside)
        yield zipped(packed()[:place])
        yield zipped(packed())[: chance.randrange(1, 400)]


@pytest.fixture
def opened(page: Page, server: str):
    page.goto(f"{server}/open")
    expect(page.locator("input[type=file]")).to_be_visible(timeout=2 * SHOWN_WITHIN)
    page.errors, page.sent = [], []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("request", lambda request: page.sent.append(request.url))
    return page


def test_a_file_is_read_here_and_one_that_is_not_ours_is_refused(
    opened: Page, monkeypatch: pytest.MonkeyPatch
):
    page = opened
    put(page, "cat.headlight", zipped(packed()))
    expect(page.get_by_role("heading", name="[CLS] <b>cat</b> slept")).to_be_visible()
    expect(page.locator(".says")).to_contain_text("[CLS] attends most to")
    page.get_by_role("radio", name="head 1").or_(
        page.get_by_role("radio", name="layer 1")
    ).first.click()
    expect(page.locator(".says")).to_have_text("[CLS] attends most to [SEP] (40%).")

    two = exported([packed(), packed(["a", "b", "c", "d"])], "two").encode()
    put(page, "two.html", two)
    which = page.get_by_role("combobox", name="Picture in this file")
    expect(which).to_have_text("Picture 1 of 2Picture 2 of 2")
    which.select_option("Picture 2 of 2")
    expect(page.get_by_role("heading", name="a b c d")).to_be_visible()

    with monkeypatch.context() as patched:
        patched.setattr(stacks, "OVER", 0)  # its layers stand one by one in the page
        put(page, "long.html", exported([packed()]).encode())
    expect(page.locator(".left")).to_contain_text("weights that they are rounded")
    expect(page.locator(".says")).to_have_text("[CLS] attends most to [CLS] (25%).")

    put(page, "photo.headlight", zipped(over_a_picture()))
    expect(page.locator(".picture-box canvas")).to_be_visible()
    expect(page.locator(".says")).to_have_text("[CLS] attends most to [CLS] (20%).")
    expect(
        page.get_by_text("The picture as you gave it (6 × 4 pixels)")
    ).to_be_visible()
    put(page, "written.headlight", written(monkeypatch))
    expect(page.locator(".left")).to_contain_text("mark the end of the prompt")
    expect(page.locator(".left")).to_contain_text("the 2 largest of each row")
    expect(page.locator(".says")).to_have_text(
        "To write w40, w39 attends most to w39 (60%)."
    )
    below = core.show([[[0.75, -0.25], [0.5, 0.5]]], ["a", "b"], signed=True)
    put(page, "signed.headlight", zipped(picture(below)))
    expect(page.locator(".legend")).to_contain_text("weight: −1")
    expect(page.locator(".cell").nth(1)).to_have_text("−.25")
    with monkeypatch.context() as patched:
        patched.setattr(stacks, "OVER", 0)
        put(page, "rounded.headlight", zipped(picture(below)))
    expect(page.locator(".left")).to_contain_text("8 of each row that are furthest")
    expect(page.locator(".cell").nth(1)).to_have_text("−.25")

    refused = page.locator(".refused")
    stack = {"id": "x", "queries": "source", "keys": "source", "offset": 0}
    sentences = {
        "wasn't saved by Headlight": [b"<!doctype html><p>hello", b"GIF89a..."],
        "is empty": [b""],
        "is damaged": [
            b"\x1f\x8bnothing",
            zipped(b"\x00\x00"),
            zipped(b"\xff" * 400),
            changed(stacks=[]),
            changed(sequences=[]),
            zipped(packed()[:-4] + struct.pack("<f", float("inf"))),
            zipped(packed()[:-4] + struct.pack("<f", -0.5)),
            changed(stacks=[{**stack, "shape": [9, 9, 4, 4]}]),
            changed(stacks=[{**stack, "shape": [1, 1, 4, 99999999999]}]),
            changed(stacks=[{**stack, "shape": [1, 1, 4, 4], "queries": "toString"}]),
            changed(sequences={"source": {"words": [{}] * 4, "side": "source"}}),
            *(over_a_picture(src=src) for src in FOREIGN),
            *(over_a_picture(patches=patches) for patches in MISPLACED),
        ],
        "more than 500 pictures": [PICTURE * 501],
        "too large": [gzip.compress(bytes(210 * 2**20), 1)],
    }
    for said, files in sentences.items():
        for data in files:
            put(page, "cat.headlight", data)
            expect(refused).to_contain_text(said)
            expect(page.locator(".says")).to_have_count(0)

    for at, data in enumerate(hostile(9)):
        put(page, f"{at}.headlight", data)
        expect(page.locator(".opened[aria-busy]")).to_have_count(0)
        expect(
            refused.or_(page.locator(".opened .attention .says")).filter(
                has_text=re.compile("."), visible=True
            )
        ).to_have_count(1)
    assert page.errors == []
    assert page.locator(".attention b:not(.word):not(.key):not(.query)").count() == 0
    assert [url for url in page.sent if not url.startswith(("blob:", "data:"))] == []


@pytest.mark.parametrize(
    "first", [packed(["late"] * 4), b"\x00\x00"], ids=["whole", "damaged"]
)
def test_of_two_files_the_later_one_is_shown_however_long_the_first_takes(
    opened: Page, first: bytes
):
    opened.evaluate(HELD)
    put(opened, "late.headlight", zipped(first))
    opened.wait_for_function("Boolean(globalThis.letGo)")
    put(opened, "cat.headlight", zipped(packed()))
    expect(opened.locator(".says")).to_contain_text("[CLS] attends most to")
    opened.evaluate("letGo()")
    opened.wait_for_timeout(100)
    expect(opened.locator(".opened[aria-busy]")).to_have_count(0)
    expect(opened.locator(".says")).to_contain_text("[CLS] attends most to")
    assert opened.errors == []
