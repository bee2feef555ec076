"""Headlight: the list of its pages and the frame around them."""

from viz.pages.app import frame

frame.run(
    (
        frame.Page("Start", ""),
        frame.Page("Bahdanau", "bahdanau", "Models"),
        frame.Page("Transformer", "transformer", "Models"),
        frame.Page("Compare", "compare", "Models"),
        frame.Page("Models", "models", "Models"),
        frame.Page("Pooling", "pooling", "Labs"),
        frame.Page("Query, key, value", "query-key-value", "Labs"),
        frame.Page("Scores", "scores", "Labs"),
        frame.Page("Masks", "masks", "Labs"),
        frame.Page("Heads", "heads", "Labs"),
        frame.Page("Block", "block", "Labs"),
        frame.Page("Positions", "positions", "Labs"),
        frame.Page("Order", "order", "Labs"),
        frame.Page("Costs", "costs", "Labs"),
        frame.Page("Sizes", "sizes", "Labs"),
    )
)
