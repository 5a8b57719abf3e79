"""Steps that every request passes: limits, tokens, idempotency, errors."""
