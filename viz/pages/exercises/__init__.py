"""Predict first: sets of exercises, one question at a time."""
