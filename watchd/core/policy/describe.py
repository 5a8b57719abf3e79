"""How is a finding told to people: where did the page come from, and how good is it?

How is a stranger's text quoted in a message? With addresses that are text only.

Programs that show messages make links of every address. The only link of a finding is to be the page that it is about, so
that nobody clicks on what a page wants to be clicked on, and no receiver takes a mentioned page for a reported one.

What must not reach a terminal? Characters that redraw it, or turn the direction of its text.
"""

import re
from itertools import groupby
from urllib.parse import urlsplit

from msgspec import structs

from watchd.model.finding import Finding, Why

MAX_HOSTS = 4  # the last ones on the way
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
    way = " → ".join(hosts[-MAX_HOSTS:])
    return " ".join(["reached by links", *(["over" if len(hosts) > 1 else "on", way] if way else [])])


def score(value: float) -> str:
    """Two places. A score is a chance, and no page is certain: what is nearly 1 does not become it."""
    return f"{min(value, 0.99):.2f}"


def host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


_SCHEME = re.compile(r"\b(?:https?|ftp)://", re.IGNORECASE)


def unlinked(text: str) -> str:
    """The text with the schemes of its addresses left out."""
    return _SCHEME.sub("", text)


def quoted(finding: Finding) -> Finding:
    """The finding as it goes into a message."""
    change, why = finding.change, finding.why
    return structs.replace(
        finding,
        title=unlinked(finding.title),
        summary=unlinked(finding.summary),
        why=structs.replace(why, found_by=unlinked(why.found_by)),
        change=change
        and structs.replace(change, added=unlinked(change.added), removed=unlinked(change.removed)),
    )


CONTROL = dict.fromkeys([*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
