"""Feeds of a profile's findings as Atom, RSS and JSON Feed, with the same entries under the same ids.

The content of an entry is HTML: the summary, what changed, and why it was reported. Text of pages is escaped in it, and the
only link of an entry is the page that it is about.
"""

from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape, quoteattr

import msgspec

from watchd.core.policy import describe
from watchd.model.finding import Finding
from watchd.model.profile import Profile
from watchd.model.values import rfc3339
from watchd.notify import default_text, escaping

MAX_TEXT_CHARS = 2000
MAX_CHANGES = 40
MEDIA_TYPES = {"atom": "application/atom+xml", "rss": "application/rss+xml", "json": "application/feed+json"}


class Feed(msgspec.Struct, frozen=True):
    """Content of a feed. `address` is the feed's own address, without the key."""

    profile: Profile
    findings: list[Finding]
    address: str

    @property
    def title(self) -> str:
        return f"watchd: {escaping.line(self.profile.spec.name, 200)}"

    def quoted(self) -> list[Finding]:
        """Return the findings with all texts from outside made safe."""
        return [describe.quoted(finding) for finding in self.findings]

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


def _changes(finding: Finding) -> list[str]:
    return default_text.changes(finding, MAX_TEXT_CHARS)[:MAX_CHANGES]


def _text(finding: Finding) -> str:
    changes = _changes(finding)
    rows = [
        default_text.summary(finding, changes, MAX_TEXT_CHARS),
        *changes,
        default_text.facts(finding),
        default_text.capitalised(default_text.reason(finding)),
    ]
    return "\n".join(row for row in rows if row)


def _html(finding: Finding) -> str:
    changes = _changes(finding)
    summary = default_text.summary(finding, changes, MAX_TEXT_CHARS)
    parts = [
        escaping.for_html(summary),
        "<br>".join(_change(row) for row in changes),
        _small(default_text.facts(finding)),
        _small(default_text.capitalised(default_text.reason(finding))),
    ]
    return "".join(f"<p>{part}</p>" for part in parts if part)


def _change(row: str) -> str:
    """Return a line of a change. It keeps its sign, because many readers show no styles."""
    tag = {"+": "ins", "-": "del"}.get(row[:1])
    if tag is None:
        return escaping.for_html(row)
    sign, _, text = default_text.with_signs(row).partition(" ")
    return f"{sign} <{tag}>{escaping.for_html(text)}</{tag}>"


def _small(text: str) -> str:
    return f"<small>{escaping.for_html(text)}</small>" if text else ""


def _atom(feed: Feed) -> bytes:
    entries = "".join(
        f"""<entry>
<id>{escape(_id(finding))}</id>
<title>{escape(_title(finding))}</title>
<link rel="alternate" href={quoteattr(_link(finding))}/>
<published>{rfc3339(finding.published_at or finding.found_at)}</published>
<updated>{rfc3339(finding.found_at)}</updated>
<content type="html">{escape(_html(finding))}</content>
</entry>
"""
        for finding in feed.quoted()
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
<pubDate>{format_datetime(finding.found_at)}</pubDate>
<description>{escape(_html(finding))}</description>
</item>
"""
        for finding in feed.quoted()
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
            "content_html": _html(finding),
            "content_text": _text(finding),
            "date_published": rfc3339(finding.published_at or finding.found_at),
            "date_modified": rfc3339(finding.found_at),
            **({"language": finding.language} if finding.language else {}),
            "_watchd": {"kind": finding.kind, "score": round(finding.score, 4)},
        }
        for finding in feed.quoted()
    ]
    body = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "feed_url": feed.address,
        "items": items,
    }
    return msgspec.json.encode(body)
