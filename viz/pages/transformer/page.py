"""The page Transformer: three attentions, every layer, every head, opened."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.address import DEFAULTS
from viz.address.experiments import asked as asked_for
from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import texts, walk_texts
from viz.export.pictures import passing
from viz.pages.app import frame, library, shown_model
from viz.pages.app.lesson import lesson, stop
from viz.pages.sentence import (
    expectations,
    explore,
    field,
    lens,
    map_picture,
    own_words,
    view,
)
from viz.pages.sentence.picture import Picture
from viz.pages.transformer import edges, experiments, leading, plane, rows
from viz.pages.transformer.experiments import gestures
from viz.payload import maps as views
from viz.payload import transformer_walk
from viz.say import theme

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent / "page.css"
PICTURE = Picture("transformer_picture")
STAGES = "transformer_stages"
LONG = 42
ENTRIES = (
    *("sentence", "heads", "statistics", "next", "plane", "edges", "lens"),
    *("experiments", "about"),
)
"""What can be opened below the picture, in the order of the line."""
VIEW = {
    "stack": view.Part("kind"),
    "layer": view.place("layer"),
    "head": view.place("head"),
    "row": view.place("row"),
    "heads": view.heads("mean"),
    "temperature": view.temperature(),
    "explore": view.Part("explore", shown=lambda _: _opened()),
    **view.the_same("colour", "links", "special", "names", "overview"),
    **view.the_same("topk", "topp", "terms", "walk", "place", "stage"),
}
say = texts.texts("transformer")


def page() -> None:
    """Draw the page. Controls below the picture are read before it is drawn."""
    walking, opened = bool(frame.choices().walk), _opened()
    long = len(frame.choices().sentence) > LONG
    _style("1rem" if long else "1.28rem")
    control = stop()
    led = control is not None
    sentence, picture, below = explore.places(say, opened, walking=walking, led=led)
    with sentence:
        asked, said = field.title(
            say("page.prompt"), (13, 9, 3) if long else (10, 10, 3)
        )
        if not led:
            with st.container(key="beside"):
                field.presets(limit=2)
    words = not frame.choices().pieces
    with picture, frame.waiting(say("page.translating")):
        carried = experiments.carry(asked.text)
        lab = experiments.read(asked.text)
        experiments.remember(lab)
        trace, dim = field.traced(
            asked, shown_model.transformer(), lab.target, lab.experiment, lab.prefix
        )
    if dim and walking:
        explore.unfold()
    dim = dim or bool(lab.wrong)
    leading.fit(trace)
    with said:
        _said(trace, dim)
    with sentence:
        if field.preset(asked.text) is None:
            own_words.under(trace)
    if control is not None:
        with control:
            experiments.of_the_stop(trace)
    with picture:
        _unfinished(trace)
        _picture(trace, words, dim, led=led)
        _stages(trace)
    with below:
        if opened == "sentence":
            _why(trace, asked)
        experiments.draw(
            *(asked.text, lab, trace),
            carried=carried,
            dim=dim,
            opened=opened == "experiments",
        )
        sizes = {name: str(n) for name, n in views.sizes(trace).items()}
        sections = {
            "plane": lambda: plane.plane(trace),
            "edges": lambda: edges.edges(trace),
            "lens": lambda: _lens(trace),
            "about": lambda: lesson("transformer", sizes),
        }
        explore.section(say, opened, sections)


def _lens(trace: "Trace") -> None:
    """What each layer of the decoder would say, at the row of the picture."""
    model = library.model(shown_model.transformer())
    row = 0 if frame.choices().kind == "encoder" else rows.piece(trace)
    lens.lens(model, trace, row)


def _opened() -> str:
    """What is open below the picture; experiments open by themselves where one runs."""
    choices = frame.choices()
    tried = bool(asked_for(choices) or choices.target or choices.prefix)
    if choices.explore:
        return choices.explore
    return "experiments" if tried or choices.lab != DEFAULTS.lab else ""


def _style(title: str) -> None:
    """Colours and the size of the title for the page's own sheet, then that sheet."""
    colours = theme.palette(frame.night())
    names = {
        "title": title,
        "key": colours.key,
        "less": colours.less,
        "more": colours.more,
        "less-soft": colours.signed[4],
        "more-soft": colours.signed[5],
    }
    written = "".join(f"--{name}:{value};" for name, value in names.items())
    st.html(f"<style>:root{{{written}}}</style>")
    st.html(STYLE)
    explore.style()


def _said(trace: "Trace", dim: bool) -> None:
    """The translation that is shown, on the title line."""
    how = "given" if trace.forced else "free"
    with st.container(key=f"said-{how}{'-dim' if dim else ''}"):
        st.text(trace.translation.text or say("page.nothing"))


def _unfinished(trace: "Trace") -> None:
    if not trace.translation.finished:
        written = len(trace.translation.pieces.ids)
        frame.note(say("page.unfinished", pieces=written))


def _why(trace: "Trace", asked: field.Asked) -> None:
    """Why a preset is worth looking at, and where this pass does not show it."""
    chosen = field.preset(asked.text)
    if chosen is not None:
        own_words.under(trace, chosen)
    if chosen is not None and not frame.project():
        unmet = expectations.unmet(chosen, (trace,))
        if unmet and trace.translation.text != chosen.french:
            unmet = (*unmet, say("page.give", french=chosen.french))
        field.why(chosen, unmet, expectations.look_for(chosen, (trace,)))


# --- the picture: the browser owns the view, the address remembers it ----------------


def _picture(trace: "Trace", words: bool, dim: bool, *, led: bool) -> None:
    read = words and frame.choices().names == "read"
    what = (*trace.identity, words, read)
    header, body = library.kept(
        what,
        lambda: views.transformer_view(
            trace, words=words, read=read, statistics=_statistics(trace.digest)
        ),
    )
    machine = transformer_walk.machine(trace)
    if aligning := leading.aligning():
        machine["lead"] = aligning
    entries = explore.entries(say, ENTRIES)
    offered = {"hands": True, "units": True, "explore": entries, "led": led}
    header = {**header, "machine": machine, **offered}
    PICTURE.draw(
        header,
        body,
        _view(header, trace),
        of=what,
        dim=dim,
        parts=VIEW,
        asked=gestures.asked,
        trace=trace,
        live=(shown_model.transformer(),),
        packed=lambda seen: passing(
            trace, header, body, seen, library.model(shown_model.transformer())
        ),
    )
    gestures.refusal(trace)


def _statistics(digest: str) -> dict[str, Any]:
    """What kind of looker each head is over the sentences measured once."""
    from core.analysis.head_statistics import recorded
    from viz.payload.head_roles import head_figures

    name = shown_model.transformer()
    return library.kept((name, digest), lambda: head_figures(recorded(name)))


def _stages(trace: "Trace") -> None:
    """What the film and the walk show of the place that the reader looks at."""
    choices = frame.choices()
    where = transformer_walk.place_of(choices.kind, choices.layer - 1, choices.place)
    attention = transformer_walk.place_of(choices.kind, choices.layer - 1, "attention")
    places = transformer_walk.needed(
        where if choices.walk else attention, choices.walk, attention
    )
    header, body = transformer_walk.walk_view(
        trace, _network(trace), places, gestures.opened()
    )
    said = walk_texts.spoken("transformer", choices.lang, texts.tongues())
    walk_numbers(pack({**header, "texts": said}, body), key=STAGES)


def _network(trace: "Trace") -> Any:
    """The network of this pass, to be read: what a record leaves out is computed."""
    from core.experiments.passes import rewired

    return rewired(library.model(shown_model.transformer()).network, trace.experiment)


def _view(header: dict[str, Any], trace: "Trace") -> dict[str, Any]:
    """The view that the choices ask for, counted from 0.

    Without a row a map begins in the middle, a walk where Start does.
    """
    asked, choices = view.asked(VIEW), frame.choices()
    if choices.row:
        return asked
    if choices.walk and choices.kind == "cross":
        return {**asked, "row": _first_row(trace)}
    shapes = {stack["id"]: stack["shape"] for stack in header["stacks"]}
    return {**asked, "row": (shapes[asked["stack"]][2] - 1) // 2}


def _first_row(trace: "Trace") -> int:
    """The row on which Start begins, in the map of this page."""
    best = library.model(shown_model.transformer()).best_alignment
    shown = map_picture.shown(trace, best, pieces=frame.choices().pieces)
    chosen = field.preset(views.text_of(trace.source, trace.languages[0]))
    return map_picture.first_row(shown, chosen) + (best.reading == "read")
