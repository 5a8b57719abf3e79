"""/v/…: where a verdict is given that a link of a message names. Looking changes nothing; only the button does.

Programs that guard mail boxes follow every link they see. They see a page, and press no button.
"""

from litestar import Controller, Response, get, post
from litestar.params import FromPath

from watchd.api.authorize import OPEN
from watchd.api.link_pages import ended, page
from watchd.api.services import Services, Wired
from watchd.flow import verdicts
from watchd.flow.feedback_links import Claim
from watchd.model.finding import Finding
from watchd.notify.strangers import for_html, line

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
        finding = await services.store.write(lambda tables: verdicts.give(tables, claim, now=now))
        if finding is None:
            return ended()
        return page(f"<p>Thank you. It counts as {WORDS[claim.verdict]}; the other link changes that.</p>")


async def _finding(services: Services, claim: Claim) -> Finding | None:
    finding = await services.store.read(lambda tables: tables.findings.get(claim.finding_id))
    return finding if finding and finding.profile_id == claim.profile_id else None
