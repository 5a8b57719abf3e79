"""Explanation of why a page was or was not reported."""
