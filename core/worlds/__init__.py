"""Small worlds whose truth is known: what is told or drawn there can be checked."""
