"""What models there are, and their languages: read without torch."""
