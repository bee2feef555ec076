"""What the tests of the pages share: sentences, the pages, and what stands on them."""

from tests.packed import unpack
from tests.viz.opening import captions
from viz.pages.bahdanau import page as bahdanau
from viz.pages.compare import page as compare
from viz.pages.start import page as start

LINES = [
    "The woman ate the fish. The fish ate the woman.",
    "La femme a mangé le poisson. Le poisson a mangé la femme.",
] * 5
ENGLISH = "The woman ate the fish."
FRENCH = "La femme a mangé le poisson."
PAGES = {"start": start, "bahdanau": bahdanau, "compare": compare}


def texts(app):
    return [*(text.value for text in app.text), *captions(app)]


def tables(app):
    """The tables of a page, as HTML."""
    return [e.proto.body for e in app.get("html") if "<table>" in e.proto.body]


def headers(app):
    """What the attention components of a page were given, in reading order."""
    return [
        unpack(element.proto.bytes)[0]
        for element in app.get("bidi_component")
        if element.proto.component_name == "headlight_attention"
    ]
