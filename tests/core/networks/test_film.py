"""A captioner of films: frames as annotations, each by itself."""

import pytest
import torch

from core.networks.attending import AttendingWriter
from core.networks.film import FilmCaptioner, FilmConfig, MeanFilmCaptioner
from core.worlds.films import FRAMES

CONFIG = FilmConfig(
    d_embedding=8, d_state=12, d_align=6, d_annotation=10, d_edges=4, d_parts=4
)
ALL = torch.ones(1, 1, FRAMES, dtype=torch.bool)


@pytest.fixture
def film() -> torch.Tensor:
    """Two films, all noise."""
    torch.manual_seed(5)
    return torch.rand(2, FRAMES, 3, 48, 48)


def test_a_frame_changes_its_own_annotation_alone(film: torch.Tensor):
    network = FilmCaptioner(CONFIG)
    before = network.encode(film).annotation
    changed = film.clone()
    changed[0, 3] = 0.0
    after = network.encode(changed).annotation
    moved = (after != before).any(-1)
    assert moved.tolist() == [[n == 3 for n in range(FRAMES)], [False] * FRAMES]


def test_frames_know_their_moment(film: torch.Tensor):
    network = FilmCaptioner(CONFIG)
    still = film[:, :1].expand(-1, FRAMES, -1, -1, -1)
    annotation = network.encode(still).annotation[0]
    assert not torch.equal(annotation[0], annotation[1])
    with torch.no_grad():
        network.moment.zero_()
    annotation = network.encode(still).annotation[0]
    torch.testing.assert_close(annotation, annotation[:1].expand_as(annotation))


def test_every_word_weighs_the_frames_and_without_attention_all_alike(
    film: torch.Tensor,
):
    words = torch.tensor([[1, 4, 5], [1, 6, 7]])
    record = FilmCaptioner(CONFIG)(film, words, ALL)
    weights = torch.stack([one.attention.weights for one in record.decoder], 1)
    assert weights.shape == (2, 3, FRAMES)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3))
    mean = MeanFilmCaptioner(CONFIG)(film, words, ALL).decoder[0].attention.weights
    torch.testing.assert_close(mean, torch.full((2, FRAMES), 1 / FRAMES))
    assert isinstance(FilmCaptioner(CONFIG), AttendingWriter)


def test_step_by_step_it_scores_what_it_scores_at_once(film: torch.Tensor):
    network = FilmCaptioner(CONFIG).eval()
    words = torch.tensor([[1, 4, 5], [1, 6, 7]])
    whole = network(film, words, ALL).logits
    state = network.begin(film, ALL.expand(2, -1, -1))
    for at in range(3):
        logits, state = network.step(state, words[:, at])
        torch.testing.assert_close(logits, whole[:, at], atol=1e-5, rtol=1e-4)


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="vocabulary"):
        FilmConfig(vocabulary=9)
