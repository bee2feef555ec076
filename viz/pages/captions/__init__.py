"""The page Captions: a picture, what is written about it, and where each word looks."""
