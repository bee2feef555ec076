"""A folder of modules and a style as one component of Streamlit."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from viz.components.joiner import joined

PAPER = Path(__file__).parent / "common" / "print.css"


def of_folder(
    folder: Path, html: str, *styles: Path, without: Collection[Path] = ()
) -> Any:
    """The component whose modules and style lie in its folder, under its name.

    Its script begins with the module of that name. More `styles` follow its own.
    What the modules `without` do, its pages never need.
    """
    name = folder.name
    sheets = (folder / f"{name}.css", *styles, PAPER)
    return component(
        f"headlight_{name}",
        html=f"{html}\n",  # one line alone would be taken for the name of a file
        css="\n".join(sheet.read_text("utf-8") for sheet in sheets),
        js=joined(folder / f"{name}.js", without),
    )
