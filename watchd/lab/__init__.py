"""Repeatable experiments: those of the papers, and our own."""
