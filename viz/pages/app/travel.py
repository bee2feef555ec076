"""What goes along where a menu leads: Streamlit's own links lead to the page alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from viz.pages.app import session
from viz.pages.app.session import Remembered

LEADS: Remembered[Mapping[str, Mapping[str, str]]] = Remembered(
    "_leads", MappingProxyType({})
)
"""What the links of the menus add to the addresses that they lead to."""


def left_out(path: str, here: str) -> Mapping[str, str]:
    """What a menu's link adds, where a click on one has just led from `here` to a page.

    Streamlit keeps of the address what its widgets wrote, until a run has ended without
    them.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.is_history_navigation or path == here:
        return {}
    said, leads = st.query_params.to_dict(), LEADS.get().get(path, {})
    if not said.keys() <= session.values().keys():
        return {}
    with session.held(context) as held:
        whole = leads.items() <= said.items() and not any(map(held.is_bound, leads))
    return {} if whole else leads


def go_on(page: Any, leads: Mapping[str, str]) -> NoReturn:
    """Open a page in that state, as if no widget had ever held a part of its address.

    While one of the page before does, Streamlit lets nobody else write it.
    """
    if context := get_script_run_ctx(suppress_warning=True):
        with session.held(context) as held:
            held.populate_from_query_string(urlencode(leads), set())
    st.switch_page(page, query_params=leads)
