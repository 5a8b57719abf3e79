"""The nouns: frozen structs without behaviour beyond their invariants."""
