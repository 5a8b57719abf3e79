"""Verdicts on pages, and replays of a changed profile on stored pages."""
