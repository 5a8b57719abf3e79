"""Rules: cadence, delivery times, clock skew, quotas, network addresses, scope, health."""
