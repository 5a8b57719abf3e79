"""Confined child processes and the rules for their network access."""
