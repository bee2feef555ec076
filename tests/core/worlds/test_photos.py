"""Photographs: small, credited, and all that lie there."""

from core.worlds.photos import FOLDER, photos


def test_three_photographs_are_small_and_credited():
    files = {path.stem for path in FOLDER.glob("*.jpg")}
    assert files == photos().keys()
    assert sum(len(one.jpeg()) for one in photos().values()) <= 150_000
    for one in photos().values():
        assert one.pixels().shape == (320, 480, 3)
        assert 0 <= one.pixels().min() < one.pixels().max() <= 1
        assert one.credit and one.licence
        assert one.address.startswith("https://") and one.terms.startswith("https://")
