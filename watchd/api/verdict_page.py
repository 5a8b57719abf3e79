"""/v/…: where the links of a message lead. Looking changes nothing; only the button does.

Programs that guard mail boxes follow every link they see. They see a page, and press no button.
"""

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from watchd.api.authorize import OPEN
from watchd.api.services import Services, Wired
from watchd.flow import verdicts
from watchd.flow.feedback_links import Claim
from watchd.model.finding import Finding
from watchd.notify.strangers import for_html, line

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    # Without this the browser would hide from us that the form is our own. The link is a secret, so no one else sees it.
    "Referrer-Policy": "same-origin",
}
WORDS = {"relevant": "relevant", "irrelevant": "not relevant", "neutral": "neither relevant nor irrelevant"}
ENDED = "This link has ended, or the finding it speaks of is gone. Newer messages have newer links."
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>watchd</title>
<meta name="robots" content="noindex"></head>
<body>
{}
</body>
</html>
"""


class VerdictPage(Controller):
    """Open to everybody who has the link: it was sent to them."""

    path = "/v"
    include_in_schema = False

    @get("/{token:str}", opt={"scope": OPEN})
    async def ask(self, services: Wired, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        finding = await _finding(services, claim) if claim else None
        if claim is None or finding is None:
            return _page(f"<p>{ENDED}</p>", status=404)
        return _page(
            f"<p>{for_html(line(finding.title) or line(finding.url))}</p>\n"
            f'<form method="post"><button>This is {WORDS[claim.verdict]}</button></form>'
        )

    @post("/{token:str}", opt={"scope": OPEN}, status_code=200)
    async def give(self, services: Wired, token: FromPath[str]) -> Response[bytes]:
        claim = services.links.read(token)
        if claim is None:
            return _page(f"<p>{ENDED}</p>", status=404)
        now = services.clock.now()
        finding = await services.store.write(lambda tables: verdicts.give(tables, claim, now=now))
        if finding is None:
            return _page(f"<p>{ENDED}</p>", status=404)
        return _page(f"<p>Thank you. It counts as {WORDS[claim.verdict]}; the other link changes that.</p>")


async def _finding(services: Services, claim: Claim) -> Finding | None:
    finding = await services.store.read(lambda tables: tables.findings.get(claim.finding_id))
    return finding if finding and finding.profile_id == claim.profile_id else None


def _page(content: str, status: int = 200) -> Response[bytes]:
    return Response(
        PAGE.format(content).encode(),
        status_code=status,
        media_type="text/html",
        headers=HEADERS,
    )
