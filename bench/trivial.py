"""The frame of the app around one button, in a process with all models loaded."""

from viz.pages.app import frame


class Idle(frame.Page):
    @property
    def module(self) -> str:
        return "bench.idle"


frame.run((Idle("Idle", ""),))
