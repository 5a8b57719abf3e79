"""Watch of single pages: a profile that follows exactly the named pages and reports every edit."""

from typing import Any


def page_watch(name: str, urls: list[str], *, every: str) -> dict[str, Any]:
    """Return the profile that watches these pages, as a person would write it."""
    return {
        "name": name,
        "query": {"examples": urls},
        "seeds": {"urls": urls, "providers": []},
        "schedule": {"every": every},
        "budget": {"pages": len(urls)},
        "scope": {"named_pages_only": True},
        "strategy": {"name": "breadth_first"},  # the simplest: there is nothing to choose
        # Every edit is wanted, because a person chose these pages.
        "report": {"kinds": ["changed", "gone"], "min_score": 0},
    }
