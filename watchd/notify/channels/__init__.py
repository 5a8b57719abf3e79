"""Channels: one module per kind."""
