"""A picture says what it is of: the line below it, and within the files made of it."""

import core
from viz.content.texts import texts

say = texts("export")


def cited(sentence: str, model: str, digest: str = "") -> str:
    """What was read, by which model, shown by which version."""
    model = f"{model} {digest}".strip()
    return say("cited", sentence=sentence, model=model, version=core.__version__)


def cited_page(title: str) -> str:
    """The same of a page without a model."""
    return say("cited_page", page=title, version=core.__version__)
