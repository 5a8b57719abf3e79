"""Lessons from verdicts, and the self-check of a run."""
