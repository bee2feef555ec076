"""Networks of pictures in use: one pass, and what is said of it."""

import pytest
import torch

from core.errors import InputError
from core.in_use.captioner import seeing
from core.in_use.pictures import (
    alike,
    find_kinds,
    find_twins,
    read_patches,
)
from core.in_use.small import Small
from core.networks.patches import Patches, PatchesConfig
from core.networks.pictures import (
    Gates,
    GatesAlone,
    GatesConfig,
    Twins,
    TwinsAlone,
    TwinsConfig,
)
from core.worlds.digits import examples
from core.worlds.street import parse

STREET = parse("car.red.1.34~car.red.30.36~cup.red.38.18")
LONELY = parse("car.red.1.34~cup.red.38.18")
SMALL = TwinsConfig(d_model=8, n_heads=2, d_fine=3)
DIGITS = PatchesConfig(10, colors=1, side=8, patch=2, d_model=8, n_heads=2, n_layers=2)
STREETS = PatchesConfig(d_model=8, n_heads=2, n_layers=2)


def small(network: torch.nn.Module) -> Small:
    torch.manual_seed(4)
    for part in network.parameters():
        torch.nn.init.normal_(part, std=0.3)
    return Small("some", "kind", network.eval())


def test_marks_and_weights_are_those_of_the_network():
    model = small(Twins(SMALL))
    found = find_twins(model, STREET)
    record = model.network(seeing([STREET]))
    torch.testing.assert_close(found.record.logits, record.logits.detach())
    assert torch.equal(found.said, record.logits[0] > 0)
    assert found.weights.shape == (2, 144, 144)
    assert find_twins(small(TwinsAlone(SMALL)), STREET).weights.shape == (0, 144, 144)


def test_the_overlap_is_what_is_shared_of_what_either_marks():
    found = find_twins(small(TwinsAlone(SMALL)), STREET)
    said = torch.zeros(48, 48)
    said[34:44, 1:19] = 1  # the box of the first car, with its corners
    record = found.record
    object.__setattr__(record, "logits", (said - 0.5).unsqueeze(0))
    from core.worlds.twins import marked

    wanted = torch.from_numpy(marked(STREET))
    one = int((wanted & (said > 0)).sum())
    assert 2 * one == int(wanted.sum())  # the two cars are alike
    assert found.shared == pytest.approx(one / (one + 180))
    assert one < 180


def test_where_there_is_nothing_to_mark_and_nothing_is_marked_there_is_no_overlap():
    found = find_twins(small(TwinsAlone(SMALL)), LONELY)
    object.__setattr__(found.record, "logits", torch.full((1, 48, 48), -1.0))
    assert found.shared is None
    object.__setattr__(found.record, "logits", torch.full((1, 48, 48), 1.0))
    assert found.shared == 0.0


def test_a_street_is_judged_kind_by_kind():
    record = find_kinds(small(Gates(GatesConfig())), STREET)
    assert record.logits.shape == (1, 7) and record.gates is not None
    assert find_kinds(small(GatesAlone(GatesConfig())), STREET).gates is None


def test_patches_of_a_street_are_judged_each_by_itself_and_digits_against_each_other():
    street = read_patches(small(Patches(STREETS)), STREET)
    torch.testing.assert_close(street.likely, street.record.logits[0].sigmoid())
    assert street.weights.shape == (2, 2, 37, 37)
    digit = read_patches(small(Patches(DIGITS)), examples()[0])
    assert digit.likely.sum() == pytest.approx(1.0)
    assert digit.weights.shape == (2, 2, 17, 17)
    torch.testing.assert_close(digit.weights.sum(-1), torch.ones(2, 2, 17))


def test_a_covered_patch_shows_nothing_and_the_others_what_they_did():
    model = small(Patches(STREETS))
    whole, covered = (read_patches(model, STREET, out) for out in ((), (31,)))
    row, column = 5, 1  # of patch 31, from 0
    seen = covered.record.picture[0]
    there = seen[:, 8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
    assert (there == 0.5).all()
    apart = (seen != whole.record.picture[0]).any(0)
    assert apart.sum() <= 64 and apart[8 * row : 8 * row + 8].sum() == apart.sum()
    before, now = (one.record.embedded[0] for one in (whole, covered))
    changed = (before != now).any(-1).nonzero().squeeze(-1).tolist()
    assert changed == [32]


def test_places_are_alike_by_the_cosine_of_their_vectors():
    model = small(Patches(DIGITS))
    found = alike(model)
    place = model.network.get_parameter("place").detach()
    one, other = place[1 + 3], place[1 + 9]
    cosine = float(one @ other / (one.norm() * other.norm()))
    assert float(found[3, 9]) == pytest.approx(cosine, abs=1e-6)
    assert found.shape == (16, 16)


def test_a_model_that_does_not_do_this_says_so():
    twins, patches = small(Twins(SMALL)), small(Patches(STREETS))
    wrong = (
        lambda: find_twins(patches, STREET),
        lambda: find_kinds(twins, STREET),
        lambda: read_patches(twins, STREET),
        lambda: read_patches(patches, examples()[0]),
        lambda: alike(twins),
    )
    for each in wrong:
        with pytest.raises(InputError, match="does not do this with a picture"):
            each()
