"""Search providers: definitions in TOML, requests, answers."""
