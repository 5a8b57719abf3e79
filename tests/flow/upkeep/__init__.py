"""Tests of upkeep."""
