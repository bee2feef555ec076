"""All lessons: the path, and plans for those who teach."""
