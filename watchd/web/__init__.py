"""Fetching, extraction, listings and search providers."""
