"""Verdicts, and what a changed profile would have reported."""
