"""Decisions about one run: scores, statistics, events, paths and announced pages."""
