"""Model folders in use: what is asked of one, and what it answers."""
