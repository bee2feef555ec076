"""What the tests of the pages share: sentences, the pages, and what stands on them."""

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
