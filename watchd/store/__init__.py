"""The door to the database."""
