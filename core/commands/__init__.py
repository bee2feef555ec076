"""What `python -m core` and `headlight` do, a module for a verb or a few."""
