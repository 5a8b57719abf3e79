"""Tests of the demo: its web, and all chapters with the real daemon."""
