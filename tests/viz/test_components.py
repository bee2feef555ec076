"""The wrapper of the attention component: its bytes and its one script."""

import json
import re
import struct
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from viz.components import files
from viz.components.attention import HERE, MODULES, pack, script, unpack
from viz.components.files import named

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


def test_the_script_is_one_module_with_one_export():
    text = script(*(HERE / name for name in MODULES))
    exported = re.findall(r"^export ([^(]*)", text, re.MULTILINE)
    assert exported == ["default function attention"]
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert "\n" in text  # one line would be taken for a path


def test_no_name_is_declared_twice_in_the_joined_script():
    text = script(*(HERE / name for name in MODULES))
    declared = re.findall(
        r"^(?:export default )?(?:const|let|class|(?:async )?function\*?) (\w+)",
        text,
        re.MULTILINE,
    )
    assert len(declared) > 100
    assert [name for name, times in Counter(declared).items() if times > 1] == []


def test_every_script_of_the_folder_is_part_of_it():
    assert sorted(MODULES) == sorted(path.name for path in HERE.glob("*.js"))


def test_a_module_imports_only_modules_that_stand_before_it():
    for at, name in enumerate(MODULES):
        text = (HERE / name).read_text("utf-8")
        imported = set(re.findall(r'from "\./([\w.]+)"', text))
        assert imported <= set(MODULES[:at]), name


def test_text_is_never_set_as_markup():
    for name in MODULES:
        text = (HERE / name).read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\b", text)


def test_the_component_is_mounted_with_the_bytes_it_was_given():
    def app():
        import numpy

        from viz.components.attention import attention, pack

        attention(pack({"stacks": []}, numpy.array([0.5, 0.125])), key="picture")

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
    assert json.loads(mounted.json) == {
        "name": "map",
        "title": "<the>",
        "table": "query,the\r\nla,0.500000\r\n",
        "walked": False,
    }


@pytest.mark.parametrize("modules", [[HERE / name for name in MODULES], files.MODULES])
def test_no_two_modules_declare_the_same_name(modules: Sequence[Path]):
    declared = re.findall(
        r"^(?:export (?:default )?)?(?:async )?(?:function|const|let|class) (\w+)",
        "\n".join(module.read_text("utf-8") for module in modules),
        re.MULTILINE,
    )
    assert sorted(declared) == sorted(set(declared))
