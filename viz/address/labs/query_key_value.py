"""What can be chosen in the lab of query, key and value."""

from dataclasses import dataclass

from core.labs import worked_example
from core.labs.typed_matrices import written
from viz.address.declared import Turned, choice
from viz.address.rules import Between, Decimal, Matrix, OneOf, Switch, Text

PARTS = ("play", "blank", "row", "own", "names")
AXES = ("key", "query")
ROLES = ("plane", "move", "travel", "head", "cue", "content")
ASKED = ("duck", "person", "blue", "self")
CUES = ("none", "duck", "person", "blue")
EDITED = ("q", "k", "v")


@dataclass(frozen=True)
class Choices(Turned):
    """Matrices and blanks of the worked case; a word, a cue; a question to a catalogue.

    `qkv_columns` puts the softmax along the wrong axis; `qkv_axis` is what the axis of
    the keys is called, `qkv_over` that of the softmax. `qkv_first` and `qkv_row` are
    what is typed into blanks, `qkv_edit` the matrix whose field is open; `qkv_turn` is
    how far a word is turned, in degrees, `qkv_output` the word whose output is
    followed, `qkv_ask` the first of three cues; `qkv_key` and `qkv_value` are the first
    numbers of k₁ and v₁. `qkv_word` is the French word for which a
    head of the Transformer is asked.
    """

    qkv_part: str = choice("play", OneOf(PARTS))
    qkv_scaled: bool = choice(False, Switch())
    qkv_columns: bool = choice(False, Switch())
    qkv_axis: str = choice("key", OneOf(AXES))
    qkv_over: str = choice("key", OneOf(AXES))
    qkv_first: str = choice("", Text())
    qkv_row: str = choice("", Text())
    qkv_edit: str = choice("q", OneOf(EDITED))
    qkv_q: str = choice(written(worked_example.QUERY), Matrix())
    qkv_k: str = choice(written(worked_example.KEY), Matrix())
    qkv_v: str = choice(written(worked_example.VALUE), Matrix())
    qkv_roles: str = choice("plane", OneOf(ROLES))
    qkv_turn: int = choice(0, Between(0, 360))
    qkv_same: bool = choice(False, Switch())
    qkv_key: float = choice(worked_example.KEY[0][0], Decimal(-4.0, 4.0, 1))
    qkv_value: float = choice(worked_example.VALUE[0][0], Decimal(-4.0, 4.0, 1))
    qkv_output: int = choice(5, Between(1, len(worked_example.WORDS)))
    qkv_ask: str = choice("duck", OneOf(ASKED))
    qkv_cue: str = choice("none", OneOf(CUES))
    qkv_word: int = choice(5, Between(1, 8))
    qkv_comedy: float = choice(1.0, Decimal(-3.0, 3.0, 1))
    qkv_action: float = choice(0.5, Decimal(-3.0, 3.0, 1))
    qkv_temperature: float = choice(1.0, Decimal(0.1, 5.0, 1))
