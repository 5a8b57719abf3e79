"""Start pages from search providers and from the profile."""
