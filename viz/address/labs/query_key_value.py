"""What can be chosen in the lab of query, key and value."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.labs import worked_example
from core.labs.typed_matrices import written
from viz.address.rules import Between, Decimal, Matrix, OneOf, Rule, Switch, Text

PARTS = ("play", "blank", "row", "own")
ROLES = ("plane", "move", "cue")
CUES = ("none", "duck", "person", "blue")
EDITED = ("q", "k", "v")


@dataclass(frozen=True)
class Choices:
    """Matrices and blanks of the worked case; a word, a cue; a question to a catalogue.

    `qkv_first` and `qkv_row` are what is typed into blanks, `qkv_edit` the matrix whose
    field is open; `qkv_turn` is how far a word is turned, in degrees, `qkv_key` and
    `qkv_value` are the first numbers of k₁ and v₁.
    """

    qkv_part: str = "play"
    qkv_scaled: bool = False
    qkv_first: str = ""
    qkv_row: str = ""
    qkv_edit: str = "q"
    qkv_q: str = written(worked_example.QUERY)
    qkv_k: str = written(worked_example.KEY)
    qkv_v: str = written(worked_example.VALUE)
    qkv_roles: str = "plane"
    qkv_turn: int = 0
    qkv_same: bool = False
    qkv_key: float = worked_example.KEY[0][0]
    qkv_value: float = worked_example.VALUE[0][0]
    qkv_cue: str = "none"
    qkv_comedy: float = 1.0
    qkv_action: float = 0.5
    qkv_temperature: float = 1.0


COMMON = ("step", "turned")
RULES: Mapping[str, Rule] = {
    "qkv_part": OneOf(PARTS),
    "qkv_scaled": Switch(),
    "qkv_first": Text(),
    "qkv_row": Text(),
    "qkv_edit": OneOf(EDITED),
    "qkv_q": Matrix(),
    "qkv_k": Matrix(),
    "qkv_v": Matrix(),
    "qkv_roles": OneOf(ROLES),
    "qkv_turn": Between(0, 360),
    "qkv_same": Switch(),
    "qkv_key": Decimal(-4.0, 4.0, 1),
    "qkv_value": Decimal(-4.0, 4.0, 1),
    "qkv_cue": OneOf(CUES),
    "qkv_comedy": Decimal(-3.0, 3.0, 1),
    "qkv_action": Decimal(-3.0, 3.0, 1),
    "qkv_temperature": Decimal(0.1, 5.0, 1),
}
