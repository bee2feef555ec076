"""Gato in numbers: a sentence, a street and two moves as one row of tokens."""

import functools
import io
from base64 import b64encode
from html import escape

import streamlit as st
from PIL import Image

from core.assets import MODELS
from core.labs.one_row import Token, row
from core.shelf.models import TRANSFORMER
from core.text.tokenizer import Tokenizer
from core.worlds.drawing import draw
from core.worlds.street import SIZE
from core.worlds.streets import lecture
from viz import address
from viz.content.texts import texts
from viz.say.numbers import written
from viz.say.streets import told

say = texts("references")

STREET = "sign"
GRID = 6
KEY, LEVER = 3, 0.25
TOKEN = '<li class="{kind}"{style}><b>{said}</b>{number}</li>'
ROW = (
    '<ol class="one-row" aria-label="{label}" style="--street:url({street})">{row}</ol>'
)


def gato() -> None:
    """The row, and what it is and is not."""
    tokens, vocabulary = _tokens(address.DEFAULTS.sentence)
    learned = sum(one.learned for one in tokens)
    st.header(say("gato.heading"), anchor=False)
    st.markdown(say("gato.row", n=len(tokens), learned=str(learned)))
    label = say("gato.label", picture=told(lecture(STREET)))
    drawn = "".join(map(_drawn, tokens))
    st.html(ROW.format(label=escape(label), street=_picture(), row=drawn))
    st.markdown(
        say("gato.how", words=written(vocabulary, ","), key=KEY, lever=written(LEVER))
    )
    st.markdown(say("gato.facts"))


@functools.cache
def _tokens(sentence: str) -> tuple[tuple[Token, ...], int]:
    """The row of a sentence, and how many pieces the tokenizer knows."""
    tokenizer = Tokenizer.load(MODELS / TRANSFORMER / "tokenizer.json")
    cut = tokenizer.encode(sentence)
    pieces = list(zip(cut.pieces, cut.ids, strict=True))
    return row(pieces, GRID * GRID, tokenizer.size, KEY, LEVER), tokenizer.size


def _drawn(one: Token) -> str:
    """A token as an entry of the list; of a patch its square of the street."""
    number = "" if one.number is None else f"<i>{written(one.number, ',')}</i>"
    style = ""
    if one.kind == "patch":
        down, across = divmod(int(one.said) - 1, GRID)
        part = 100 / (GRID - 1)
        style = f' style="background-position:{part * across:.0f}% {part * down:.0f}%"'
    text = written(float(one.said)) if one.kind == "lever" else one.said
    said = say(f"gato.kinds.{one.kind}", said=escape(text))
    return TOKEN.format(kind=one.kind, style=style, said=said, number=number)


@functools.cache
def _picture() -> str:
    """The street as the address of its own bytes."""
    file = io.BytesIO()
    large = Image.fromarray(draw(lecture(STREET))).resize(
        (4 * SIZE, 4 * SIZE), Image.Resampling.NEAREST
    )
    large.save(file, "PNG")
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"
