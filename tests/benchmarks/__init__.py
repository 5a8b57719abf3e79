"""Measurements: each module prints a table and can be run alone, such as `python -m tests.benchmarks.outbox`."""
