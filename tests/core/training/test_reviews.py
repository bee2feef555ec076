"""Reviews that are learned: divided once for all, laid out, judged, counted."""

import random
from pathlib import Path

import pytest
import torch

from core.errors import InputError
from core.in_use.small import load
from core.networks.reviews import (
    MeanReviews,
    MeanSentenceReviews,
    Reviews,
    ReviewsConfig,
    SentenceReviews,
)
from core.training import labelled, small, small_record
from core.training.hotels import FromHotels, judging, looked
from core.training.labelled import Review, divided, in_rows, in_sentences, joined
from core.training.reviews import FromFiles, counted, judged, scored
from core.training.tables import wilson
from core.worlds.hotels import VOCABULARY, hotel_review
from tests.close import close

KNOWN = {"good": 1, "bad": 2, "soup": 3}
SIZES = ReviewsConfig(vocabulary=3, d_embedding=4, d_state=3, d_align=2)


def review(*sentences: str, good: bool = True, source: str = "a") -> Review:
    return Review(tuple(tuple(one.split()) for one in sentences), good, source)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Forty short texts and six long ones, in two files."""
    lines = [f"{n % 2}\tSoup {n} was {'good' if n % 2 else 'bad'}." for n in range(40)]
    (tmp_path / "short.tsv").write_text("\n".join(lines), "utf-8")
    lines = [f"{n % 2}\tthe soup . ||| it {n} was good ." for n in range(30)]
    (tmp_path / "long.tsv").write_text("\n".join(lines), "utf-8")
    return tmp_path


def test_no_text_is_on_two_sides_and_all_are_on_one(folder: Path):
    found = divided([folder / "short.tsv", folder / "long.tsv"])
    parts = [{one.words for one in part} for part in vars(found).values()]
    assert sum(map(len, parts)) == len(set.union(*parts)) == 70
    assert all(parts)
    again = divided([folder / "long.tsv", folder / "short.tsv"])
    assert {one.words for one in again.held_out} == parts[2]


def test_a_text_is_read_in_small_letters_and_once(tmp_path: Path):
    path = tmp_path / "a.tsv"
    path.write_text("1\tGood soup!\n1\tgood SOUP !\n0\tA ||| b c\n", "utf-8")
    reviews = [one for part in vars(divided([path])).values() for one in part]
    assert {one.sentences for one in reviews} == {
        (("good", "soup", "!"),),
        (("a",), ("b", "c")),
    }
    assert {one.source for one in reviews} == {"a"}
    assert {one.long for one in reviews} == {True, False}


def test_a_label_is_0_or_1(tmp_path: Path):
    path = tmp_path / "a.tsv"
    path.write_text("pos\tGood.\n", "utf-8")
    with pytest.raises(InputError, match=r"a\.tsv: a label is 0 or 1, not 'pos'"):
        divided([path])


def test_the_commonest_words_of_what_is_learned_are_known():
    texts = labelled.Divided((review("a b b"), review("c b a")), (review("d d d"),), ())
    assert texts.common(2) == ("b", "a")
    with pytest.raises(InputError, match="hold 3 words, fewer than 4"):
        texts.common(4)


def test_reviews_are_laid_out_in_rows_or_sentence_by_sentence():
    some = [review("good soup", "bad"), review("x")]
    ids, present = in_rows(some, KNOWN)
    assert ids.tolist() == [[1, 3, 2], [0, 0, 0]]
    assert present.tolist() == [[True, True, True], [True, False, False]]
    ids, present = in_sentences(some, KNOWN)
    assert ids.tolist() == [[[1, 3], [2, 0]], [[0, 0], [0, 0]]]
    assert present.sum().item() == 4


def test_a_long_review_ends_with_its_last_sentences_and_a_long_sentence_early():
    long = review(*(["good"] * 35), "bad soup " * 30)
    ids, _ = in_sentences([long], KNOWN)
    assert ids.shape == (1, 30, 40) and ids[0, -1, 0] == 2 and ids[0, 0, 0] == 1


def test_short_reviews_are_put_together_from_one_source_and_label():
    groups = labelled.of_label(
        [review("a1"), review("a2"), review("b1", good=False), review("c", "long")]
    )
    assert set(groups) == {("a", True), ("a", False)}
    lengths = set()
    for seed in range(20):
        made = labelled.drawn(random.Random(seed), groups, 6, 4)
        (length,) = {len(one.sentences) for one in made}
        lengths.add(length)
        assert all(
            {word[0] for word in one.words} == ({"a"} if one.good else {"b"})
            for one in made
        )
    assert lengths == {1, 2, 3, 4}
    assert joined([review("a"), review("b")]).sentences == (("a",), ("b",))


def test_some_words_are_read_as_unknown_while_it_learns():
    ids = torch.full((40, 50), 2)
    chance = torch.Generator().manual_seed(1)
    found = labelled.with_unknown(ids, 0.25, chance)
    assert set(found.unique().tolist()) == {0, 2}
    assert (found == 0).float().mean().item() == pytest.approx(0.25, abs=0.03)
    assert torch.equal(labelled.with_unknown(ids, 0.0, chance), ids)


def test_verdicts_do_not_depend_on_what_is_judged_at_once():
    torch.manual_seed(1)
    for network in (Reviews(SIZES), SentenceReviews(SIZES)):
        some = [review("good", "bad soup soup"), review("bad"), review("soup good bad")]
        together = scored(network, some, KNOWN)
        apart = torch.cat([scored(network, [one], KNOWN) for one in some])
        torch.testing.assert_close(together, apart)
        right = judged(network, some, KNOWN)
        assert right.tolist() == [int(one > 0) for one in together.tolist()]


def test_wilson_s_band_is_that_of_the_handbook():
    close(torch.tensor(wilson(81, 263)), [0.2553, 0.3662], 1e-3)
    close(torch.tensor(wilson(0, 10)), [0.0, 0.2775], 1e-3)
    close(torch.tensor(wilson(10, 10)), [0.7225, 1.0], 1e-3)


def test_right_verdicts_are_counted_beside_the_commoner_one():
    found = counted(torch.tensor([1, 1, 0, 1]), [True, True, False, True])
    assert found["texts"] == 4 and found["right"] == found["commonest"] == 0.75
    assert found["low"] < 0.75 < found["high"]


# --- the whole way --------------------------------------------------------------------

RECIPE = """
kind = "reviews"
[sizes]
vocabulary = 9
d_embedding = 4
d_state = 3
d_align = 2
[schedule]
updates = 4
batch = 5
warmup = 1
validate_every = 2
"""


def test_a_network_is_trained_on_files_and_its_folder_keeps_the_words(
    folder: Path, tmp_path: Path
):
    (tmp_path / "recipe.toml").write_text(RECIPE)
    recipe = small.read_small_recipe(tmp_path / "recipe.toml")
    files = [folder / "short.tsv"]
    with pytest.raises(InputError, match="Give --pairs"):
        small.train(recipe, tmp_path / "made")
    small.train(recipe, tmp_path / "made", files=files)
    words = load("made", tmp_path).info["words"].split(" ")
    assert len(words) == 9 and {"soup", "was", "."} <= {*words}
    small_record.record_small("made", tmp_path, files)
    model = load("made", tmp_path)
    assert isinstance(model.network, Reviews)
    measured = model.info["measured"]["held_out"]["short"]
    assert measured["texts"] == len(divided(files).held_out)
    assert "Wilson" in model.card and "Pang" in model.card
    with pytest.raises(InputError, match="made was not trained on these files"):
        small_record.record_small("made", tmp_path, [folder / "long.tsv"])


def test_whole_reviews_are_learned_where_sentences_are_read(folder: Path):
    task = FromFiles(long=1.0)
    task.read([folder / "short.tsv", folder / "long.tsv"], 3)
    chance = torch.Generator().manual_seed(1)
    network = SentenceReviews(SIZES)
    assert task.loss(network, chance, 2, 0.5).item() == pytest.approx(0.69, abs=0.2)
    assert set(task.validate(network)) == {"right", "short", "long"}
    for unknown, long in ((1.0, 0.5), (0.1, 1.5)):
        with pytest.raises(ValueError, match="shares"):
            FromFiles(unknown, long)


def test_a_network_may_start_with_what_another_one_reads_words_with(folder: Path):
    task = FromFiles(start="reviews")
    known = load("reviews")
    kept = task.read([folder / "short.tsv"], 8_000)
    assert kept["words"] == known.info["words"]
    network = SentenceReviews(ReviewsConfig(**known.info["sizes"]))
    before = network.sentences.project_key.weight.clone()
    task.begin(network)
    theirs = known.network.state_dict()
    assert torch.equal(network.embedding.weight, theirs["embedding.weight"])
    assert torch.equal(network.words.direction, theirs["words.direction"])
    assert torch.equal(network.sentences.project_key.weight, before)
    assert not torch.equal(network.verdict.weight, theirs["verdict.weight"])
    with pytest.raises(InputError, match="reviews is of other sizes"):
        task.begin(SentenceReviews(SIZES))


def test_a_made_up_review_that_is_held_out_is_never_learned_from():
    task = judging("hotel")
    assert isinstance(task, FromHotels)
    assert hotel_review(3).text in task.kept_apart
    assert hotel_review(1_150).text in task.kept_apart
    assert isinstance(judging(), FromFiles)
    with pytest.raises(ValueError, match="files or hotel, not moon"):
        judging("moon")


def test_equal_weights_give_judging_words_their_share_of_all_words():
    sizes = ReviewsConfig(vocabulary=len(VOCABULARY), d_embedding=4, d_state=3)
    one = hotel_review(1)  # la recepcionista era desagradable, one of three sentences
    found = looked(MeanSentenceReviews(sizes), [one])
    words = sum(len(sentence.words) for sentence in one.sentences)
    assert found["on_uniform"] == round(1 / words, 4) == round(1 / 17, 4)
    assert found["on"] == pytest.approx(1 / 3 / 5, abs=1e-4)
    assert found["on_sentences"] == found["on_sentences_uniform"] == 0.3333
    with pytest.raises(TypeError):
        looked(MeanReviews(sizes), [one])
