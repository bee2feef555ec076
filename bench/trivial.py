"""The frame of the app around one button, in a process with all models loaded."""

from bench import idle
from viz.pages.app import frame


class Idle(frame.Page):
    """A page that is none of the app's."""

    def draw(self) -> None:
        idle.page()


frame.run((Idle("", ""),))
