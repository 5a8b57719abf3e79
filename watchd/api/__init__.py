"""The REST API: one module per noun."""
