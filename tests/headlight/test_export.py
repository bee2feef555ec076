"""headlight export: sentences in, one file out."""

import gzip
from pathlib import Path

import pytest

from headlight.__main__ import main
from viz.export.page import header_of

FISH = "The woman ate the fish."


def views(text: str) -> int:
    return text.count('class="picture"')


def test_a_talk_has_a_picture_for_every_view_of_every_sentence(tmp_path: Path):
    path = tmp_path / "talk.html"
    looked = ["--view", "layer=1,head=2,row=3", "--view", "kind=encoder,head=mean"]
    asked = ["export", FISH, "It rains.", "-o", str(path), *looked]
    assert main(asked) == 0
    assert views(path.read_text("utf-8")) == 4


def test_a_packed_picture_begins_where_it_was_asked_to(tmp_path: Path):
    path = tmp_path / "fish.headlight"
    asked = ["export", FISH, "-o", str(path), "--view", "kind=cross,layer=3,head=2"]
    assert main(asked) == 0
    view = header_of(gzip.decompress(path.read_bytes()))["view"]
    assert (view["stack"], view["layer"], view["head"]) == ("cross", 2, 1)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--view", "layer=9"], "There is no layer 9; they are 1 to 3."),
        (
            ["--view", "layer=3", "--model", "bahdanau-en-fr"],
            "There is no layer 3; there is only 1.",
        ),
        (["A second one."], "A .headlight file holds one picture"),
        (["--model", "rnn-en-fr"], "nothing to map"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
):
    asked = ["export", FISH, *more, "-o", str(tmp_path / "fish.headlight")]
    assert main(asked) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([], "Give a sentence in quotes, or --live."),
        (["--live", "--target", FISH], "takes no target and no view"),
        (["--site", "public"], "--live -o FILE, or --site FOLDER"),
        (["--live", "--app", "class.example"], "class.example is no address of an app"),
        (["--live", "--view", "layer=1"], "takes no target and no view"),
        (["--live", "--model", "rnn-en-fr"], "rnn-en-fr can't run in a page"),
    ],
)
def test_what_is_no_page_that_translates_is_said_and_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], said: str
):
    out = tmp_path / "class.html"
    assert main(["export", *asked, "-o", str(out)]) == 2
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_a_folder_that_is_missing_is_said_before_anything_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    asked = ["export", FISH, "--model", "nobody", "-o", str(tmp_path / "a" / "b.html")]
    assert main(asked) == 2
    assert f"There is no folder {tmp_path / 'a'}." in capsys.readouterr().err


def test_a_port_is_a_number_that_can_be_one(capsys: pytest.CaptureFixture[str]):
    for typed in ("0", "65536", "x"):
        with pytest.raises(SystemExit):
            main(["app", "--port", typed])
        assert f"a number from 1 to 65535, not '{typed}'" in capsys.readouterr().err


def test_a_part_that_is_none_of_a_view_is_refused(tmp_path: Path):
    with pytest.raises(SystemExit):
        main(["export", FISH, "-o", str(tmp_path / "a.html"), "--view", "layer=0"])


def test_a_module_of_core_is_no_name_of_headlight():
    """`from headlight import __main__` is the command, whatever was imported before."""
    import core.__main__  # noqa: F401
    import headlight
    from headlight import __main__ as command

    assert command.__name__ == "headlight.__main__"
    with pytest.raises(AttributeError, match="no attribute 'training'"):
        _ = headlight.training
