"""Headlight: its pages by their addresses, each with the module that draws it.

What they are called and where they stand says `assets/lessons/en/path.toml`.
"""

from viz.pages.app import frame

frame.run(
    (
        frame.Page("", "start.page"),
        frame.Page("why", "why.page"),
        frame.Page("bahdanau", "bahdanau.page"),
        frame.Page("transformer", "transformer.page"),
        frame.Page("writer", "writer.page"),
        frame.Page("captions", "captions.page"),
        frame.Page("pictures", "labs.pictures"),
        frame.Page("looking", "labs.looking"),
        frame.Page("listening", "labs.listening"),
        frame.Page("reviews", "labs.reviews"),
        frame.Page("compare", "compare.page"),
        frame.Page("memory", "memory.page"),
        frame.Page("models", "models.page"),
        frame.Page("open", "open.page"),
        frame.Page("terms", "terms.page"),
        frame.Page("references", "references.page"),
        frame.Page("lessons", "lessons.page"),
        frame.Page("exercises", "exercises.page"),
        frame.Page("softmax", "labs.softmax"),
        frame.Page("pooling", "labs.pooling"),
        frame.Page("query-key-value", "labs.query_key_value"),
        frame.Page("scores", "labs.scores"),
        frame.Page("masks", "labs.masks"),
        frame.Page("heads", "labs.heads"),
        frame.Page("block", "labs.block"),
        frame.Page("positions", "labs.positions"),
        frame.Page("order", "labs.order"),
        frame.Page("costs", "labs.costs"),
        frame.Page("sizes", "labs.sizes"),
        frame.Page("histogram", "labs.histogram"),
    )
)
