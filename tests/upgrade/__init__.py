"""Tests that this version reads what a former version wrote."""
