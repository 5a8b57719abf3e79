"""One module per kind of channel."""
