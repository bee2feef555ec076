"""What the paper's training took beside ours, and what may not be compared."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from viz.content.texts import texts
from viz.pages.app import frame, library
from viz.say import html_tables
from viz.say.numbers import powered, written

if TYPE_CHECKING:
    from core.in_use.loading import Model
    from viz.figures.then_and_here import Trained

say = texts("models")


def then_and_here(opened: Mapping[str, "Model"]) -> None:
    """Draw the table, for translators with attention whose training was recorded."""
    from core.labs.then_and_here import BIG
    from viz.figures.then_and_here import rows

    ours = {
        title: _trained(model)
        for title, model in opened.items()
        if model.history and model.name not in (library.FIXED, library.WRITER)
    }
    if not ours:
        return
    most = max(ours, key=lambda title: ours[title].training.operations)
    times = BIG.operations / ours[most].training.operations
    st.header(say("then.title"), anchor=False)
    st.html(html_tables.table(rows(ours), say("then.caption")))
    stated = powered(BIG.stated or BIG.operations)
    about = written(float(f"{times:.1e}"), ",.0f")
    frame.note(say("then.explained", stated=stated, times=about, model=most))
    frame.note(say("then.not_compared"))


def _trained(model: "Model") -> "Trained":
    from core.checkpoint import kept_row
    from core.labs.then_and_here import Training
    from viz.figures.then_and_here import Trained

    kept = kept_row(model.info, model.history)
    return Trained(
        Training(model.parameters, int(kept["pieces"]), kept["minutes"] / 60),
        model.info.get("machine", ""),
        {f: q["bleu"] for f, q in model.info.get("quality", {}).items()},
    )
