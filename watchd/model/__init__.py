"""Data types of the domain: frozen structs without behaviour beyond their validation."""
