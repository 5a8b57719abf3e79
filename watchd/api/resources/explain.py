"""/profiles/{id}/explain: why a page was or was not reported."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote

from litestar import Controller, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from watchd.api.resources.profiles import existing_profile
from watchd.api.services import Injected
from watchd.core.explain.explain_input import ExplainStep, ExplainVerdict, Explanation, Ref, StepName
from watchd.flow.explain.gather import canonical_address, explained
from watchd.model.values import MAX_URL_CHARS
from watchd.store.tables import Tables


class ExplainStepOut(Struct, frozen=True):
    """One fact about the address. `link` is the address of the run, finding, alert or profile that it is about, or of the
    explanation for another address, such as the page with the link."""

    step: StepName
    at: datetime | None
    fact: str
    link: str | None


class ExplanationOut(Struct, frozen=True):
    """The fate of a page, with the reason why it was or was not reported.

    `steps` are in the order of the data flow. They say so where a fact is not known: watchd has not stored it, or has
    deleted it."""

    profile_id: str
    url: str  # in the spelling in which watchd visits it
    verdict: ExplainVerdict
    summary: str
    way_out: str | None  # what a person can do; null: nothing is wrong
    next_look_at: datetime | None  # the earliest; null: no visit is planned
    steps: list[ExplainStepOut]


class ExplainController(Controller):
    """Explanations."""

    path = "/profiles/{profile_id:str}/explain"
    tags = ["Findings"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="Explain why a page was or was not reported")
    async def explain(
        self,
        services: Injected,
        profile_id: FromPath[str],
        url: Annotated[
            str,
            QueryParameter(
                min_length=8, max_length=MAX_URL_CHARS, description="The address of the page, in any spelling."
            ),
        ],
    ) -> ExplanationOut:
        """Answer "why did I miss this?" from what watchd has stored. It sends no request. Runs read an address in one
        spelling, and so does this; redirects that runs met are followed."""
        await services.store.read(lambda tables: existing_profile(tables, profile_id))
        at = canonical_address(url)
        rules, now = services.fetcher.known_rules(at), services.clock.now()

        async def look(tables: Tables) -> Explanation:
            return await explained(tables, await existing_profile(tables, profile_id), url, rules, now=now)

        found = await services.store.read(look)
        return ExplanationOut(
            profile_id=profile_id,
            url=at,
            verdict=found.verdict,
            summary=found.summary,
            way_out=found.way_out,
            next_look_at=found.next_look_at,
            steps=[_step_out(step, profile_id) for step in found.steps],
        )


def _step_out(step: ExplainStep, profile_id: str) -> ExplainStepOut:
    return ExplainStepOut(step.step, step.at, step.fact, _link(step.ref, profile_id) if step.ref else None)


def _link(ref: Ref, profile_id: str) -> str:
    match ref.kind:
        case "address":
            return f"/api/v1/profiles/{profile_id}/explain?url={quote(ref.id, safe='')}"
        case "profile":
            return f"/api/v1/profiles/{ref.id}"
    return f"/api/v1/{ref.kind}s/{ref.id}"
