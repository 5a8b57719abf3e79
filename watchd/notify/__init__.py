"""The door to people."""
