"""What the walk says at its stages, as a file that a teacher edits without Python."""

import functools
import re
import tomllib
from pathlib import Path

from viz.content.lessons import FOLDER

NAMES = ("says", "question", "answer")
SLOTS = {
    *("row", "column", "best", "weight", "written", "rows", "columns", "head", "layer"),
    *("d_model", "d_k", "d_hidden", "heads", "vocabulary", "previous"),
    *("open", "silent"),
    *("d_embedding", "d_state", "d_annotation", "d_align"),
}
SLOT = re.compile(r"\{(\w+)\}")


@functools.lru_cache(maxsize=8)
def load(page: str, lang: str = "en") -> dict[str, dict[str, str]]:
    """The sentences of every stage of a walk; English where there is no other."""
    path = FOLDER / lang / f"{page}-walk.toml"
    return read(path if path.is_file() else FOLDER / "en" / path.name)


def read(path: Path) -> dict[str, dict[str, str]]:
    """Read and check a file of stages.

    Raises ValueError naming the file, the stage, and the key or slot that is wrong.
    """
    with path.open("rb") as file:
        stages = tomllib.load(file)
    for stage, texts in stages.items():
        where = f"{path.name}, {stage}"
        if not isinstance(texts, dict) or set(texts) != set(NAMES):
            raise ValueError(f"{where}: needs exactly {', '.join(NAMES)}")
        for name, text in texts.items():
            if not isinstance(text, str) or not text.strip():
                raise ValueError(f"{where}: {name} must be a text")
            if unknown := set(SLOT.findall(text)) - SLOTS:
                raise ValueError(f"{where}: {name}: unknown slot {min(unknown)}")
    return stages
