"""Lets `python -m watchd` do what the `watchd` command does."""
