"""Feeds of a profile's findings as Atom, RSS and JSON Feed, with the same entries under the same ids."""

from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape, quoteattr

import msgspec

from watchd.model.finding import Finding
from watchd.model.profile import Profile
from watchd.model.values import rfc3339
from watchd.notify import default_text, escaping

MEDIA_TYPES = {"atom": "application/atom+xml", "rss": "application/rss+xml", "json": "application/feed+json"}


class Feed(msgspec.Struct, frozen=True):
    """Content of a feed. `address` is the feed's own address, without the key."""

    profile: Profile
    findings: list[Finding]
    address: str

    @property
    def title(self) -> str:
        return f"watchd: {escaping.line(self.profile.spec.name, 200)}"

    @property
    def updated(self) -> datetime:
        """Return the time of the newest entry; without entries, the creation time of the profile."""
        return max([finding.found_at for finding in self.findings], default=self.profile.created_at)


def document(feed: Feed, form: str) -> bytes:
    return {"atom": _atom, "rss": _rss, "json": _json}[form](feed)


def _id(finding: Finding) -> str:
    """Return an id that never changes, not even with the address of the daemon."""
    return f"urn:watchd:finding:{finding.id}"


def _link(finding: Finding) -> str:
    return escaping.address(finding.url) or _id(finding)


def _title(finding: Finding) -> str:
    values = default_text.value_lines(finding)
    return f"{default_text.headline(finding)} ({values[0] if values else default_text.KINDS[finding.kind]})"


def _text(finding: Finding) -> str:
    rows = [
        escaping.lines(finding.summary, 2000),
        *default_text.changes(finding, 2000),
        default_text.reason(finding),
    ]
    return "\n".join(row for row in rows if row)


def _atom(feed: Feed) -> bytes:
    entries = "".join(
        f"""<entry>
<id>{escape(_id(finding))}</id>
<title>{escape(_title(finding))}</title>
<link rel="alternate" href={quoteattr(_link(finding))}/>
<published>{rfc3339(finding.published_at or finding.found_at)}</published>
<updated>{rfc3339(finding.found_at)}</updated>
<summary>{escape(_text(finding))}</summary>
</entry>
"""
        for finding in feed.findings
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:watchd:profile:{escape(feed.profile.id)}</id>
<title>{escape(feed.title)}</title>
<link rel="self" href={quoteattr(feed.address)}/>
<updated>{rfc3339(feed.updated)}</updated>
<author><name>watchd</name></author>
{entries}</feed>
""".encode()


def _rss(feed: Feed) -> bytes:
    items = "".join(
        f"""<item>
<guid isPermaLink="false">{escape(_id(finding))}</guid>
<title>{escape(_title(finding))}</title>
<link>{escape(_link(finding))}</link>
<pubDate>{format_datetime(finding.published_at or finding.found_at)}</pubDate>
<description>{escape(escape(_text(finding)))}</description>
</item>
"""
        for finding in feed.findings
    )
    return f"""<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>{escape(feed.title)}</title>
<link>{escape(feed.address)}</link>
<atom:link rel="self" type="application/rss+xml" href={quoteattr(feed.address)}/>
<description>{escape(f"Findings of watchd for {escaping.line(feed.profile.spec.name, 200)}")}</description>
<lastBuildDate>{format_datetime(feed.updated)}</lastBuildDate>
{items}</channel>
</rss>
""".encode()


def _json(feed: Feed) -> bytes:
    items = [
        {
            "id": _id(finding),
            "url": _link(finding),
            "title": _title(finding),
            "content_text": _text(finding) or _title(finding),
            "date_published": rfc3339(finding.published_at or finding.found_at),
            "date_modified": rfc3339(finding.found_at),
            **({"language": finding.language} if finding.language else {}),
            "_watchd": {"kind": finding.kind, "score": round(finding.score, 4)},
        }
        for finding in feed.findings
    ]
    body = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "feed_url": feed.address,
        "items": items,
    }
    return msgspec.json.encode(body)
