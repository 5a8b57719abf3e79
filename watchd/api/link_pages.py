"""Pages behind the signed links in messages.

/a/… shows all findings of one alert, because the message may show only some of them. Below it, each changed page has a page
with its whole difference.

/v/… gives a verdict. Only the button on the page gives it, not the request for the page: programs that check mail follow
every link, but do not press buttons.
"""

import asyncio
from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from watchd.api.diff_page import ComparedTexts, compared_texts, diff_page
from watchd.api.edge.authorize import OPEN
from watchd.api.html_page import page
from watchd.api.services import Injected, Services
from watchd.core.policy import describe
from watchd.flow.alerts.message import findings_of
from watchd.flow.alerts.signed_links import AlertClaim, SignedLinks, VerdictClaim
from watchd.flow.feedback import verdicts
from watchd.model.finding import Finding
from watchd.notify import default_text, escaping
from watchd.notify.escaping import for_html
from watchd.store.tables import Tables

INVALID_LINK = "This link is not valid, or its content was deleted. Newer messages have newer links."
MAX_FINDINGS = 500  # on a page; a first run may find thousands
MAX_SUMMARY_CHARS = 600
MAX_CHANGE_CHARS = 600
LINE_KINDS = {"+": "added", "-": "removed"}


def invalid_link() -> Response[bytes]:
    return page(f'<div class="card question">\n<p>{INVALID_LINK}</p>\n</div>', status=404)


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
        if shown is None:
            return invalid_link()
        title = f"watchd: {escaping.line(shown.profile_name)}"
        return page(_content(shown, claim, services.links, token), title=title)

    @get("/{token:str}/{finding_id:str}", opt={"scope": OPEN})
    async def show_changes(
        self, services: Injected, token: FromPath[str], finding_id: FromPath[str]
    ) -> Response[Any]:
        claim = services.links.read_alert(token)
        if claim is None:
            return invalid_link()
        compared = await services.store.read(lambda tables: _compared(tables, claim.alert_id, finding_id))
        if compared is None:
            return invalid_link()
        seen = await asyncio.to_thread(compared.difference)  # long pages take a while
        return diff_page(compared, seen, root="../../")


async def _alert_findings(tables: Tables, alert_id: str) -> AlertFindings | None:
    alert = await tables.alerts.get(alert_id)
    profile = await tables.profiles.get(alert.profile_id) if alert and alert.profile_id else None
    if profile is None:
        return None
    found, total = await findings_of(tables, alert_id, MAX_FINDINGS)
    return AlertFindings(profile.spec.name, found, total)


async def _compared(tables: Tables, alert_id: str, finding_id: str) -> ComparedTexts | None:
    """Return the texts of a finding of this alert; None if it belongs to another alert."""
    finding = await tables.alerts.finding(alert_id, finding_id)
    return await compared_texts(tables, finding) if finding else None


def _content(shown: AlertFindings, claim: AlertClaim, links: SignedLinks, token: str) -> str:
    rows = [
        "<header>",
        '<p class="brand">watchd</p>',
        f'<h1 dir="auto">{for_html(escaping.line(shown.profile_name))}</h1>',
        f'<p class="lead muted">{_count(shown)}</p>',
        "</header>",
        '<ol class="findings">',
        *(_row(finding, claim, links, token) for finding in shown.findings),
        "</ol>",
    ]
    return "\n".join(rows)


def _count(shown: AlertFindings) -> str:
    if shown.total > len(shown.findings):
        return f"The best {len(shown.findings)} of {shown.total} findings"
    return default_text.counted(shown.total, "finding")


def _row(finding: Finding, claim: AlertClaim, links: SignedLinks, token: str) -> str:
    quoted = describe.quoted(finding)  # the same text as in the message
    changes = default_text.changes(quoted, MAX_CHANGE_CHARS)
    parts = [
        f'<h2 dir="auto">{_headline(quoted)}</h2>',
        _facts(quoted),
        _paragraph(default_text.summary(quoted, changes, MAX_SUMMARY_CHARS)),
        _lines(changes),
        _muted(default_text.capitalised(default_text.reason(quoted))),
        _actions(finding, claim, links, token),
    ]
    inside = "\n".join(part for part in parts if part)
    return f'<li class="card">\n{inside}\n</li>'


def _headline(finding: Finding) -> str:
    """Return a link to the page; only its title when the page is gone or its address is not a web address."""
    label = for_html(default_text.headline(finding))
    there = escaping.address(finding.url) if finding.kind != "gone" else ""
    return f'<a href="{for_html(there)}" rel="noreferrer nofollow">{label}</a>' if there else label


def _facts(finding: Finding) -> str:
    kind = default_text.KINDS[finding.kind]
    others = default_text.facts(finding).removeprefix(f"{kind} · ")
    return f'<p class="facts"><span class="kind {finding.kind}">{kind}</span> {for_html(others)}</p>'


def _paragraph(text: str) -> str:
    return f'<p dir="auto">{for_html(text)}</p>' if text else ""


def _lines(changes: list[str]) -> str:
    """Return the lines of a change; each keeps its sign, because some readers cannot see the colours."""
    rows = (
        f'<li class="{LINE_KINDS.get(row[:1], "value")}" dir="auto">{for_html(default_text.with_signs(row))}</li>'
        for row in changes
    )
    return f'<ul class="lines">{"".join(rows)}</ul>' if changes else ""


def _muted(text: str) -> str:
    return f'<p class="muted">{for_html(text)}</p>' if text else ""


def _actions(finding: Finding, claim: AlertClaim, links: SignedLinks, token: str) -> str:
    """Return links for verdicts and to all changes. They expire with the link to this page, so opening it gives no time."""
    there: list[tuple[str, str]] = []
    if links.is_public:
        there.append((links.verdict(finding, "relevant", ends=claim.ends), "Relevant"))
        there.append((links.verdict(finding, "irrelevant", ends=claim.ends), "Not relevant"))
    if finding.change is not None:
        there.append((f"{token}/{finding.id}", "All changes"))
    buttons = " ".join(f'<a class="button" href="{for_html(url)}">{label}</a>' for url, label in there)
    return f'<p class="actions">{buttons}</p>' if there else ""


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
        form = f'<form method="post"><button>This is {VERDICT_TEXTS[claim.verdict]}</button></form>'
        return page(_question(finding, form))

    @post("/{token:str}", opt={"scope": OPEN}, status_code=200)
    async def give(self, services: Injected, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        if claim is None:
            return invalid_link()
        now = services.clock.now()
        finding = await services.store.write(lambda tables: verdicts.judge_by_link(tables, claim, now=now))
        if finding is None:
            return invalid_link()
        thanks = (
            f"This finding is now {VERDICT_TEXTS[claim.verdict]}; the other link in the message changes that."
        )
        return page(_question(finding, f"<p><strong>Thank you.</strong> {thanks}</p>"))


def _question(finding: Finding, below: str) -> str:
    """Return the finding, and below it what there is to do or was done."""
    quoted = describe.quoted(finding)
    parts = [
        '<div class="card question">',
        f'<h1 dir="auto">{for_html(default_text.headline(quoted))}</h1>',
        _facts(quoted),
        _paragraph(default_text.summary(quoted, [], MAX_SUMMARY_CHARS)),
        below,
        "</div>",
    ]
    return "\n".join(part for part in parts if part)


async def _finding(services: Services, claim: VerdictClaim) -> Finding | None:
    finding = await services.store.read(lambda tables: tables.findings.get(claim.finding_id))
    return finding if finding and finding.profile_id == claim.profile_id else None
