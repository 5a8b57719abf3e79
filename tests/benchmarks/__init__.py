"""Measurements: each prints a table and can be run by `python -m tests.benchmarks.<name>`."""
