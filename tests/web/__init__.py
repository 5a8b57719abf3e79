"""Tests of the web room, against real servers on loopback."""
