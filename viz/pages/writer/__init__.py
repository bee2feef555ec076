"""The page Writer: a decoder alone goes on with a text, and is looked into."""
