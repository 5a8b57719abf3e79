"""Alerts: planned with findings, sent by the outbox."""
