"""watchd: standing queries on the live web."""

__version__ = "0.1.0"
