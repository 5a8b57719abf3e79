"""/a/…: all findings of one alert, for people whose message showed only some of them. Looking changes nothing."""

from litestar import Controller, Response, get
from litestar.params import FromPath
from msgspec import Struct

from watchd.api.authorize import OPEN
from watchd.api.link_pages import ended, page
from watchd.api.services import Wired
from watchd.core import quoting
from watchd.flow.feedback_links import AlertClaim, FeedbackLinks
from watchd.model.finding import Finding
from watchd.notify import strangers, words
from watchd.notify.strangers import for_html
from watchd.store.tables import Tables

# Nobody reads further, and a first look may have found thousands.
MOST_FINDINGS = 500


class Told(Struct, frozen=True):
    """What an alert speaks of."""

    profile_name: str
    findings: list[Finding]  # the best first
    total: int


class AlertPage(Controller):
    """Open to everybody who has the link: it was sent to them."""

    path = "/a"
    include_in_schema = False

    @get("/{token:str}", opt={"scope": OPEN})
    async def show(self, services: Wired, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read_alert(token)
        if claim is None:
            return ended()
        told = await services.store.read(lambda tables: _told(tables, claim.alert_id))
        return page(_content(told, claim, services.links)) if told else ended()


async def _told(tables: Tables, alert_id: str) -> Told | None:
    alert = await tables.alerts.get(alert_id)
    profile = await tables.profiles.get(alert.profile_id) if alert and alert.profile_id else None
    if profile is None:
        return None
    found = await tables.alerts.findings(alert_id, MOST_FINDINGS)
    total = len(found) if len(found) < MOST_FINDINGS else await tables.alerts.count_findings(alert_id)
    return Told(profile.spec.name, found, total)


def _content(told: Told, claim: AlertClaim, links: FeedbackLinks) -> str:
    rows = [
        f"<h1>{for_html(strangers.line(told.profile_name))}</h1>",
        f"<p>{_count(told)}</p>",
        "<ol>",
        *(_row(finding, claim, links) for finding in told.findings),
        "</ol>",
    ]
    return "\n".join(rows)


def _count(told: Told) -> str:
    if told.total > len(told.findings):
        return f"The best {len(told.findings)} of {told.total} findings"
    return "1 finding" if told.total == 1 else f"{told.total} findings"


def _row(finding: Finding, claim: AlertClaim, links: FeedbackLinks) -> str:
    said = quoting.quoted(finding)  # in the words of the message
    parts = [
        _headline(said),
        for_html(words.facts(said)),
        for_html(strangers.line(said.summary)),
        _verdicts(finding, claim, links) if links.is_public else "",
    ]
    return f"<li><p>{'<br>'.join(part for part in parts if part)}</p></li>"


def _headline(finding: Finding) -> str:
    """A link to the page, unless it is gone or no place on the web."""
    label = for_html(words.headline(finding))
    there = strangers.address(finding.url) if finding.kind != "gone" else ""
    return f'<a href="{for_html(there)}" rel="noreferrer nofollow">{label}</a>' if there else label


def _verdicts(finding: Finding, claim: AlertClaim, links: FeedbackLinks) -> str:
    """They end with the link to this page: whoever has it does not get more time by looking again."""
    yes = links.verdict(finding, "relevant", ends=claim.ends)
    no = links.verdict(finding, "irrelevant", ends=claim.ends)
    return f'Is it <a href="{for_html(yes)}">relevant</a> or <a href="{for_html(no)}">not relevant</a>?'
