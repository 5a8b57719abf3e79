"""Confined child processes: how they start, what they may do, and how the daemon talks to them."""
