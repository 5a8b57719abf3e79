"""Explanation of why a page was or was not reported: what the store knows about its address."""
