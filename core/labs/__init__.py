"""One module a lab, and what it alone needs."""
