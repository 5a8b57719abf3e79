"""How is a finding told to people: where did the page come from, and how good is it?"""

import re
from itertools import groupby
from urllib.parse import urlsplit

from watchd.core.quoting import unlinked
from watchd.model.finding import Why

MOST_HOSTS = 4  # the last ones on the way
ORIGINS = {
    "url": "a start page of the profile",
    "example": "an example page of the profile",
    "feed": "a feed of the profile",
    "sitemap": "a sitemap of the profile",
    "remnant": "a page remembered from earlier runs",
    "ripe": "a page known from earlier runs that was due for a look",
    "shared": "a page that was read for another profile",
    "seed": "a start page",
}
_AGENT = re.compile(r"\d+(\.\d+)*")  # its lineage


def origin(why: Why) -> str:
    """Where the page came from, in words; empty when nobody has noted it."""
    source, _, address = why.found_by.partition(":")
    if address:
        return f"announced by the {source} {unlinked(address)}"
    if not source or source in ORIGINS:
        return ORIGINS.get(source, "")
    if not _AGENT.fullmatch(source):
        return f"named by the search engine {source}"
    hosts = [name for name, _ in groupby(host(step.url) for step in why.path) if name]
    way = " → ".join(hosts[-MOST_HOSTS:])
    return " ".join(["reached by links", *(["over" if len(hosts) > 1 else "on", way] if way else [])])


def score(value: float) -> str:
    """Two places. A score is a chance, and no page is certain: what is nearly 1 does not become it."""
    return f"{min(value, 0.99):.2f}"


def host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
