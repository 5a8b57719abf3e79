"""Tests of the commands that use a running daemon."""
