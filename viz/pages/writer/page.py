"""The page Writer: a text goes on piece by piece, and every head is to be seen."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import walk_texts
from viz.content.texts import texts, tongues
from viz.export.pictures import passing
from viz.pages.app import frame, library
from viz.pages.app.lesson import lesson
from viz.pages.sentence import explore, lens, view
from viz.pages.sentence.picture import Picture
from viz.pages.writer import (
    asked,
    cache,
    copying,
    experiments,
    families,
    gestures,
    seeds,
    writing,
)
from viz.payload import maps as views
from viz.payload import transformer_walk

if TYPE_CHECKING:
    from core.trace import Trace

STYLE = Path(__file__).parent / "page.css"
PICTURE = Picture("writer_picture")
STAGES = "writer_stages"
ENTRIES = (
    *("seeds", "lens", "copying", "cache", "experiments", "families"),
    *("heads", "statistics", "about"),
)
"""What can be opened below the picture, in the order of the line."""
VIEW = {
    "layer": view.place("w_layer"),
    "head": view.place("w_head"),
    "row": view.place("w_row"),
    "heads": view.heads("w_mean"),
    "temperature": view.temperature(),
    "explore": view.Part("w_open"),
    **view.the_same("colour", "links", "special", "overview", "topk", "topp"),
    **view.the_same("terms", "walk", "place", "stage"),
}
say = texts("writer")


def page() -> None:
    """Draw the page. Controls are read before the picture is drawn."""
    st.html(STYLE)
    explore.style()
    library.writer(asked.model())  # said before all else where there is none
    walking = bool(frame.choices().walk)
    text, picture, below = explore.places(say, "text", walking=walking)
    with text:
        if not walking:
            typed, way = st.columns([9, 4], gap="large")
            with typed:
                writing.beginning()
            with way:
                writing.how()
        with frame.waiting(say("page.writing")):
            experiment, left_out = experiments.read()
            trace, wrong = asked.shown(asked.wanted(experiment))
        if wrong:
            frame.refuse(wrong)
            if walking:
                explore.unfold()
        if not walking:
            writing.text(trace, dim=bool(wrong))
            writing.buttons(trace, refused=bool(wrong))
    with picture:
        _picture(trace, dim=bool(wrong))
        _stages(trace)
    with below:
        for problem in left_out:
            frame.note(problem)
        experiments.chips(trace)
        sections = {
            "seeds": lambda: seeds.seeds(trace),
            "lens": lambda: _lens(trace),
            "copying": lambda: copying.copying(trace),
            "cache": lambda: cache.cache(trace),
            "experiments": lambda: experiments.draw(trace),
            "families": lambda: families.families(trace),
            "about": lambda: _about(trace),
        }
        explore.section(say, frame.choices().w_open, sections)


def _picture(trace: "Trace", *, dim: bool) -> None:
    header, body = library.kept(
        trace.identity,
        lambda: views.transformer_view(
            trace, words=False, statistics=_statistics(trace.digest)
        ),
    )
    header = {
        **header,
        "hands": True,
        "writes": asked.written(trace),
        "over": asked.is_over(trace),
        "machine": transformer_walk.machine(trace),
        "explore": explore.entries(say, ENTRIES),
    }
    PICTURE.draw(
        header,
        body,
        _view(header),
        of=trace.identity,
        dim=dim,
        parts=VIEW,
        asked=gestures.done,
        trace=trace,
        packed=lambda seen: passing(
            trace, header, body, seen, library.writer(trace.model)
        ),
    )
    gestures.refusal(trace)


def _statistics(digest: str) -> dict[str, Any]:
    """What kind of looker each head is over the sentences measured once."""
    from core.analysis.head_statistics import recorded
    from viz.payload.head_roles import head_figures

    name = asked.model()
    return library.kept((name, digest), lambda: head_figures(recorded(name)))


def _stages(trace: "Trace") -> None:
    """The numbers of the place where the walk stands."""
    from core.experiments.passes import rewired

    choices, layer = frame.choices(), frame.choices().w_layer - 1
    layer = min(layer, len(trace.attentions()) - 1)
    attention = transformer_walk.place_of("decoder", layer, "attention")
    where = transformer_walk.place_of("decoder", layer, choices.place)
    places = transformer_walk.needed(
        where if choices.walk else attention, choices.walk, attention
    )
    network = rewired(library.writer(trace.model).network, trace.experiment)
    header, body = transformer_walk.walk_view(
        trace, network, places, gestures.PRODUCTS.get()
    )
    said = walk_texts.spoken("writer", choices.lang, tongues())
    walk_numbers(pack({**header, "texts": said}, body), key=STAGES)


def _view(header: dict[str, Any]) -> dict[str, Any]:
    """The view that the choices ask for, from 0; without a row it is the newest."""
    chosen = view.asked(VIEW)
    layers, heads, rows, _ = header["stacks"][0]["shape"]
    row = rows - 1 if chosen["row"] < 0 else min(chosen["row"], rows - 1)
    for what, last in (("layer", layers), ("head", heads)):
        if chosen[what] >= last:
            frame.note(say(f"page.no_{what}", asked=chosen[what] + 1, last=last))
    return {
        **chosen,
        "stack": header["stacks"][0]["id"],
        "layer": min(chosen["layer"], layers - 1),
        "head": min(chosen["head"], heads - 1),
        "row": row,
    }


def _lens(trace: "Trace") -> None:
    """What each layer would say, at the row of the picture."""
    row = frame.choices().w_row or len(trace.predicted_ids)
    lens.lens(library.writer(trace.model), trace, row - 1)


def _about(trace: "Trace") -> None:
    sizes = {name: str(n) for name, n in views.sizes(trace).items()}
    lesson("writer", sizes)
