"""The wrapper of the attention component: its bytes and its one script."""

import json
import re
import struct
from collections.abc import Collection
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.packed import unpack
from viz.components.attention import (
    HERE,
    LIKE,
    MAP,
    OVER_IMAGES,
    WALK,
    pack,
    pack_picture,
)
from viz.components.files import named
from viz.components.joiner import graph, joined
from viz.content.texts import load

COMPONENTS = HERE.parent
JOINED = (
    "attention",
    "bottleneck",
    "classroom",
    "files",
    "focus",
    "fovea",
    "lamp",
    "letters",
    "link",
    "opened",
    "plane",
    "presenter",
    "pull",
    "review",
    "sending",
    "sound",
    "story",
    "street",
    "tally",
    "terms",
    "weights",
    "words",
)
HEADER = {"id": "a", "sequences": {}, "stacks": [], "word": "n’"}


def test_a_packed_trace_is_a_length_a_header_and_float32_numbers():
    data = pack({"id": "7"}, np.array([[0.25, 0.75], [1.0, np.nan]]))
    assert data[:4] == b"\x0c\x00\x00\x00"  # 12 bytes: 11 of text and one blank
    assert data[4:16] == b'{"id": "7"} '
    assert struct.unpack("<3f", data[16:28]) == (0.25, 0.75, 1.0)
    assert len(data) == 32


@pytest.mark.parametrize("word", ["", "a", "ab", "abc", "été", "🙂", "عين"])
def test_the_numbers_start_at_a_multiple_of_eight_bytes(word: str):
    (length,) = struct.unpack_from("<I", pack({"word": word}, np.zeros(3)))
    assert (4 + length) % 8 == 0


def test_what_was_packed_is_unpacked():
    body = np.arange(24, dtype=np.float64).reshape(2, 3, 4) / 32
    body[1, 2, 3] = np.nan
    header, numbers = unpack(pack(HEADER, body))
    assert header == HEADER
    np.testing.assert_array_equal(numbers, body.ravel())


def test_a_header_with_a_number_that_json_does_not_know_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        pack({"next": float("nan")}, np.zeros(2))


@pytest.mark.parametrize("name", JOINED)
def test_a_script_is_one_module_with_one_export(name: str):
    text = joined(COMPONENTS / name / f"{name}.js")
    exported = re.findall(r"^export .*", text, re.MULTILINE)
    assert exported == [f'export default modules["{entry(name)}"].default;']
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert "\n" in text  # one line would be taken for a path


def test_what_draws_over_an_image_travels_only_where_one_is_opened():
    scripts = {
        name: joined(COMPONENTS / name / f"{name}.js", without)
        for name, without in (("attention", OVER_IMAGES), ("opened", ()))
    }
    assert [name for name, text in scripts.items() if "beside-picture" in text] == [
        "opened"
    ]


def entry(name: str) -> str:
    """What the first module of a component is called in its script."""
    shares = any(COMPONENTS / name not in path.parents for path in modules(name))
    return f"{name}/{name}.js" if shares else f"{name}.js"


def modules(name: str) -> list[Path]:
    return list(graph(COMPONENTS / name / f"{name}.js"))


def test_every_script_of_the_components_is_part_of_one():
    needed = {path for name in (*JOINED, "walk_numbers") for path in modules(name)}
    translates = COMPONENTS.parent / "export" / "live"
    needed |= {*graph(translates / "page.js"), *graph(translates / "worker.js")}
    scripts = set(COMPONENTS.rglob("*.js"))
    assert scripts == needed & scripts


def test_the_component_is_mounted_with_the_bytes_it_was_given():
    def app():
        import numpy

        from viz.components.attention import attention, pack

        data, nothing = pack({"stacks": []}, numpy.array([0.5, 0.125])), lambda: None
        attention(data, key="picture", on_view=nothing, on_asked=nothing)

    run = AppTest.from_function(app, default_timeout=30).run()
    assert not run.exception
    mounted = run.get("bidi_component")[0].proto
    assert mounted.component_name == "headlight_attention"
    header, numbers = unpack(mounted.bytes)
    assert header == {"stacks": []}
    assert numbers.tolist() == [0.5, 0.125]


def test_a_file_is_named_after_its_page_and_its_sentence():
    assert named("bahdanau", "L’été, <b>!") == "headlight-bahdanau-l-été-b"
    assert named("bahdanau", "a" * 400) == f"headlight-bahdanau-{'a' * 41}"


def test_the_buttons_carry_the_table_and_the_title_and_no_numbers_of_the_chart():
    def app():
        from viz.components.files import files

        files([["query", "the"], ["la", 0.5]], name="map", title="<the>", key="files")

    run = AppTest.from_function(app, default_timeout=30).run()
    assert not run.exception
    mounted = run.get("bidi_component")[0].proto
    assert mounted.component_name == "headlight_files"
    (given,) = json.loads(mounted.json)
    assert given.pop("spoken")["texts"]["files.download"] == "Download"
    assert given == {
        "name": "map",
        "title": "<the>",
        "table": "query,the\r\nla,0.500000\r\n",
        "walked": False,
    }


def test_every_sentence_of_the_browser_is_said_and_none_is_missing():
    rooms = COMPONENTS, COMPONENTS.parent / "export"
    files = [
        path for room in rooms for path in (*room.rglob("*.js"), *room.rglob("*.html"))
    ]
    code = "\n".join(path.read_text("utf-8") for path in files)
    written = set(re.findall(r'"([a-z]+(?:\.[a-z_]+)+)"', code)) - {"headlight.address"}
    tables = set(re.findall(r"`([a-z]+(?:\.[a-z_]+)*)\.(?:after_)?\$\{", code))
    of_a_kind = set(re.findall(r"`\$\{[a-z.]+\}\.([a-z_]+(?:\.[a-z_]+)*)[`.]", code))
    known = set(load("browser"))
    assert {name for name in written if name.partition(".")[0] in TABLES} <= known
    unsaid = {
        name
        for name in known - written
        if not any(name.startswith(f"{table}.") for table in tables)
        and not said_of(name, of_a_kind, code)
    }
    assert unsaid == set()


def said_of(name: str, parts: Collection[str], code: str) -> bool:
    """Whether a text of one of two kinds of models is said of the kind at hand."""
    kind, _, part = name.partition(".")
    if kind not in ("transformer", *LIKE):
        return False
    return f'"{part}"' in code or any(f"{part}.".startswith(f"{one}.") for one in parts)


TABLES = {name.partition(".")[0] for name in load("browser")}


@pytest.mark.parametrize("model", ["", "transformer", "recurrent"])
def test_a_picture_carries_its_own_sentences_and_no_others(model: str):
    machine = {"machine": {"model": model}} if model else {}
    header, _ = unpack(pack_picture({"stacks": [], **machine}, np.zeros(1)))
    assert header["spoken"]["lang"] == "en"
    carried = {name.partition(".")[0] for name in header["spoken"]["texts"]}
    assert carried == {*MAP, *((*WALK, model) if model else ())}
    models = {"transformer", "recurrent", *LIKE}
    components = {
        "bottleneck",
        "class",
        "lamp",
        "opened",
        "page",
        "pull",
        "review",
        "weights",
        "words",
    }
    components |= {"fovea", "letters", "link", "live", "sound", "street", "story"}
    assert {*MAP, *WALK} | models | components == TABLES
