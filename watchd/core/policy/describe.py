"""Descriptions of findings for messages and terminals: origin, score, quoted text.

Programs that show messages make links of every address. The only link of a finding must be the page that it is about, so
that people do not click on a link that a page chose, and receivers do not take a mentioned page for a reported one. So
quoted texts lose the schemes of their addresses. CONTROL has the characters that would redraw a terminal or change the
direction of its text.
"""

import re
from itertools import groupby
from urllib.parse import urlsplit

from msgspec import structs

from watchd.model.finding import Finding, ValueChange, Why

MAX_HOSTS = 4  # the last ones of the path
ORIGINS = {
    "url": "a start page of the profile",
    "example": "an example page of the profile",
    "feed": "a feed of the profile",
    "sitemap": "a sitemap of the profile",
    "remnant": "a page stored by earlier runs",
    "ripe": "a page known from earlier runs that was due for another visit",
    "shared": "a page that was read for another profile",
    "seed": "a start page",
}
_AGENT = re.compile(r"\d+(\.\d+)*")  # its lineage


def origin(why: Why) -> str:
    """Describe where a page came from; empty when it is not known."""
    source, _, address = why.found_by.partition(":")
    if address:
        return f"announced by the {source} {unlinked(address)}"
    if not source or source in ORIGINS:
        return ORIGINS.get(source, "")
    if not _AGENT.fullmatch(source):
        return f"named by the search provider {source}"
    hosts = [name for name, _ in groupby(host(step.url) for step in why.path) if name]
    if not hosts:
        return "reached by links"
    return f"reached by links {'over' if len(hosts) > 1 else 'on'} {' → '.join(hosts[-MAX_HOSTS:])}"


def score(value: float) -> str:
    """Format a score with two decimals, at most 0.99: it is a chance, and no page is certain."""
    return f"{min(value, 0.99):.2f}"


def host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


_SCHEME = re.compile(r"\b(?:https?|ftp)://", re.IGNORECASE)


def unlinked(text: str) -> str:
    """Remove the schemes of the addresses in a text."""
    return _SCHEME.sub("", text)


def quoted(finding: Finding) -> Finding:
    """Return the finding with all texts from outside made safe for a message."""
    change, why = finding.change, finding.why
    return structs.replace(
        finding,
        title=unlinked(finding.title),
        summary=unlinked(finding.summary),
        why=structs.replace(why, found_by=unlinked(why.found_by)),
        change=change
        and structs.replace(
            change,
            added=unlinked(change.added),
            removed=unlinked(change.removed),
            values=tuple(_quoted_value(value) for value in change.values),
        ),
    )


def _quoted_value(value: ValueChange) -> ValueChange:
    return structs.replace(
        value, before=unlinked(value.before), after=unlinked(value.after), about=unlinked(value.about)
    )


def value_change(value: ValueChange) -> str:
    """Return a changed value as a sentence: "Price: 7,490 € → 6,990 €", "Now sold out until February"."""
    about = f" ({value.about})" if value.about else ""
    if value.what == "stock" and value.after:
        before = f" (before: {_inside_sentence(value.before)})" if value.before else ""
        now = f"{value.about}: now" if value.about else "Now"
        return f"{now} {_inside_sentence(value.after)}{before}"
    if value.what == "stock":
        return f"No longer{about}: {_inside_sentence(value.before)}"
    name = "Price" if value.what == "price" else "Availability"
    change = " → ".join(part for part in (value.before, value.after) if part)
    return f"{name}{about}: {change}"


def _inside_sentence(text: str) -> str:
    """Return a text without the capital letter of its beginning; a word in capitals stays."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


CONTROL = dict.fromkeys([*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
