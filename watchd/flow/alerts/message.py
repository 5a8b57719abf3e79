"""What does an alert say? Its row, its findings and their stories become a message, at the moment of sending."""

from watchd.core.policy import describe
from watchd.model.alert import Alert, Message, MessageEntry
from watchd.model.channel import Channel
from watchd.model.finding import Finding
from watchd.model.profile import ProfileSpec
from watchd.ports import MessageLinks
from watchd.store.tables import Tables

# Nobody reads more in one message; the rest is counted and linked.
MAX_ENTRIES = 50
# What existed before is no news: the best of it shows how the profile is understood, and is what to give a verdict on.
FIRST_LOOK = 5
# Other pages with the same story that are named.
MAX_SOURCES = 5


async def message_of(tables: Tables, alert: Alert, channel: Channel, links: MessageLinks) -> Message:
    spec = await _spec(tables, alert)
    most = FIRST_LOOK if alert.kind == "baseline" else MAX_ENTRIES
    found = await tables.alerts.findings(alert.id, most)
    total = len(found) if len(found) < most else await tables.alerts.count_findings(alert.id)
    template = spec.delivery.template if spec else None
    return Message(
        id=alert.id,
        kind=alert.kind,
        created_at=alert.created_at,
        profile_id=alert.profile_id if spec else None,
        profile_name=spec.name if spec else "",
        query=spec.query.text if spec else "",
        text=alert.body,
        entries=tuple([await _entry(tables, finding, links) for finding in found]),
        more=total - len(found),
        more_link=links.findings(alert.profile_id) if alert.profile_id and links.is_public else "",
        alert_link=links.alert(alert.id) if spec and found and links.is_public else "",
        template=template or channel.template,
    )


async def _spec(tables: Tables, alert: Alert) -> ProfileSpec | None:
    """None when the alert is about no profile, or its profile is gone."""
    if alert.profile_id is None:
        return None
    return (await tables.profiles.specs([alert.profile_id])).get(alert.profile_id)


async def _entry(tables: Tables, finding: Finding, links: MessageLinks) -> MessageEntry:
    sources, count = await _sources(tables, finding)
    return MessageEntry(
        finding=describe.quoted(finding),
        sources=tuple(sources),
        more_sources=count - len(sources),
        relevant_link=links.verdict(finding, "relevant") if links.is_public else "",
        irrelevant_link=links.verdict(finding, "irrelevant") if links.is_public else "",
    )


async def _sources(tables: Tables, finding: Finding) -> tuple[list[str], int]:
    if finding.story_id is None:
        return [], 0
    return await tables.stories.sources(finding.story_id, except_url=finding.url, limit=MAX_SOURCES)
