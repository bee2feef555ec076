"""A street as a picture of 48 × 48 pixels in red, green and blue, by our own code."""

from functools import cache

import numpy as np
import numpy.typing as npt

from core.worlds.sprites import FIXED, SHADES, SPRITES
from core.worlds.street import GRASS, ROAD, SIZE, Street

Picture = npt.NDArray[np.uint8]
SKY, FAR_SKY, CLOUD = (178, 216, 242), (206, 231, 247), (240, 247, 252)
MEADOW, BLADE = (160, 204, 140), (144, 190, 124)
TAR, KERB, MARK = (140, 145, 154), (186, 188, 192), (228, 224, 204)
MARK_ROW = 41


def draw(street: Street) -> Picture:
    """The picture: rows from above, columns from the left, three colors each."""
    picture = empty().copy()
    for place in street.from_behind():
        thing = street.things[place]
        colors, solid = sprite(thing.kind, thing.color)
        box = thing.box
        seen = picture[box.y : box.y + box.height, box.x : box.x + box.width]
        seen[solid] = colors[solid]
    return picture


def owners(street: Street) -> npt.NDArray[np.int8]:
    """Which thing each pixel shows, by its place in the street; -1 where none."""
    found = np.full((SIZE, SIZE), -1, dtype=np.int8)
    for place in street.from_behind():
        thing = street.things[place]
        _, solid = sprite(thing.kind, thing.color)
        box = thing.box
        seen = found[box.y : box.y + box.height, box.x : box.x + box.width]
        seen[solid] = place
    return found


@cache
def sprite(kind: str, color: str) -> tuple[Picture, npt.NDArray[np.bool_]]:
    """A thing by itself: its pixels, and where it is not see-through."""
    palette = dict(FIXED)
    palette["C"], palette["L"], palette["D"] = SHADES[color]
    rows = SPRITES[kind].split()
    colors = [[palette.get(letter, (0, 0, 0)) for letter in row] for row in rows]
    solid = [[letter != "." for letter in row] for row in rows]
    return np.array(colors, dtype=np.uint8), np.array(solid)


@cache
def empty() -> Picture:
    """The street without a thing: sky with two clouds, grass, a road with marks."""
    picture = np.zeros((SIZE, SIZE, 3), dtype=np.uint8)
    picture[:GRASS] = SKY
    picture[GRASS - 7 : GRASS] = FAR_SKY
    for row, first, last in ((3, 6, 14), (4, 4, 17), (7, 31, 39), (8, 29, 43)):
        picture[row, first:last] = CLOUD
    picture[GRASS:ROAD] = MEADOW
    picture[GRASS + 2 : ROAD : 3, 1::7] = BLADE
    picture[GRASS + 3 : ROAD : 3, 5::7] = BLADE
    picture[ROAD:] = TAR
    picture[ROAD] = KERB
    for first in range(2, SIZE, 10):
        picture[MARK_ROW, first : first + 5] = MARK
    picture.setflags(write=False)
    return picture
