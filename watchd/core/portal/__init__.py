"""Portal search: query syntax and snippets."""
