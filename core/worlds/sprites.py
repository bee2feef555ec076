"""Our own pixel art: every kind of thing as rows of letters, one for each pixel.

C, L and D are the color of the thing, its light and its shade; a dot is see-through;
the other letters always have the same color.
"""

FIXED = {
    "k": (30, 34, 48),
    "w": (255, 255, 255),
    "b": (107, 74, 53),
    "r": (146, 92, 74),
    "R": (114, 66, 54),
    "g": (188, 222, 240),
    "G": (134, 182, 214),
    "s": (238, 196, 160),
    "o": (240, 128, 32),
    "m": (112, 118, 130),
    "y": (255, 232, 140),
    "n": (52, 62, 96),
}
SHADES = {
    "red": ((204, 40, 34), (236, 100, 86), (142, 22, 24)),
    "blue": ((46, 92, 196), (104, 150, 232), (26, 54, 128)),
    "green": ((44, 136, 64), (98, 180, 100), (22, 86, 42)),
    "yellow": ((244, 198, 36), (254, 228, 122), (186, 138, 16)),
    "pink": ((238, 124, 168), (252, 178, 206), (184, 74, 124)),
    "white": ((238, 238, 242), (255, 255, 255), (180, 184, 198)),
}
"""Of each color: itself, its light, its shade."""

SPRITES = {
    "person": """
..kkk..
.kkkkk.
.ksksk.
.sssss.
..sss..
.CCCCC.
CLCCCDC
CLCCCDC
CLCCCDC
sLCCCDs
.DDDDD.
.nn.nn.
.nn.nn.
.nn.nn.
.kk.kk.
""",
    "duck": """
.CCC.....
CLkCC....
oCCCC....
oCCCC...C
.CCCCCCCC
.CLDDDDCC
.CCLDDCC.
..DDDDD..
""",
    "cup": """
DkkkkD..
CLCCCDDD
CLCCCD.D
CLCCCD.D
CLCCCDDD
CCCCCD..
.DDDD...
""",
    "car": """
.....CCCCCCC......
....CgggCgggC.....
...CGgggCGgggC....
LLLLLLLLLLLLLLLLC.
CCCCCCCCCCCCCCCCCy
CCCCCCCCDCCCCCCCCy
CCCCCCCCDCCCCCCCCC
DDkkkDDDDDDDDkkkDD
..kmk........kmk..
..kkk........kkk..
""",
    "stop sign": """
..DDDDD..
.DCCCCCD.
DCCCCCCCD
DCwwwwwCD
DCkkkkkCD
DCwwwwwCD
DCCCCCCCD
.DCCCCCD.
..DDDDD..
....m....
....m....
....m....
....m....
....m....
....m....
....m....
....m....
....m....
...mmm...
""",
    "tree": """
....CCC....
..CCLLCCC..
.CCLLCCCCC.
.CLLCCCCDC.
CCLCCCCCDCC
CLCCDCCCCDC
CCCCCCLLCDC
CCCDCCLCCDC
.CCCCCCCDC.
.CDCCCCDDC.
..DDDDDDD..
....bbb....
....bbb....
....bbb....
....bbb....
....bbb....
...bbbbb...
""",
    "house": """
.......rr.......
......rrrr......
.....rrrrrr.....
....rrrrrrrr....
...rrrrrrrrrr...
..rrrrrrrrrrrr..
.rrrrrrrrrrrrrr.
RRRRRRRRRRRRRRRR
.LCCCCCCCCCCCCD.
.LCgggCCCCgggCD.
.LCgGgCCCCgGgCD.
.LCgggCCCCgggCD.
.LCCCCCCCCCCCCD.
.LCCCCbbbCCCCCD.
.LCCCCbbbCCCCCD.
.LCCCCbbbCCCCCD.
.LCCCCbbbCCCCCD.
.DDDDDbbbDDDDDD.
""",
}
