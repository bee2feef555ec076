"""Data and results: how good the models are, what they learned from, how to read it."""

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz.components.files import named
from viz.content import lessons, models
from viz.content.texts import error, texts
from viz.figures import quality
from viz.pages.app import frame, library, navigation, shown_model
from viz.pages.app.chart import captioned, draw, plotted
from viz.pages.app.lesson import lesson
from viz.pages.models import cards
from viz.pages.models.own import own
from viz.pages.models.then_and_here import then_and_here
from viz.say import html_tables, tables
from viz.say.lists import called, parted, together
from viz.say.numbers import separators, written

if TYPE_CHECKING:
    from core.in_use.loading import Model

say = texts("models")

STYLE = Path(__file__).parent / "page.css"
MIB = 2**20
DECIMAL = re.compile(r"[0-9]*\.?[0-9]+")
EVERYDAY = "tatoeba/valid"
NEED_NOT_BE = (library.FIXED, library.WRITER)
FOLDED = ("symbols", "notations", "topics", "errata")
"""Lists of the lesson that are files of their own, and open when they are asked for."""


def page() -> None:
    """Draw the page; a model that cannot be opened says so in its own place."""
    st.html(STYLE)
    frame.heading(say("opening.title"))
    with st.container(key="lead"):
        place = st.empty()
    opened, damaged = _opened()
    place.markdown(_lead(opened))
    if opened:
        _quality(opened)
    _section(say("data.heading"))
    frame.note(say("data.trained_on"))
    _section(say("built.heading"))
    shown = [title for title in _titles().values() if title in opened | damaged]
    places = st.columns(len(shown), gap="large")
    for title, place in zip(shown, places, strict=True):
        with place:
            st.markdown(f"### {title}")
            if title in opened:
                _sizes(opened[title])
            else:
                frame.refuse(damaged[title])
    if opened:
        _training(opened)
        then_and_here(opened)
    _trials(opened)
    own(_sizes, cards.demoted)
    folded = {name: partial(_folded, name) for name in FOLDED}
    lesson("models", places={"pages": _pages, **folded})
    cards.cards(opened.values())


def _section(heading: str) -> None:
    st.header(heading, anchor=False)


def _lead(opened: dict[str, "Model"]) -> str:
    """What the models learned from, and how good they are as far as it was measured."""
    found = {
        title: model.info.get("quality", {}).get(EVERYDAY, {}).get("bleu")
        for title, model in opened.items()
    }
    scores = [
        say("opening.score", model=title, bleu=written(bleu, ".1f"))
        for title, bleu in found.items()
        if bleu is not None
    ]
    said = [say("opening.data")]
    if scores:
        said.append(say("opening.scores", scores=together(scores)))
    return " ".join([*said, say("opening.use")])


def _titles() -> dict[str, str]:
    """What every model is called on this page, by its name."""
    titles = {models.SHIPPED[kind]: title for kind, title in shown_model.TITLES.items()}
    return titles | {
        library.FIXED: say("titles.fixed"),
        library.WRITER: say("titles.writer"),
    }


def _opened() -> tuple[dict[str, "Model"], dict[str, str]]:
    """The models by their titles, and why each of the others cannot be opened.

    The one without attention need not be there, nor the one that only writes.
    """
    opened: dict[str, Model] = {}
    damaged: dict[str, str] = {}
    with frame.waiting(say("built.opening")):
        for name, title in _titles().items():
            try:
                opened[title] = library.any_model(name)
            except InputError as problem:
                if name not in NEED_NOT_BE or _has_folder(name):
                    damaged[title] = error(problem)
    return opened, damaged


def _has_folder(name: str) -> bool:
    from core import checkpoint

    return (checkpoint.SHIPPED / name).is_dir()


# --- what each one is ----------------------------------------------------------------


def _sizes(model: "Model") -> None:
    rows = library.kept((model.name, model.digest), lambda: _measure(model))
    with st.container(key=f"sizes-{model.name}"):
        st.html(html_tables.table(rows, say("built.caption", model=model.name)))


def _measure(model: "Model") -> list[list[str]]:
    from core.checkpoint import SHIPPED, kept_row

    files = (model.folder or SHIPPED / model.name).glob("*")
    on_disk = sum(file.stat().st_size for file in files if file.is_file())
    size = say(
        "built.size", parameters=model.parameters, size=written(on_disk / MIB, ".1f")
    )
    sizes = {name: str(size) for name, size in model.info["sizes"].items()}
    sizes["vocabulary"] = written(model.info["sizes"]["vocabulary"], ",")
    rows = [
        [say("built.what"), model.name],
        [say("built.after"), say(f"papers.{model.kind}")],
        [say("built.of"), say(f"parts.{model.kind}", **sizes)],
        [say("built.parameters"), size],
    ]
    if model.history:
        kept = kept_row(model.info, model.history)
        amounts = ("updates", "update"), ("pieces", "pieces"), ("minutes", "minutes")
        amount = {slot: written(kept[name], ",.0f") for slot, name in amounts}
        rows.append([say("built.trained"), say("built.training", **amount)])
    return [*rows, [say("built.name"), f"{model.name}, {model.digest}"]]


# --- how it was trained --------------------------------------------------------------


def _training(opened: dict[str, "Model"]) -> None:
    from viz.figures.curves import AGAINST, curves

    runs = {title: model.history for title, model in opened.items()}
    kinds = {title: model.kind for title, model in opened.items()}
    _section(say("training.heading"))
    if not any(runs.values()):
        frame.note(say("training.none"))
        return
    dark = frame.night()
    digests = tuple((model.name, model.digest) for model in opened.values())
    figures = {
        against: library.kept(
            (digests, against, dark),
            lambda against=against: curves(
                runs, kinds=kinds, against=against, dark=dark
            ),
        )
        for against in AGAINST
    }
    both = figures[AGAINST[0]]
    title = say("training.title")
    with captioned(both.caption, both.rows, key="training", title=title):
        places = st.columns(len(figures), gap="large")
        for (against, figure), place in zip(figures.items(), places, strict=True):
            with place:
                plotted(figure.plot, figure.alt, key=f"curves-{against}")
    frame.note(say("training.averaged"))
    if say("titles.writer") in opened:
        frame.note(say("training.lines"))
    with st.expander(say("training.table")):
        shown = [[_cell(cell) for cell in row] for row in both.rows]
        st.html(html_tables.table(shown, say("training.table_caption")))


def _cell(cell: tables.Cell) -> str:
    if isinstance(cell, str):
        return cell
    if cell is None:
        return ""
    said = written(cell, ",.2f")
    return said.rstrip("0").rstrip(separators()[0])


# --- how good it is ------------------------------------------------------------------


def _quality(opened: dict[str, "Model"]) -> None:
    infos = {title: model.info for title, model in opened.items()}
    _section(say("quality.heading"))
    bare = [model.name for model in opened.values() if not model.info.get("quality")]
    if bare:
        frame.note(say("quality.not_measured", models=", ".join(bare)))
    if len(scores := quality.scores(infos)) > 1:
        frame.note(say("quality.greedy"))
        st.html(html_tables.table(scores, say("quality.caption")))
        if left_out := quality.left_out(infos, "quality"):
            frame.note(left_out)
        _lengths(opened, infos)
        with st.expander(say("quality.details")):
            by_length = quality.lengths(infos)
            st.html(html_tables.table(by_length, say("by_length.caption")))
            st.html(html_tables.verbatim("\n".join(quality.signatures(infos))))
    if len(errors := quality.alignments(infos)) > 1:
        _section(say("links.heading"))
        frame.note(say("links.explained"))
        st.html(html_tables.table(errors, say("links.caption")))
        maps = (
            called(title, quality.map_of(info))
            for title, info in infos.items()
            if "best_alignment" in info
        )
        frame.note(f"{parted(maps)}. {quality.left_out(infos, 'alignment')}")


def _lengths(opened: dict[str, "Model"], infos: dict[str, Any]) -> None:
    from viz.figures.lengths import lengths

    dark = frame.night()
    digests = tuple((model.name, model.digest) for model in opened.values())
    kinds = {title: model.kind for title, model in opened.items()}
    figure = library.kept(
        (digests, dark), lambda: lengths(infos, kinds=kinds, dark=dark)
    )
    if figure is not None:
        draw(figure, key="lengths", name=named("bleu", "by length"))
        frame.note(say("lengths.band"))


def _trials(opened: dict[str, "Model"]) -> None:
    from core import checkpoint

    tried = {
        model.name: checkpoint.trials(checkpoint.SHIPPED / model.name)
        for model in opened.values()
    }
    if not any(tried.values()):
        return
    with st.expander(say("tried.title")):
        frame.note(say("tried.explained"))
        for name, rows in tried.items():
            if rows:
                cells = [[*map(_as_measured, row.values())] for row in rows]
                heads = say.all("tried.columns")
                first = [heads.get(column, column) for column in rows[0]]
                st.html(html_tables.table([first, *cells], name))


def _as_measured(value: object) -> str:
    """A number as it was written down, with the decimal sign of the language."""
    said = str(value)
    return said.replace(".", separators()[0]) if DECIMAL.fullmatch(said) else said


# --- the lesson's places --------------------------------------------------------------


def _pages() -> None:
    with st.container(key="to-pages", horizontal=True):
        for path, page in frame.pages().items():
            if path != "models":
                navigation.link(path, page.title, {})


def _folded(name: str) -> None:
    """A part of the lesson in a box; the heading is the name of the box."""
    text = lessons.load(name, frame.choices().lang).parts[0]
    heading, _, rows = str(text).partition("\n")
    with st.expander(heading.lstrip("# ")):
        st.markdown(rows)
