"""Tables of common words, one module per language; made by scripts/background_counts.py."""
