"""References: what the lectures name, and what attention is used for."""
