"""The door to search engines: definitions in TOML, requests built from them, answers understood by them."""
