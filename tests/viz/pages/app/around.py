"""The app with another page in the place of Start."""

import sys
import types

from streamlit.testing.v1 import AppTest

from tests.places import APP
from viz.pages.app import library


def frame_around(monkeypatch, page, **query):
    """The app with `page` in the place of Start."""
    monkeypatch.setattr(library, "warm_up", lambda _: None)
    monkeypatch.setitem(
        sys.modules, "viz.pages.start.page", types.SimpleNamespace(page=page)
    )
    app = AppTest.from_file(APP, default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()
