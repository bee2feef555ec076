"""The page Transformer: three attentions, every layer, every head, opened."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from viz.components.attention import pack
from viz.components.walk_numbers import walk_numbers
from viz.content import texts, walk_texts
from viz.pages.app import frame, library
from viz.pages.app.lesson import lesson
from viz.pages.sentence import expectations, field, own_words, view
from viz.pages.sentence.picture import Picture
from viz.pages.transformer import experiments
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
VIEW = {
    "stack": view.Part("kind"),
    "layer": view.place("layer"),
    "head": view.place("head"),
    "row": view.place("row"),
    "heads": view.Part(
        "mean",
        shown=lambda heads: [int(head) - 1 for head in heads.split(".") if head],
        chosen=lambda heads: ".".join(str(view.whole(h) + 1) for h in sorted(heads)),
    ),
    "temperature": view.Part(
        "temperature",
        shown=lambda heat: round(float(heat) * 10),
        chosen=lambda tenths: f"{view.whole(tenths) / 10:.1f}",
    ),
    **view.the_same("colour", "links", "special", "names", "overview"),
    **view.the_same("topk", "topp", "terms", "walk", "place", "stage"),
}
say = texts.texts("transformer")


def page() -> None:
    """Draw the page. Controls below the picture are read before it is drawn."""
    long = len(frame.choices().sentence) > LONG
    _style("1rem" if long else "1.28rem")
    widths = (13, 9, 3) if long else (10, 10, 3)
    asked, said = field.title(say("page.prompt"), widths)
    words = not frame.choices().pieces
    beside = st.container(key="beside")
    picture = st.container(key="picture")
    below = st.container(key="below")
    with beside:
        field.presets(limit=2)
        waiting = st.container()
    with waiting, frame.waiting(say("page.translating")):
        carried = experiments.carry(asked.text)
        lab = experiments.read(asked.text)
        experiments.remember(lab)
        trace, dim = field.traced(
            asked, library.TRANSFORMER, lab.target, lab.experiment, lab.prefix
        )
    dim = dim or bool(lab.wrong)
    _fit(trace)
    with said:
        _said(trace, dim)
    with picture:
        _picture(trace, words, dim)
        _stages(trace)
        _notes(trace, words, asked)
    with below:
        experiments.draw(asked.text, lab, trace, carried=carried, dim=dim)
    lesson("transformer", {name: str(n) for name, n in views.sizes(trace).items()})


def _fit(trace: "Trace") -> None:
    """Choose the last layer and head there is in place of one that there is not."""
    choices = frame.choices()
    layers = sum(name.stack == "encoder" for name in trace.attentions())
    heads = len(trace.heads(trace.names()[0]))
    mean = ".".join(h for h in choices.mean.split(".") if h and int(h) <= heads)
    fitting = {
        "layer": min(choices.layer, layers),
        "head": min(choices.head, heads),
        "mean": mean,
    }
    other = {k: v for k, v in fitting.items() if v != getattr(choices, k)}
    if other:
        frame.keep(**other)


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


def _said(trace: "Trace", dim: bool) -> None:
    """The translation that is shown, on the title line."""
    how = "given" if trace.forced else "free"
    with st.container(key=f"said-{how}{'-dim' if dim else ''}"):
        st.text(trace.translation.text or say("page.nothing"))


def _notes(trace: "Trace", words: bool, asked: field.Asked) -> None:
    if not trace.translation.finished:
        written = len(trace.translation.pieces.ids)
        frame.note(say("page.unfinished", pieces=written))
    frame.note(say("page.two_names"))
    if words:
        frame.note(say("page.summed"))
    chosen = field.preset(asked.text)
    own_words.under(trace, chosen)
    if chosen is not None and not frame.project():
        unmet = expectations.unmet(chosen, (trace,))
        if unmet and trace.translation.text != chosen.french:
            unmet = (*unmet, say("page.give", french=chosen.french))
        field.why(chosen, unmet, expectations.look_for(chosen, (trace,)))


# --- the picture: the browser owns the view, the address remembers it ----------------


def _picture(trace: "Trace", words: bool, dim: bool) -> None:
    what = (*trace.identity, words)
    header, body = library.kept(
        what,
        lambda: views.transformer_view(
            trace, words=words, statistics=_statistics(trace.digest)
        ),
    )
    header = {**header, "machine": transformer_walk.machine(trace), "hands": True}
    PICTURE.draw(
        header,
        body,
        _view(header),
        of=what,
        dim=dim,
        parts=VIEW,
        asked=gestures.asked,
    )
    gestures.refusal(trace)


def _statistics(digest: str) -> dict[str, Any]:
    """What kind of looker each head is over the sentences measured once."""
    from core.analysis.head_statistics import recorded
    from viz.payload.head_roles import head_figures

    name = library.TRANSFORMER
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
    walk_numbers(
        pack({**header, "texts": walk_texts.load("transformer", choices.lang)}, body),
        key=STAGES,
    )


def _network(trace: "Trace") -> Any:
    """The network of this pass, to be read: what a record leaves out is computed."""
    from core.experiments.passes import rewired

    return rewired(library.model(library.TRANSFORMER).network, trace.experiment)


def _view(header: dict[str, Any]) -> dict[str, Any]:
    """The view that the choices ask for, counted from 0; without a row, the middle."""
    asked = view.asked(VIEW)
    if frame.choices().row:
        return asked
    shapes = {stack["id"]: stack["shape"] for stack in header["stacks"]}
    return {**asked, "row": (shapes[asked["stack"]][2] - 1) // 2}
