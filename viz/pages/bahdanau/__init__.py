"""The page Bahdanau and the sections under its picture."""
