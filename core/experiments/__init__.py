"""What is changed on purpose in one pass, and how a network runs so changed."""
