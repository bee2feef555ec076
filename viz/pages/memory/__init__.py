"""The page Stories: questions that need several hops."""
