"""What every request passes: limits, tokens, idempotency, errors."""
