"""Tests of explanations from a real store."""
