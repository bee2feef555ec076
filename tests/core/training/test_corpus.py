from collections import Counter
from pathlib import Path

import pytest

from core.errors import InputError
from core.text.tokenizer import END, PAD, START
from core.training.corpus import (
    Corpus,
    EncodedFile,
    encode_pairs,
    load_corpus,
    make_batch,
    rarities,
)
from core.training.kept_apart import KeptApart
from core.training.pair_files import Source, parse_source, read_pairs
from core.training.piece_dropout import PieceDropout
from core.training.recipe import Schedule


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("pairs.tsv", Source(Path("pairs.tsv"), 1.0)),
        ("data/pairs.tsv.gz:2", Source(Path("data/pairs.tsv.gz"), 2.0)),
        ("pairs.tsv:0.25", Source(Path("pairs.tsv"), 0.25)),
        ("a:b.tsv", Source(Path("a:b.tsv"), 1.0)),
        ("a:b.tsv:3", Source(Path("a:b.tsv"), 3.0)),
    ],
)
def test_a_file_may_have_a_weight(text, source):
    assert parse_source(text) == source


def test_pairs_are_the_first_two_columns(tmp_path):
    (tmp_path / "pairs.tsv").write_text("a b\tc\nd\té\tnote\n", encoding="utf-8")
    assert list(read_pairs(tmp_path / "pairs.tsv")) == [("a b", "c"), ("d", "é")]


def test_a_pass_may_draw_nothing_of_a_small_file_but_not_every_time():
    corpus = Corpus((EncodedFile([([5], [6])] * 40, 0.01),), pieces_per_batch=70)
    drawn = [sum(map(len, corpus.batches(1, epoch))) for epoch in range(200)]
    assert set(drawn) == {0, 1}
    assert 60 < sum(drawn) < 100  # 0.4 a pass
    assert [] not in [batch for epoch in range(9) for batch in corpus.batches(1, epoch)]


def test_the_pairs_of_a_folder_are_those_of_its_files(tmp_path):
    for name, line in (("b.tsv", "c\td\n"), ("a.tsv", "a\tb\n"), ("words.txt", "x\n")):
        (tmp_path / name).write_text(line)
    assert list(read_pairs(tmp_path)) == [("a", "b"), ("c", "d")]


def test_a_line_without_two_columns_is_named(tmp_path):
    (tmp_path / "pairs.tsv").write_text("a\tb\nalone\n")
    with pytest.raises(InputError, match=r"pairs\.tsv, line 2: two columns"):
        list(read_pairs(tmp_path / "pairs.tsv"))


def test_pairs_that_are_empty_or_too_long_are_left_out(tokenizer):
    pairs = [("fish", "poisson"), ("", "vide"), ("a b c", "d"), ("a", "1985 1985")]
    # 1985 1985 is ten pieces: each digit is one, and so is each space
    found = encode_pairs(pairs, tokenizer, max_words=2, max_pieces=10)
    assert [tokenizer.decode(source) for source, _ in found] == ["fish"]


def test_the_target_is_read_one_place_behind_what_is_wanted():
    batch = make_batch([([5, 6, 7], [8, 9]), ([5], [10, 11, 12, 13])])
    assert batch.source.tolist() == [[5, 6, 7, END], [5, END, PAD, PAD]]
    assert batch.source_allowed.tolist() == [[[True] * 4], [[True, True, False, False]]]
    assert batch.read.tolist() == [[START, 8, 9, PAD, PAD], [START, 10, 11, 12, 13]]
    assert batch.wanted.tolist() == [[8, 9, END, PAD, PAD], [10, 11, 12, 13, END]]
    assert batch.pieces == 4 + 2 + 3 + 5


MANY = [([5] * (1 + i % 7), [6 + i] * (1 + i * 5 % 11)) for i in range(60)]


def drawn(corpus: Corpus, seed: int, epoch: int) -> Counter:
    """How often each pair (told by its target) comes up in a pass."""
    return Counter(
        target[0] for cut in corpus.batches(seed, epoch) for _, target in cut
    )


def test_a_pass_goes_once_over_every_pair():
    corpus = Corpus((EncodedFile(MANY),), 70)
    assert drawn(corpus, 1, 0) == {6 + i: 1 for i in range(60)}


def test_a_weight_says_how_often_a_pass_goes_over_a_file():
    corpus = Corpus((EncodedFile(MANY[:20], 2.0), EncodedFile(MANY[20:], 0.25)), 70)
    counts = drawn(corpus, 1, 0)
    assert [counts[6 + i] for i in range(20)] == [2] * 20
    assert sum(counts[6 + i] for i in range(20, 60)) == 10
    assert drawn(corpus, 1, 1) != counts


def test_a_pass_is_repeated_exactly_and_the_next_is_another():
    corpus = Corpus((EncodedFile(MANY),), 70)
    assert corpus.batches(1, 0) == corpus.batches(1, 0)
    assert corpus.batches(1, 0) != corpus.batches(1, 1)
    assert corpus.batches(1, 0) != corpus.batches(2, 0)


def test_a_batch_stays_within_its_pieces_unless_it_is_one_pair():
    cuts = Corpus((EncodedFile(MANY),), 70).batches(1, 0)
    sizes = [
        len(cut) * (max(len(s) for s, _ in cut) + max(len(t) for _, t in cut))
        for cut in cuts
    ]
    assert max(sizes) <= 70
    assert len(cuts) < 20
    alone = Corpus((EncodedFile(MANY),), 5).batches(1, 0)
    assert all(len(cut) == 1 or len(cut) * 2 <= 5 for cut in alone)
    assert sum(len(cut) for cut in alone) == 60


def test_lines_with_a_rare_word_are_taken_more_often():
    lines = [["a", "b"], ["a", "c"], ["a", "c"], ["a"], ["a", "d"], ["d"]]
    # a stands in five lines, c and d in two, b in one: a slip
    found = rarities(lines, 8)
    assert found == pytest.approx([1.6**0.5, 2, 2, 1.6**0.5, 2, 2])
    assert rarities(lines, 200) == pytest.approx([5, 5, 5, 5, 5, 5])  # at the most
    assert rarities(lines, 1) == [1] * 6  # at the least


def test_a_word_is_as_rare_before_a_full_stop_as_elsewhere(tokenizer, tmp_path):
    (tmp_path / "few.tsv").write_text(
        "The fish.\tLe\nThe fish eats.\tIl\nFish, the man.\tUn\n"
    )
    few = Source(tmp_path / "few.tsv", 0.5)
    (file,) = load_corpus([few], tokenizer, Schedule(rare_below=12)).files
    assert file.rarity == pytest.approx(
        [2, 2, 2]
    )  # fish and the in three, the rest in one


def test_how_rare_a_line_is_multiplies_the_weight_of_its_file():
    file = EncodedFile(MANY, 0.25, [4.0] * 30 + [1.0] * 30)
    passes = [drawn(Corpus((file,), 70), 1, epoch) for epoch in range(40)]
    assert all(counts[6 + i] == 1 for counts in passes for i in range(30))
    others = sum(counts[6 + i] for counts in passes for i in range(30, 60))
    assert others / 40 / 30 == pytest.approx(0.25, abs=0.05)


def test_a_corpus_is_mended_and_leaves_out_what_is_kept_apart(tokenizer, tmp_path):
    (tmp_path / "few.tsv").write_text(
        "Is there one?\tY a il un ?\nThe red old house stood there.\tOui\nyes\toui\n"
    )
    source = Source(tmp_path / "few.tsv")
    apart = KeptApart(["A red old house stood there"])
    (file,) = load_corpus([source], tokenizer, Schedule(), apart).files
    french = [tokenizer.decode(target) for _, target in file.pairs]
    assert french == ["Y a-t-il un ?", "oui"]


def test_a_corpus_with_nothing_to_learn_is_refused(tokenizer, tmp_path):
    (tmp_path / "long.tsv").write_text("a b c d\te f g h\n")
    source = Source(tmp_path / "long.tsv")
    assert (
        len(load_corpus([source], tokenizer, Schedule(max_words=4)).files[0].pairs) == 1
    )
    with pytest.raises(InputError, match="No pair is left to train on"):
        load_corpus([source], tokenizer, Schedule(max_words=3))


@pytest.mark.parametrize("weight", ["-1", "nan", "inf"])
def test_a_weight_that_is_no_share_is_refused(weight):
    with pytest.raises(InputError, match="weight after the colon"):
        parse_source(f"pairs.tsv:{weight}")


def test_a_schedule_with_piece_dropout_cuts_words_anew(tokenizer, tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("The woman ate the fish.\tLa femme a mangé le poisson.\n")
    for rate, different in ((0.0, 1), (0.5, 8)):
        schedule = Schedule(piece_dropout=rate)
        corpus = load_corpus([Source(path)], tokenizer, schedule)
        read = [corpus.batches(1, epoch)[0][0][0] for epoch in range(9)]
        assert len(set(map(tuple, read))) == different
        assert {tokenizer.decode(ids) for ids in read} == {"The woman ate the fish."}


def test_a_pass_reads_the_same_pieces_whatever_was_read_before(tokenizer):
    """What a word can become is remembered, and a run that is taken up forgets it."""
    pairs = encode_pairs(
        [("The woman ate the fish.", "La femme a mangé le poisson.")] * 9,
        tokenizer,
        30,
        64,
    )
    warm, fresh = (
        Corpus((EncodedFile(pairs, 0.7),), 60, PieceDropout(tokenizer, 0.5, 1))
        for _ in range(2)
    )
    first = warm.batches(1, 0)
    assert warm.batches(1, 1) == fresh.batches(1, 1) != first


def test_a_file_of_which_passes_draw_nothing_is_refused(tokenizer, tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("The fish.\tLe poisson.\n")
    with pytest.raises(InputError, match="taken too seldom"):
        load_corpus([Source(path, 1e-9)], tokenizer, Schedule())


def test_the_mark_that_some_editors_begin_a_file_with_is_no_text(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("a\tb\n", encoding="utf-8-sig")
    assert list(read_pairs(path)) == [("a", "b")]
