"""The door to the web."""
