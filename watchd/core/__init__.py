"""The decisions: pure and seeded; no I/O, no clock, no log."""
