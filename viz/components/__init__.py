"""What Plotly cannot draw: Streamlit components, one folder each.

`mounting` alone knows Streamlit: what a picture is packed of is also drawn without it.
"""

from pathlib import Path
from typing import Any

from viz.content.texts import ENGLISH, language, load

COMMON = Path(__file__).parent / "common"  # what several components need


def spoken(*tables: str) -> dict[str, Any]:
    """What a component says: tables of `browser.toml`, in the language of the run."""
    entries = {**load("browser", ENGLISH), **load("browser", language())}
    return {
        "lang": language(),
        "texts": {
            name: entry
            for name, entry in entries.items()
            if name.partition(".")[0] in tables
        },
    }
