"""Fetching pages: guarded, polite, by the rules of robots.txt."""
