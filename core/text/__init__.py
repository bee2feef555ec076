"""Text to pieces and back: what is accepted, words, pieces, the sides of a map."""
