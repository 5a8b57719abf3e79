"""Portal: full-text search in relevant pages, feeds, exports and sinks."""
