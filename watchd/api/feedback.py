"""/findings/{id}/feedback and /profiles/{id}/feedback: verdicts, and what each of them moved."""

from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from watchd.api.findings import existing as existing_finding
from watchd.api.problems import invalid
from watchd.api.profiles import existing as existing_profile
from watchd.api.services import Wired
from watchd.core.feedback import Movement
from watchd.errors import Fault
from watchd.flow import named_page
from watchd.flow.feedback import Teaching
from watchd.model import address
from watchd.model.address import WebAddress
from watchd.model.finding import Verdict
from watchd.store.tables import Tables


class VerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person makes of a finding; neutral withdraws it."""

    verdict: Verdict


class PageVerdictIn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person makes of any page."""

    url: WebAddress
    verdict: Verdict


class FeedbackOut(Struct, frozen=True):
    """The verdict that stands, and every number that it moved, the largest movement of each part first."""

    profile_id: str
    url: str
    verdict: Verdict
    moved: tuple[Movement, ...]


class Feedback(Controller):
    """Teach a profile."""

    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @post(
        "/findings/{finding_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a finding",
    )
    async def on_finding(
        self, services: Wired, finding_id: FromPath[str], data: JSONBody[VerdictIn]
    ) -> FeedbackOut:
        """May be changed at any time; the former verdict is then undone exactly. `neutral` withdraws it."""
        now = services.clock.now()

        async def judge(tables: Tables) -> FeedbackOut:
            finding = await existing_finding(tables, finding_id)
            moved = await Teaching().learn(tables, finding, data.verdict, now=now)
            return FeedbackOut(finding.profile_id, finding.url, data.verdict, moved)

        return await services.store.write(judge)

    @post(
        "/profiles/{profile_id:str}/feedback",
        opt={"scope": "write"},
        status_code=200,
        summary="Judge a page",
    )
    async def on_page(
        self, services: Wired, profile_id: FromPath[str], data: JSONBody[PageVerdictIn]
    ) -> FeedbackOut:
        """Any page will do: one that is not remembered is read once, by the rules for all requests."""
        await services.store.read(lambda tables: existing_profile(tables, profile_id))
        if problem := address.what_is_wrong(data.url):
            raise invalid([Fault("url", problem)])
        named = await named_page.bring(services.store, services.door, services.files, data.url)
        now = services.clock.now()

        async def judge(tables: Tables) -> FeedbackOut:
            profile = await existing_profile(tables, profile_id)
            page_id = await named_page.keep(tables, named, data.url, entropy=services.entropy, now=now)
            finding = await tables.findings.newest_of(profile_id, page_id)
            path = finding.why.path if finding else ()
            moved = await Teaching().judge(
                tables, profile, page_id, named.page, data.verdict, path=path, now=now
            )
            return FeedbackOut(profile_id, named.page.url, data.verdict, moved)

        return await services.store.write(judge)
