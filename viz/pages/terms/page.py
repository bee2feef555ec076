"""Terms: each in two lines, with a small picture."""

from viz.components.terms import terms as listed
from viz.content.path import the_path
from viz.content.terms import terms
from viz.pages.app.heading import heading


def page() -> None:
    """Draw the page."""
    heading(the_path().places["terms"].title)
    listed([term.entry() for term in terms()], key="terms")
