"""Relevance of a page to a profile: words, term rarity, neighbours."""
