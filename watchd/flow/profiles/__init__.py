"""Profiles: rules, imports, topics."""
