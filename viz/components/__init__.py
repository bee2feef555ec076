"""What Plotly cannot draw: Streamlit components, one folder each."""

from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from viz.components.joiner import joined
from viz.content.texts import ENGLISH, language, load

COMMON = Path(__file__).parent / "common"  # what several components need


def of_folder(folder: Path, html: str, *styles: Path) -> Any:
    """The component whose modules and style lie in its folder, under its name.

    Its script begins with the module of that name. More `styles` follow its own.
    """
    name = folder.name
    sheets = (folder / f"{name}.css", *styles)
    return component(
        f"headlight_{name}",
        html=f"{html}\n",  # one line alone would be taken for the name of a file
        css="\n".join(sheet.read_text("utf-8") for sheet in sheets),
        js=joined(folder / f"{name}.js"),
    )


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
