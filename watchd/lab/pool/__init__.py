"""Judgement of pages in one pool of unrelated sites."""
