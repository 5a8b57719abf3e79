"""The use cases: the order of steps, over ports."""
