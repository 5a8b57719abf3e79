"""Profiles: rules, topics, imports."""
