"""What does an alert say? Its row, its findings and their stories become a message, at the moment of sending."""

from watchd.core import quoting
from watchd.model.alert import Alert
from watchd.model.channel import Channel
from watchd.model.finding import Finding
from watchd.model.message import Entry, Message
from watchd.ports import Links, OutboxTables

# Nobody reads more in one message; the rest is counted and linked.
MOST_ENTRIES = 50
# Other pages with the same story that are named.
MOST_SOURCES = 5


async def message_of(tables: OutboxTables, alert: Alert, channel: Channel, links: Links) -> Message:
    profile = await tables.profiles.get(alert.profile_id) if alert.profile_id else None
    found = await tables.alerts.findings(alert.id, MOST_ENTRIES)
    total = len(found) if len(found) < MOST_ENTRIES else await tables.alerts.count_findings(alert.id)
    template = profile.spec.delivery.template if profile else None
    return Message(
        id=alert.id,
        kind=alert.kind,
        created_at=alert.created_at,
        profile_id=profile.id if profile else None,
        profile_name=profile.spec.name if profile else "",
        query=profile.spec.query.text if profile else "",
        text=alert.body,
        entries=tuple([await _entry(tables, finding, links) for finding in found]),
        more=total - len(found),
        more_link=links.findings(profile.id) if profile and links.is_public else "",
        template=template or channel.template,
    )


async def _entry(tables: OutboxTables, finding: Finding, links: Links) -> Entry:
    sources, count = await _sources(tables, finding)
    return Entry(
        finding=quoting.quoted(finding),
        sources=tuple(sources),
        more_sources=count - len(sources),
        relevant_link=links.verdict(finding, "relevant") if links.is_public else "",
        irrelevant_link=links.verdict(finding, "irrelevant") if links.is_public else "",
    )


async def _sources(tables: OutboxTables, finding: Finding) -> tuple[list[str], int]:
    if finding.story_id is None:
        return [], 0
    return await tables.stories.sources(finding.story_id, besides=finding.url, limit=MOST_SOURCES)
