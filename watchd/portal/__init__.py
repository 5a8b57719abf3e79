"""The topical index and its exports."""
