"""Models: what each one is, how good it is, how it was trained; how to read the app."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.errors import InputError
from viz.components.files import named
from viz.content import lessons
from viz.figures import quality
from viz.pages.app import frame, library
from viz.pages.app.chart import captioned, chart, plotted
from viz.pages.app.lesson import lesson
from viz.say import html_tables, tables

if TYPE_CHECKING:
    from core.translator import Translator

STYLE = Path(__file__).parent / "page.css"
TITLES = {
    library.BAHDANAU: "Bahdanau",
    library.TRANSFORMER: "Transformer",
    library.FIXED: "Fixed vector",
}
PAPERS = {
    "bahdanau": "Bahdanau, Cho and Bengio (2015)",
    "transformer": "Vaswani and others (2017)",
    "rnn": "Cho and others (2014)",
}
BUILT = {
    "bahdanau": "states of {d_state} in each direction, embeddings of {d_embedding}, "
    "an alignment network of {d_align}, {vocabulary:,} pieces",
    "transformer": "{n_layers} + {n_layers} layers, {n_heads} heads in each, width "
    "{d_model}, feed-forward {d_hidden}, {vocabulary:,} pieces",
    "rnn": "states of {d_state} in each direction, embeddings of {d_embedding}, one "
    "vector for the whole sentence, {vocabulary:,} pieces",
}
DATA = (
    "Trained on Tatoeba (everyday sentences, Anki edition of April 2019, CC BY 2.0 FR; "
    "credit: tatoeba.org and manythings.org/anki) and the Canadian Hansards (ISI "
    "release, free of charge); each card below says how much of which."
)
GREEDY = (
    "Greedy decoding, held-out sentences, every French version of a sentence as a "
    "reference. BLEU and chrF run from 0 to 100, more is better. Some of the Tatoeba "
    "sentences also chose the moment at which training was best."
)
LINKS = (
    "Alignment error rate: links of each French word to the English word it looks at "
    "most, against links that people drew; 0 % is perfect (Och and Ney 2003). The "
    "diagonal links words by their place alone. The map of each model was chosen on "
    "these sentences."
)
BY_LENGTH = (
    "Hansards alone: other sentences would be other language as well as other lengths. "
    "The band holds 95 % of 1,000 resamples of the sentences; where bands overlap "
    "much, so many sentences do not tell the models apart."
)
TRIED = (
    "What was tried, the discarded too: one row a training, with BLEU, chrF, alignment "
    "error rate and minutes as they were measured then."
)
NOT_MEASURED = "This model's folder holds no measured figures yet: {}."
AVERAGED = (
    "Measured is the running mean of the weights, on a sample of the held-out Tatoeba "
    "sentences; the loss is the mean since the last measurement, label smoothing "
    "included."
)


def page() -> None:
    """Draw the page; a model that cannot be opened says so in its own place."""
    st.html(STYLE)
    st.subheader("How they are built", anchor=False)
    opened, damaged = _opened()
    titles = [title for title in TITLES.values() if title in opened | damaged]
    places = st.columns(len(titles), gap="large")
    for title, place in zip(titles, places, strict=True):
        with place:
            st.markdown(f"#### {title}")
            if title in opened:
                _sizes(opened[title])
            else:
                frame.refuse(damaged[title])
    if opened:
        _training(opened)
        _quality(opened)
        _trials(opened)
    frame.note(DATA)
    lesson("models", places={"pages": _pages, "errata": _errata})
    for model in opened.values():
        _card(model)


def _opened() -> tuple[dict[str, "Translator"], dict[str, str]]:
    """The models by their titles, and why each of the others cannot be opened.

    The one without attention need not be there.
    """
    opened: dict[str, Translator] = {}
    damaged: dict[str, str] = {}
    with frame.waiting("Opening the models"):
        for name, title in TITLES.items():
            try:
                opened[title] = library.model(name)
            except InputError as problem:
                if name != library.FIXED or _has_folder(name):
                    damaged[title] = str(problem)
    return opened, damaged


def _has_folder(name: str) -> bool:
    from core import checkpoint

    return (checkpoint.SHIPPED / name).is_dir()


# --- what each one is ----------------------------------------------------------------


def _sizes(model: "Translator") -> None:
    rows = library.kept(("sizes", model.name, model.digest), lambda: _measure(model))
    with st.container(key=f"sizes-{model.kind}"):
        st.html(html_tables.table(rows, f"What {model.name} is"))


def _measure(model: "Translator") -> list[list[str]]:
    from core.checkpoint import SHIPPED, kept_row

    parameters = sum(tensor.numel() for tensor in model.network.parameters())
    folder = SHIPPED / model.name
    on_disk = sum(file.stat().st_size for file in folder.glob("*") if file.is_file())
    rows = [
        ["what", model.name],
        ["after", PAPERS[model.kind]],
        ["built of", BUILT[model.kind].format(**model.info["sizes"])],
        ["parameters", f"{parameters:,}; the folder has {on_disk / 2**20:.1f} MiB"],
    ]
    if model.history:
        kept = kept_row(model.info, model.history)
        trained = f"{kept['update']:,.0f} updates, {kept['pieces']:,.0f} pieces"
        rows.append(["trained for", f"{trained}, {kept['minutes']:,.0f} minutes"])
    return [*rows, ["name, digest", f"{model.name}, {model.digest}"]]


# --- how it was trained --------------------------------------------------------------


def _training(opened: dict[str, "Translator"]) -> None:
    from viz.figures import curves

    runs = {title: model.history for title, model in opened.items()}
    st.subheader("How they were trained", anchor=False)
    if not any(runs.values()):
        frame.note("No history was kept.")
        return
    dark = frame.night()
    digests = tuple((model.name, model.digest) for model in opened.values())
    said, rows = curves.said(runs), curves.rows(runs)
    with captioned(said, rows, key="training", title="How the models were trained"):
        columns = st.columns(len(curves.AGAINST), gap="large")
        for (against, title), place in zip(
            curves.AGAINST.items(), columns, strict=True
        ):
            drawn = library.kept(
                ("curves", digests, against, dark),
                lambda against=against: curves.curves(runs, against=against, dark=dark),
            )
            with place:
                plotted(
                    drawn,
                    f"Loss and BLEU against {title}. {said}",
                    key=f"curves-{against}",
                )
    frame.note(AVERAGED)
    with st.expander("Table"):
        shown = [[_cell(cell) for cell in row] for row in rows]
        st.html(html_tables.table(shown, "Loss and BLEU of every measurement"))


def _cell(cell: tables.Cell) -> str:
    if isinstance(cell, str):
        return cell
    return "" if cell is None else f"{cell:,.2f}".rstrip("0").rstrip(".")


# --- how good it is ------------------------------------------------------------------


def _quality(opened: dict[str, "Translator"]) -> None:
    infos = {title: model.info for title, model in opened.items()}
    st.subheader("How good they are", anchor=False)
    bare = [model.name for model in opened.values() if not model.info.get("quality")]
    if bare:
        frame.note(NOT_MEASURED.format(", ".join(bare)))
    if len(scores := quality.scores(infos)) > 1:
        frame.note(GREEDY)
        st.html(html_tables.table(scores, "Translation, greedy"))
        if said := quality.left_out(infos, "quality"):
            frame.note(said)
        _lengths(opened, infos)
        with st.expander("BLEU by length as a table, and how it was scored"):
            st.html(html_tables.table(quality.lengths(infos), "BLEU by length"))
            st.html(html_tables.verbatim("\n".join(quality.signatures(infos))))
    if len(errors := quality.alignments(infos)) > 1:
        frame.note(LINKS)
        st.html(html_tables.table(errors, "Alignment error rate"))
        maps = (
            f"{title}: {quality.map_of(info)}"
            for title, info in infos.items()
            if "best_alignment" in info
        )
        frame.note(f"{'; '.join(maps)}. {quality.left_out(infos, 'alignment')}")


def _lengths(opened: dict[str, "Translator"], infos: dict[str, Any]) -> None:
    from viz.figures import lengths

    if not (said := lengths.said(infos)):
        return
    dark = frame.night()
    digests = tuple((model.name, model.digest) for model in opened.values())
    chart(
        library.kept(
            ("lengths", digests, dark), lambda: lengths.lengths(infos, dark=dark)
        ),
        said,
        lengths.rows(infos),
        key="lengths",
        title="BLEU by the length of the sentence, Hansards",
        name=named("bleu", "by length"),
    )
    frame.note(BY_LENGTH)


def _trials(opened: dict[str, "Translator"]) -> None:
    from core import checkpoint

    tried = {
        model.name: checkpoint.trials(checkpoint.SHIPPED / model.name)
        for model in opened.values()
    }
    if not any(tried.values()):
        return
    with st.expander("What was tried"):
        frame.note(TRIED)
        for name, rows in tried.items():
            if rows:
                cells = [[str(cell) for cell in row.values()] for row in rows]
                st.html(html_tables.table([list(rows[0]), *cells], name))


# --- the lesson's places, the cards --------------------------------------------------


def _pages() -> None:
    with st.container(key="to-pages", horizontal=True):
        for path, page in frame.pages().items():
            if path != "models":
                st.page_link(page, label=page.title)


def _errata() -> None:
    text = lessons.load("errata", frame.choices().lang).parts[0]
    with st.expander("Where lectures slip"):
        _, _, rows = str(text).partition("\n")  # the heading is the name of the box
        st.markdown(rows)


def _card(model: "Translator") -> None:
    if model.card:
        with st.expander(f"The card of {model.name}"):
            st.markdown(demoted(model.card))


def demoted(card: str) -> str:
    """A card with its headings three steps lower, for it stands inside a page.

    Its commands become code inside a line: a block would be coloured by half a
    megabyte of scripts.
    """
    fenced, lines = False, []
    for line in card.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines += [f"`{line}`", ""]
        else:
            lines.append(f"###{line}" if line.startswith("#") else line)
    return "\n".join(lines)
