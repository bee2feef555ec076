"""A saved picture, opened in the app."""
