"""Tests of watchd/app."""
