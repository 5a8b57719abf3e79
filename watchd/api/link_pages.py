"""Pages behind the signed links in messages. They are plain HTML without scripts, and search engines do not index them.

/a/… shows all findings of one alert, because the message may show only some of them.

/v/… gives a verdict. Only the button on the page gives it, not the request for the page: programs that check mail follow
every link, but do not press buttons.
"""

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from watchd.api.edge.authorize import OPEN
from watchd.api.services import Injected, Services
from watchd.core.policy import describe
from watchd.flow.alerts.message import findings_of
from watchd.flow.alerts.signed_links import AlertClaim, SignedLinks, VerdictClaim
from watchd.flow.feedback import verdicts
from watchd.model.finding import Finding
from watchd.notify import default_text, escaping
from watchd.notify.escaping import for_html, line
from watchd.store.tables import Tables

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    # Without this, the browser would hide that the form is from this site. The link is a secret, so other sites must not
    # see it.
    "Referrer-Policy": "same-origin",
}
INVALID_LINK = "This link is not valid, or its content was deleted. Newer messages have newer links."
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
    """Return a page; `content` is HTML in which text from outside is already escaped."""
    return Response(
        PAGE.format(content).encode(),
        status_code=status,
        media_type="text/html",
        headers=HEADERS,
    )


def invalid_link() -> Response[bytes]:
    return page(f"<p>{INVALID_LINK}</p>", status=404)


MAX_FINDINGS = 500  # on a page; a first run may find thousands


class AlertFindings(Struct, frozen=True):
    """The findings of an alert."""

    profile_name: str
    findings: list[Finding]  # the best first
    total: int


class AlertPage(Controller):
    """Page of an alert. It needs no token: the signed link was sent to the reader."""

    path = "/a"
    include_in_schema = False

    @get("/{token:str}", opt={"scope": OPEN})
    async def show(self, services: Injected, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read_alert(token)
        if claim is None:
            return invalid_link()
        shown = await services.store.read(lambda tables: _alert_findings(tables, claim.alert_id))
        return page(_content(shown, claim, services.links)) if shown else invalid_link()


async def _alert_findings(tables: Tables, alert_id: str) -> AlertFindings | None:
    alert = await tables.alerts.get(alert_id)
    profile = await tables.profiles.get(alert.profile_id) if alert and alert.profile_id else None
    if profile is None:
        return None
    found, total = await findings_of(tables, alert_id, MAX_FINDINGS)
    return AlertFindings(profile.spec.name, found, total)


def _content(shown: AlertFindings, claim: AlertClaim, links: SignedLinks) -> str:
    rows = [
        f"<h1>{for_html(escaping.line(shown.profile_name))}</h1>",
        f"<p>{_count(shown)}</p>",
        "<ol>",
        *(_row(finding, claim, links) for finding in shown.findings),
        "</ol>",
    ]
    return "\n".join(rows)


def _count(shown: AlertFindings) -> str:
    if shown.total > len(shown.findings):
        return f"The best {len(shown.findings)} of {shown.total} findings"
    return default_text.counted(shown.total, "finding")


def _row(finding: Finding, claim: AlertClaim, links: SignedLinks) -> str:
    quoted = describe.quoted(finding)  # the same text as in the message
    parts = [
        _headline(quoted),
        for_html(default_text.facts(quoted)),
        for_html(escaping.line(quoted.summary)),
        _verdicts(finding, claim, links) if links.is_public else "",
    ]
    return f"<li><p>{'<br>'.join(part for part in parts if part)}</p></li>"


def _headline(finding: Finding) -> str:
    """Return a link to the page; only its title when the page is gone or its address is not a web address."""
    label = for_html(default_text.headline(finding))
    there = escaping.address(finding.url) if finding.kind != "gone" else ""
    return f'<a href="{for_html(there)}" rel="noreferrer nofollow">{label}</a>' if there else label


def _verdicts(finding: Finding, claim: AlertClaim, links: SignedLinks) -> str:
    """Return links for verdicts. They expire with the link to this page, so that opening it again gives no more time."""
    yes = links.verdict(finding, "relevant", ends=claim.ends)
    no = links.verdict(finding, "irrelevant", ends=claim.ends)
    return f'Is it <a href="{for_html(yes)}">relevant</a> or <a href="{for_html(no)}">not relevant</a>?'


VERDICT_TEXTS = {
    "relevant": "relevant",
    "irrelevant": "not relevant",
    "neutral": "neither relevant nor irrelevant",
}


class VerdictPage(Controller):
    """Page of a verdict. It needs no token: the signed link was sent to the reader."""

    path = "/v"
    include_in_schema = False

    @get("/{token:str}", opt={"scope": OPEN})
    async def ask(self, services: Injected, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        finding = await _finding(services, claim) if claim else None
        if claim is None or finding is None:
            return invalid_link()
        return page(
            f"<p>{for_html(line(finding.title) or line(finding.url))}</p>\n"
            f'<form method="post"><button>This is {VERDICT_TEXTS[claim.verdict]}</button></form>'
        )

    @post("/{token:str}", opt={"scope": OPEN}, status_code=200)
    async def give(self, services: Injected, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        if claim is None:
            return invalid_link()
        now = services.clock.now()
        finding = await services.store.write(lambda tables: verdicts.judge_by_link(tables, claim, now=now))
        if finding is None:
            return invalid_link()
        return page(
            f"<p>Thank you. This finding is now {VERDICT_TEXTS[claim.verdict]}; the other link changes that.</p>"
        )


async def _finding(services: Services, claim: VerdictClaim) -> Finding | None:
    finding = await services.store.read(lambda tables: tables.findings.get(claim.finding_id))
    return finding if finding and finding.profile_id == claim.profile_id else None
