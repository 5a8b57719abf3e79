"""Message of an alert: its findings with their stories and links, put together when it is sent."""

from watchd.core.policy import describe
from watchd.model.alert import Alert, Message, MessageEntry
from watchd.model.channel import Channel
from watchd.model.finding import Finding
from watchd.ports import MessageLinks
from watchd.store.tables import Tables

MAX_ENTRIES = 50  # in one message; the others are counted and linked
# Pages that existed before are not news. The best of them show how watchd understands the profile, and ask for verdicts.
MAX_BASELINE_ENTRIES = 5
MAX_SOURCES = 5  # other pages with the same story


async def message_of(tables: Tables, alert: Alert, channel: Channel, links: MessageLinks) -> Message:
    spec = None  # stays None if the alert has no profile, or its profile was deleted
    if alert.profile_id is not None:
        spec = (await tables.profiles.specs([alert.profile_id])).get(alert.profile_id)
    limit = MAX_BASELINE_ENTRIES if alert.kind == "baseline" else MAX_ENTRIES
    found, total = await findings_of(tables, alert.id, limit)
    template = spec.delivery.template if spec else None
    alert_link = links.alert(alert.id) if spec and found and links.is_public else ""
    return Message(
        id=alert.id,
        kind=alert.kind,
        created_at=alert.created_at,
        profile_id=alert.profile_id if spec else None,
        profile_name=spec.name if spec else "",
        query=spec.query.text if spec else "",
        text=alert.body,
        entries=tuple([await _entry(tables, finding, links, alert_link) for finding in found]),
        more=total - len(found),
        more_link=links.findings(alert.profile_id) if alert.profile_id and links.is_public else "",
        alert_link=alert_link,
        template=template or channel.template,
    )


async def findings_of(tables: Tables, alert_id: str, limit: int) -> tuple[list[Finding], int]:
    """Return the best findings of an alert, at most `limit`, and the number of all its findings."""
    found = await tables.alerts.findings(alert_id, limit)
    return found, len(found) if len(found) < limit else await tables.alerts.count_findings(alert_id)


async def _entry(tables: Tables, finding: Finding, links: MessageLinks, alert_link: str) -> MessageEntry:
    sources: list[str] = []
    count = 0
    if finding.story_id is not None:
        sources, count = await tables.stories.sources(
            finding.story_id, except_url=finding.url, limit=MAX_SOURCES
        )
    return MessageEntry(
        finding=describe.quoted(finding),
        sources=tuple(sources),
        more_sources=count - len(sources),
        relevant_link=links.verdict(finding, "relevant") if links.is_public else "",
        irrelevant_link=links.verdict(finding, "irrelevant") if links.is_public else "",
        changes_link=f"{alert_link}/{finding.id}" if alert_link and finding.change else "",
    )
