"""Findings, delay and politeness of the daemon on worlds that a simulator of the live web draws at random."""
