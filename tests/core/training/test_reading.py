"""Files that a reader gives: what cannot be read is said in one sentence."""

import gzip

import pytest

from core.analysis.alignment_links import read_alignments
from core.errors import InputError
from core.training.command import check_lengths, check_sizes, digest, load_tokenizer
from core.training.evaluation import Sentence
from core.training.pair_files import read_pairs
from core.training.recipe import read_recipe

WHOLE = gzip.compress(b"a house\tune maison\n" * 200, mtime=0)
LATIN = "a summer\tun \xe9t\xe9\n".encode("latin-1")
NO_LINKS = r"en, fr \(lists of words\), sure and possible \(pairs of their numbers"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.tsv", LATIN, r"^a\.tsv is not text in UTF-8\.$"),
        ("a.tsv.gz", b"a\tb\n", r"^a\.tsv\.gz cannot be read: Not a gzipped file"),
        ("a.tsv.gz", WHOLE[:-12], r"^a\.tsv\.gz cannot be read: Compressed file ended"),
        ("a.tsv.gz", WHOLE[:30] + WHOLE[40:], r"^a\.tsv\.gz cannot be read: "),
        ("a.tsv", b"only one\n", r"^a\.tsv, line 1: two columns expected\.$"),
    ],
    ids=["latin", "not gzipped", "cut short", "a piece lost", "one column"],
)
def test_pairs_that_cannot_be_read(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=said):
        list(read_pairs(tmp_path / name))


def test_an_empty_folder_or_nothing_in_place_of_a_file(tmp_path):
    with pytest.raises(InputError, match=r"holds no file that ends in \.tsv"):
        list(read_pairs(tmp_path))
    with pytest.raises(InputError, match=r"^There is no file .*none\.tsv\.$"):
        list(read_pairs(tmp_path / "none.tsv"))


@pytest.mark.parametrize(
    "line",
    [
        '{"en": "a b", "fr": ["un"], "sure": [[0, 0]], "possible": []}',
        '{"en": ["a"], "fr": ["un"], "sure": [[0, 1]], "possible": []}',
        '{"en": ["a"], "fr": ["un"], "sure": [], "possible": [[-1, 0]]}',
        '{"en": ["a"], "fr": ["un"], "sure": [[0]], "possible": []}',
        "[1]",
        "no JSON",
    ],
)
def test_links_that_cannot_be_read(tmp_path, line):
    good = '{"en": ["a"], "fr": ["un"], "sure": [[0, 0]], "possible": []}\n'
    path = tmp_path / "links.jsonl"
    path.write_text(good + line, encoding="utf-8")
    with pytest.raises(InputError, match=rf"^links\.jsonl, line 2: {NO_LINKS}"):
        read_alignments(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'kind = "\xe9"', r"^a\.toml is not text in UTF-8\.$"),
        (b"kind", r"^a\.toml is not a TOML file: "),
        (b"kind = [1]", r"^a\.toml: kind must be one of "),
        (
            b'kind = "rnn"\n[sizes]\nd_state = "wide"',
            r"^a\.toml: d_state must be a number, not 'wide'\.$",
        ),
        (
            b'kind = "transformer"\n[sizes]\nd_model = 10\nn_heads = 3',
            r"^a\.toml: d_model must be a multiple of n_heads=3, not 10\.$",
        ),
        (
            b'kind = "writer"\n[sizes]\nmax_positions = 63',
            r"^a\.toml: max_pieces is 64; it must be at most 63, the number of positio",
        ),
    ],
)
def test_recipes_that_cannot_be_followed(tmp_path, content, said):
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        check_sizes(path.name, read_recipe(path), None)


def test_a_tokenizer_that_is_none(tmp_path):
    path = tmp_path / "pieces.json"
    with pytest.raises(InputError, match=r"^There is no file .*pieces\.json\.$"):
        load_tokenizer(path)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match=r"^pieces\.json does not hold a tokenizer\.$"):
        load_tokenizer(path)


def test_the_digest_of_what_is_read_changes_with_each_part_of_it(tmp_path):
    (tmp_path / "folder").mkdir()
    names = ("folder/a.tsv", "b.tsv", "tokenizer.json", "apart.txt")
    files = [tmp_path / name for name in names]
    for file in files:
        file.write_text(file.name)
    read = [tmp_path / "folder", *files[1:]]
    found = [digest(read, [3.0, 0.3]), digest(read, [3.0, 0.4])]
    found.append(digest(read[:-1], [3.0, 0.3]))
    for file in files:
        file.write_text("other")
        found.append(digest(read, [3.0, 0.3]))
    assert len(set(found)) == len(found) == 7
    assert {len(one) for one in found} == {12}


def test_a_sentence_to_validate_on_must_have_a_position_for_every_piece(tokenizer):
    text = "the fish " * 4
    pieces = len(tokenizer.encode(text).ids)
    tests = [Sentence("Fish.", ("Poisson.",)), Sentence(text, ("le poisson",))]
    for places in (None, pieces + 1):
        check_lengths("valid.tsv", tests, tokenizer, places)
    with pytest.raises(InputError, match=r"^valid\.tsv: “the fish .*positions"):
        check_lengths("valid.tsv", tests, tokenizer, pieces)
