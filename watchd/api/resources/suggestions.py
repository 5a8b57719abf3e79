"""/profiles/{id}/suggestions: words that the best pages of a profile share, for a person to accept or reject."""

import asyncio
from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from watchd.api.edge.problems import invalid
from watchd.api.resources.profiles import current, existing_profile
from watchd.api.services import Injected, Services
from watchd.core.feedback.suggestions import WordGroup
from watchd.errors import Fault
from watchd.flow.profiles.suggestions import SuggestionInput, answer_suggestions, suggestion_input
from watchd.model.profile import RelatedWord
from watchd.store.tables import Tables

NO_PAGES = "No run has found a page yet; let the profile run, or add an example page."
ALL_ALIKE = "The best pages share no further words; judge some findings, or add an example page."


class SuggestionsOut(Struct, frozen=True):
    """Words to accept or reject. Each group is of similar pages: its words show one sense of the query."""

    groups: tuple[WordGroup, ...]
    pages: int  # the best pages of the profile that were compared
    related: tuple[str, ...]  # words that were accepted: query.related of the profile
    rejected: tuple[str, ...]  # words that are not offered again
    advice: str | None  # what to do when no word can be offered


class SuggestionAnswerIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Words to add to query.related, and words to remove from it and not to offer again."""

    accept: Annotated[list[RelatedWord], Meta(max_length=50)] = []
    reject: Annotated[list[RelatedWord], Meta(max_length=50)] = []


class SuggestionController(Controller):
    """Suggested words."""

    path = "/profiles/{profile_id:str}/suggestions"
    tags = ["Feedback"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="Suggest words for a query")
    async def show(self, services: Injected, profile_id: FromPath[str]) -> SuggestionsOut:
        """Offer words that the best pages of the profile share, by groups of similar pages. Nothing is changed."""
        return await _suggestions(services, profile_id)

    @post(opt={"scope": "write"}, status_code=200, summary="Accept or reject suggested words")
    async def answer(
        self, services: Injected, profile_id: FromPath[str], data: JSONBody[SuggestionAnswerIn]
    ) -> SuggestionsOut:
        """Add accepted words to `query.related` of the profile. Rejected words are removed from it and not offered again;
        they do not count against a page. A word may be accepted later."""
        accepted, rejected = ([word.lower() for word in words] for words in (data.accept, data.reject))
        if both := sorted({*accepted} & {*rejected}):
            raise invalid([Fault("reject", f"must not repeat a word of accept; got {both[0]!r}; choose one")])

        async def work(tables: Tables) -> None:
            profile = await existing_profile(tables, profile_id)
            now = services.clock.now()
            spec = await answer_suggestions(tables, profile, accepted, rejected, now)
            if spec != profile.spec:
                current(await tables.profiles.replace(profile, spec, now))

        await services.store.write(work)
        return await _suggestions(services, profile_id)


async def _suggestions(services: Services, profile_id: str) -> SuggestionsOut:
    async def read(tables: Tables) -> SuggestionInput:
        return await suggestion_input(tables, await existing_profile(tables, profile_id))

    given = await services.store.read(read)
    groups = await asyncio.to_thread(given.groups)
    advice = None if groups else ALL_ALIKE if given.pages else NO_PAGES
    return SuggestionsOut(groups, len(given.pages), tuple(given.related), tuple(given.rejected), advice)
