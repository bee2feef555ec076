"""What Plotly cannot draw: Streamlit components, one folder each.

`mounting` alone knows Streamlit: what a picture is packed of is also drawn without it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import core
from viz.content.texts import ENGLISH, Entry, language, load, tongues

COMMON = Path(__file__).parent / "common"  # what several components need


def spoken(*tables: str, like: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a component says: tables of `browser.toml`, in the language of the run,
    and which version says it.

    What a table does not say is said as in the one that it is `like`.
    """
    slots = tongues()
    entries = {**load("browser", ENGLISH), **load("browser", language())}
    for table, other in (like or {}).items():
        for name in [name for name in entries if name.startswith(f"{other}.")]:
            entries.setdefault(
                f"{table}.{name.removeprefix(other + '.')}", entries[name]
            )
    return {
        "lang": language(),
        "version": core.__version__,
        "texts": {
            name: _of_the_model(entry, slots)
            for name, entry in entries.items()
            if name.partition(".")[0] in tables
        },
    }


def _of_the_model(entry: Entry, slots: Mapping[str, str]) -> Entry:
    """A text with the languages of the model written in; the rest the browser fills."""
    if not isinstance(entry, str):
        return {form: str(_of_the_model(text, slots)) for form, text in entry.items()}
    for name, said in slots.items():
        entry = entry.replace(f"{{{name}}}", said)
    return entry
