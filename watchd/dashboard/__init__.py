"""Server-rendered views."""
