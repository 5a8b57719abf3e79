"""Tests of the demo: the web that it brings along, and the whole story with the real daemon."""
