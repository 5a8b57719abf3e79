"""One run from its due time to its end."""
