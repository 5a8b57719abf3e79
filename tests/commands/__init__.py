"""Tests of the commands, called as a person calls them."""
