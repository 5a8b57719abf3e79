"""Sharing of fetched pages: a page that one profile fetched gets energy for every other profile that it is relevant to.

The index of all profiles is kept between runs. When a run starts, profiles that a person changed or a verdict taught are
read again, and no others.
"""

from collections.abc import Mapping

from msgspec import Struct

from watchd.core.feedback.feedback import threshold_of
from watchd.core.policy.scope import Bounds
from watchd.core.relevance.document import Document
from watchd.core.relevance.percolator import Interest, Percolator
from watchd.flow.profiles.topics import lessons_of, topic_for
from watchd.model.page import Page, PageState
from watchd.model.profile import ProfileSpec
from watchd.store.tables import Tables

MAX_PROFILES_PER_READ = 500  # profiles of one read
SOURCE = "shared"  # who named the page, as the other profile sees it


class SharedRelevance(Struct, frozen=True):
    """Profiles that a page was shared with."""

    new: tuple[str, ...]  # they did not know it
    woken: tuple[str, ...]  # they knew it with another text that was less relevant


class ProfileIndex:
    """Index of all enabled profiles, to find those that a page is relevant to."""

    def __init__(self) -> None:
        self._index = Percolator()
        self._versions: dict[str, str] = {}
        self._bounds: dict[str, Bounds] = {}

    def __len__(self) -> int:
        """Return the number of profiles."""
        return len(self._index)

    async def refresh(self, tables: Tables) -> None:
        """Read the profiles that have changed since the last refresh."""
        versions = await tables.profiles.versions()
        for profile_id in self._versions.keys() - versions.keys():
            self._forget(profile_id)
        changed = _changed(versions, self._versions)
        for start in range(0, len(changed), MAX_PROFILES_PER_READ):
            for profile_id, spec in (
                await tables.profiles.specs(changed[start : start + MAX_PROFILES_PER_READ])
            ).items():
                await self._read_profile(tables, profile_id, spec)
        self._versions = dict(versions)

    async def share(
        self, tables: Tables, page_id: str, page: Page, document: Document, *, besides: str
    ) -> SharedRelevance:
        """Leave energy on the page for the profiles that it is relevant to."""
        found = self._index.relevant_to(document, besides=besides)
        states = [
            PageState(
                profile_id=profile_id,
                page_id=page_id,
                relevance=score.value,
                unspent=1.0,
                energy=score.value,  # for ranking only; what it pays is decided in the run
                source=SOURCE,
            )
            for profile_id, score in found.items()
            if self._bounds[profile_id].allows(page.url)
        ]
        new = [state.profile_id for state in states if await tables.page_states.offer([state])]
        known = [state for state in states if state.profile_id not in new]
        woken = [
            s.profile_id
            for s in known
            if await tables.page_states.raise_energy(s.profile_id, page_id, page.content_hash, s.energy)
        ]
        return SharedRelevance(tuple(new), tuple(woken))

    async def _read_profile(self, tables: Tables, profile_id: str, spec: ProfileSpec) -> None:
        if spec.scope.named_pages_only:
            self._forget(profile_id)  # it visits its pages by itself and wants no other
            return
        taught = await lessons_of(tables, profile_id, spec)
        topic = await topic_for(tables, spec, lessons=taught)
        min_score = threshold_of(spec.report.min_score, taught)
        self._index.put(profile_id, Interest(topic, min_score, tuple(spec.query.languages)))
        self._bounds[profile_id] = Bounds(spec.scope)

    def _forget(self, profile_id: str) -> None:
        self._index.drop(profile_id)
        self._bounds.pop(profile_id, None)


def _changed(now: Mapping[str, str], before: Mapping[str, str]) -> list[str]:
    return sorted(profile_id for profile_id, version in now.items() if before.get(profile_id) != version)
