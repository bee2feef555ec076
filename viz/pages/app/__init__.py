"""What surrounds every page: frame, state, library, shared controls."""
