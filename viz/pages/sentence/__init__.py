"""The sentence on a page: its field, its French, its map, its beam search."""
