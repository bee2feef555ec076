"""A language beside English, as it is shipped, for tests to fill and to break."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.viz.languages import forget
from viz.content import languages, texts


@pytest.fixture
def folder_of(
    tmp_path, monkeypatch
) -> Callable[[str, Mapping[str, str | bytes]], Path]:
    """Makes the folder of a language with these files, and says what it says."""
    (tmp_path / "en").symlink_to(languages.FOLDER / "en")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)

    def make(lang: str, files: Mapping[str, str | bytes]) -> Path:
        (tmp_path / lang).mkdir()
        for name, written in files.items():
            file = tmp_path / lang / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(written.encode() if isinstance(written, str) else written)
        forget()
        texts.speak(lang)
        return tmp_path / lang

    yield make
    texts.speak(languages.ENGLISH)
    forget()
