"""What do the pages have in common that links of a message open? They are plain, strictly closed, and not indexed.

/a/…: all findings of one alert, for people whose message showed only some of them. Looking changes nothing.

/v/…: where a verdict is given that a link of a message names. Looking changes nothing; only the button does.

Programs that guard mail boxes follow every link they see. They see a page, and press no button.
"""

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from watchd.api.edge.authorize import OPEN
from watchd.api.services import Services, Wired
from watchd.core.policy import describe
from watchd.flow.alerts.links import AlertClaim, SignedLinks, VerdictClaim
from watchd.flow.alerts.message import findings_of
from watchd.flow.feedback import verdicts
from watchd.model.finding import Finding
from watchd.notify import default_text, escaping
from watchd.notify.escaping import for_html, line
from watchd.store.tables import Tables

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    # Without this the browser would hide from us that a form is our own. The link is a secret, so no one else sees it.
    "Referrer-Policy": "same-origin",
}
ENDED = "This link has ended, or what it speaks of is gone. Newer messages have newer links."
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>watchd</title>
<meta name="robots" content="noindex"></head>
<body>
{}
</body>
</html>
"""


def page(content: str, status: int = 200) -> Response[bytes]:
    """`content` is HTML: strangers' text in it is escaped already."""
    return Response(
        PAGE.format(content).encode(),
        status_code=status,
        media_type="text/html",
        headers=HEADERS,
    )


def ended() -> Response[bytes]:
    return page(f"<p>{ENDED}</p>", status=404)


# Nobody reads further, and a first look may have found thousands.
MAX_FINDINGS = 500


class AlertFindings(Struct, frozen=True):
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


async def _told(tables: Tables, alert_id: str) -> AlertFindings | None:
    alert = await tables.alerts.get(alert_id)
    profile = await tables.profiles.get(alert.profile_id) if alert and alert.profile_id else None
    if profile is None:
        return None
    found, total = await findings_of(tables, alert_id, MAX_FINDINGS)
    return AlertFindings(profile.spec.name, found, total)


def _content(told: AlertFindings, claim: AlertClaim, links: SignedLinks) -> str:
    rows = [
        f"<h1>{for_html(escaping.line(told.profile_name))}</h1>",
        f"<p>{_count(told)}</p>",
        "<ol>",
        *(_row(finding, claim, links) for finding in told.findings),
        "</ol>",
    ]
    return "\n".join(rows)


def _count(told: AlertFindings) -> str:
    if told.total > len(told.findings):
        return f"The best {len(told.findings)} of {told.total} findings"
    return default_text.counted(told.total, "finding")


def _row(finding: Finding, claim: AlertClaim, links: SignedLinks) -> str:
    said = describe.quoted(finding)  # in the words of the message
    parts = [
        _headline(said),
        for_html(default_text.facts(said)),
        for_html(escaping.line(said.summary)),
        _verdicts(finding, claim, links) if links.is_public else "",
    ]
    return f"<li><p>{'<br>'.join(part for part in parts if part)}</p></li>"


def _headline(finding: Finding) -> str:
    """A link to the page, unless it is gone or no place on the web."""
    label = for_html(default_text.headline(finding))
    there = escaping.address(finding.url) if finding.kind != "gone" else ""
    return f'<a href="{for_html(there)}" rel="noreferrer nofollow">{label}</a>' if there else label


def _verdicts(finding: Finding, claim: AlertClaim, links: SignedLinks) -> str:
    """They end with the link to this page: whoever has it does not get more time by looking again."""
    yes = links.verdict(finding, "relevant", ends=claim.ends)
    no = links.verdict(finding, "irrelevant", ends=claim.ends)
    return f'Is it <a href="{for_html(yes)}">relevant</a> or <a href="{for_html(no)}">not relevant</a>?'


WORDS = {"relevant": "relevant", "irrelevant": "not relevant", "neutral": "neither relevant nor irrelevant"}


class VerdictPage(Controller):
    """Open to everybody who has the link: it was sent to them."""

    path = "/v"
    include_in_schema = False

    @get("/{token:str}", opt={"scope": OPEN})
    async def ask(self, services: Wired, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        finding = await _finding(services, claim) if claim else None
        if claim is None or finding is None:
            return ended()
        return page(
            f"<p>{for_html(line(finding.title) or line(finding.url))}</p>\n"
            f'<form method="post"><button>This is {WORDS[claim.verdict]}</button></form>'
        )

    @post("/{token:str}", opt={"scope": OPEN}, status_code=200)
    async def give(self, services: Wired, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        if claim is None:
            return ended()
        now = services.clock.now()
        finding = await services.store.write(lambda tables: verdicts.give_verdict(tables, claim, now=now))
        if finding is None:
            return ended()
        return page(f"<p>Thank you. It counts as {WORDS[claim.verdict]}; the other link changes that.</p>")


async def _finding(services: Services, claim: VerdictClaim) -> Finding | None:
    finding = await services.store.read(lambda tables: tables.findings.get(claim.finding_id))
    return finding if finding and finding.profile_id == claim.profile_id else None
