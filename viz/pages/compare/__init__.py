"""The page Compare and the sections under its picture."""
