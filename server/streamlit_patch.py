"""What Streamlit makes anew for every run of every page, though it is always the same.

Every run begins with a message that holds the whole theme, read out of the settings
option by option: a tenth of what a run of ours costs. The settings of a server stand
when it starts, so the message is made once.
"""

import functools

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


def cache_theme() -> None:
    """Make each part of the theme when it is first asked for, and then copy it."""
    make = app_session._populate_theme_msg

    @functools.cache
    def made(section: str) -> CustomThemeConfig:
        part = CustomThemeConfig()
        make(part, section)
        return part

    def copied(message: CustomThemeConfig, section: str = "theme") -> None:
        message.MergeFrom(made(section))

    app_session._populate_theme_msg = copied
