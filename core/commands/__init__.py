"""What `python -m core` and `headlight` do line by line."""
