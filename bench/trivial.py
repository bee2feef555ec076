"""The frame of the app, in a process that has loaded all, around one button."""

from viz.pages.app import frame


class Idle(frame.Page):
    @property
    def module(self) -> str:
        return "bench.idle"


frame.run((Idle("Idle", ""),))
