"""Headlight: its pages by their addresses, each with the module that draws it.

What they are called and where they stand says `assets/lessons/en/path.toml`.
"""

from viz.pages.app import frame

frame.run(
    (
        frame.Page("", "viz.pages.start.page"),
        frame.Page("why", "viz.pages.why.page"),
        frame.Page("bahdanau", "viz.pages.bahdanau.page"),
        frame.Page("transformer", "viz.pages.transformer.page"),
        frame.Page("compare", "viz.pages.compare.page"),
        frame.Page("models", "viz.pages.models.page"),
        frame.Page("terms", "viz.pages.terms.page"),
        frame.Page("lessons", "viz.pages.lessons.page"),
        frame.Page("exercises", "viz.pages.exercises.page"),
        frame.Page("softmax", "viz.pages.labs.softmax"),
        frame.Page("pooling", "viz.pages.labs.pooling"),
        frame.Page("query-key-value", "viz.pages.labs.query_key_value"),
        frame.Page("scores", "viz.pages.labs.scores"),
        frame.Page("masks", "viz.pages.labs.masks"),
        frame.Page("heads", "viz.pages.labs.heads"),
        frame.Page("block", "viz.pages.labs.block"),
        frame.Page("positions", "viz.pages.labs.positions"),
        frame.Page("order", "viz.pages.labs.order"),
        frame.Page("costs", "viz.pages.labs.costs"),
        frame.Page("sizes", "viz.pages.labs.sizes"),
    )
)
