"""Rules: cadence, delivery times, quotas, network addresses, scope, health."""
