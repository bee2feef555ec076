"""The page Transformer and its experiments."""
