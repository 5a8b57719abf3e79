"""Ids that sort by time. Clients must not interpret them."""

from datetime import datetime

# Crockford's alphabet: digits before letters in ASCII, so text order is number order; no letters that look alike.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80


def time_sorted(moment: datetime, randomness: int) -> str:
    """Return 26 characters: 48 bits of milliseconds, then 80 bits of randomness."""
    number = (int(moment.timestamp() * 1000) << RANDOM_BITS) | (randomness & ((1 << RANDOM_BITS) - 1))
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -5, -5))
