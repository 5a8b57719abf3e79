"""Commands that use a running daemon over REST, one file per noun, as in api/resources/."""
