"""Extraction of text, links and metadata from pages; runs in a sandboxed child process."""
