"""What is made once is what Streamlit makes every time."""

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from server.streamlit_patch import cache_theme

SECTIONS = ("theme", *(f"theme.{part.value}" for part in config.CustomThemeCategories))


def theme(section):
    message = CustomThemeConfig()
    app_session._populate_theme_msg(message, section)
    return message


def test_the_theme_is_the_same_and_nobody_can_change_it_for_others(monkeypatch):
    made = {section: theme(section) for section in SECTIONS}
    assert made["theme"].ByteSize() and made["theme.dark"].ByteSize()
    asked = []
    usual = app_session._populate_theme_msg
    counted = lambda *both: (asked.append(both[1]), usual(*both))  # noqa: E731
    monkeypatch.setattr(app_session, "_populate_theme_msg", counted)
    cache_theme()
    for _ in range(2):
        kept = {section: theme(section) for section in SECTIONS}
        assert kept == made
        kept["theme"].primary_color = "red"
    assert sorted(asked) == sorted(SECTIONS)
