"""The REST resources, one module per noun."""
