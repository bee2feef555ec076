"""The frame of the app around one button, in a process with all models loaded."""

from viz.pages.app import frame

frame.run((frame.Page("", "bench.idle"),))
