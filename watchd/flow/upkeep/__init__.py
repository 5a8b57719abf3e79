"""Upkeep: retention, tokens, host state, portal documents."""
