"""Store: the SQLite database, its tables, backup and upkeep."""
