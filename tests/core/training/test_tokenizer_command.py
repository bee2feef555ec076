"""The command that learns the pieces: files, weights, and what is wrong with them."""

import gzip
import subprocess
import sys

from core.text.tokenizer import Tokenizer
from tests.places import ROOT

MODULE = "core.training.tokenizer"


def learned(*given):
    command = [sys.executable, "-m", MODULE, *map(str, given)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_a_file_of_weight_0_is_not_read(tmp_path):
    one, other = tmp_path / "one.tsv.gz", tmp_path / "other.tsv"
    one.write_bytes(gzip.compress(b"zone\tzone\n" * 3))
    other.write_text("fish\tfish\n" * 3)
    out = tmp_path / "pieces.json"
    assert learned(out, one, f"{other}:0").returncode == 0
    encode = Tokenizer.load(out).encode
    assert len(encode("zone").ids) < len(encode("fish").ids)


def test_a_file_that_is_not_there_is_said_in_one_line(tmp_path):
    done = learned(tmp_path / "pieces.json", tmp_path / "none.tsv")
    assert done.returncode == 1
    assert done.stderr == f"There is no file {tmp_path / 'none.tsv'}.\n"
