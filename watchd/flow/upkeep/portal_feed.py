"""How does a relevant page get into the portal, and out of it?

Called inside the run's transaction: a document, its entry in the index and the finding about it appear together or not
at all.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from watchd.core.relevance.words import words
from watchd.model.page import RelevantPage
from watchd.model.portal import Indexed, KnownDocument, PortalDocument, ProfileScore
from watchd.store.tables import Tables
from watchd.store.tables.portal import PortalTable

MAX_LINKS = 200  # of one document are kept; pages beyond are lists of everything
MAX_SOURCES = 20


class PortalFeed:
    """Keeps the portal in step with what runs see."""

    async def keep(self, tables: Tables, sighting: RelevantPage) -> None:
        """Make the page a document, or bring its document up to date; one that asks not to be indexed goes."""
        await self.keep_all(tables, [sighting])

    async def keep_all(self, tables: Tables, sightings: Sequence[RelevantPage]) -> None:
        """The same for many sightings, at a fraction of the cost of each alone."""
        unwanted = [sighting for sighting in sightings if sighting.page.noindex]
        if unwanted:
            await tables.portal.remove([s.page_id for s in unwanted], unwanted[-1].now)
        wanted = _by_page(sighting for sighting in sightings if not sighting.page.noindex)
        if wanted:
            await _keep(tables.portal, wanted)

    async def drop(self, tables: Tables, page_id: str, *, now: datetime) -> None:
        """The page is gone: its document leaves the index, and a mark tells those who follow."""
        await tables.portal.remove([page_id], now)


async def _keep(portal: PortalTable, wanted: dict[str, list[RelevantPage]]) -> None:
    known = await portal.known(wanted)
    fresh, seen = list[tuple[PortalDocument, Indexed, str]](), list[tuple[int, datetime, tuple[str, ...]]]()
    for page_id, sightings in wanted.items():
        before = known.get(page_id)
        document = _document(sightings, before)
        fingerprint = _fingerprint(document)
        if before is None or before.removed or before.fingerprint != fingerprint:
            fresh.append((document, indexed(document), fingerprint))
        else:
            seen.append((before.number, document.last_seen, document.sources))
    newcomers = await _new_to_a_profile(portal, wanted, {document.id for document, _, _ in fresh})
    await portal.put(fresh)
    await portal.touch(seen)
    if newcomers:
        now = max(sightings[-1].now for sightings in wanted.values())
        await portal.bump([known[page_id].number for page_id in newcomers], now)
    await portal.put_scores(_scores(wanted))
    await _link(portal, wanted, [document for document, _, _ in fresh], known)


async def _link(
    portal: PortalTable,
    wanted: dict[str, list[RelevantPage]],
    documents: list[PortalDocument],
    known: Mapping[str, KnownDocument],
) -> None:
    parents = {(s.page_id, s.parent_url): None for group in wanted.values() for s in group if s.parent_url}
    changed = [document for document in documents if document.id in known]
    new = [document for document in documents if document.id not in known]
    if changed:
        await portal.put_links(changed, [], is_new=False)
    await portal.put_links(new, [(page_id, url) for page_id, url in parents if url], is_new=True)


async def _new_to_a_profile(
    portal: PortalTable, wanted: dict[str, list[RelevantPage]], fresh: set[str]
) -> list[str]:
    """Unchanged documents that one more profile cares about: whoever follows wants to know."""
    unchanged = [page_id for page_id in wanted if page_id not in fresh]
    if not unchanged:
        return []
    scores = await portal.scores(unchanged)
    had = {page_id: {score.profile_id for score in scores.get(page_id, ())} for page_id in unchanged}
    return [page_id for page_id in unchanged if {s.profile_id for s in wanted[page_id]} - had[page_id]]


def _by_page(sightings: Iterable[RelevantPage]) -> dict[str, list[RelevantPage]]:
    pages: dict[str, list[RelevantPage]] = {}
    for sighting in sightings:
        pages.setdefault(sighting.page_id, []).append(sighting)
    return pages


def _scores(wanted: dict[str, list[RelevantPage]]) -> list[tuple[str, ProfileScore]]:
    """One per page and profile, the last one said."""
    said = {(s.page_id, s.profile_id): s.score for sightings in wanted.values() for s in sightings}
    return [(page_id, ProfileScore(profile_id, score)) for (page_id, profile_id), score in said.items()]


def _document(sightings: list[RelevantPage], before: KnownDocument | None) -> PortalDocument:
    last = sightings[-1]
    page = last.page
    earlier = before.sources if before is not None and not before.removed else ()
    sources = (*earlier, *(s.source for s in sightings if s.source))
    return PortalDocument(
        id=last.page_id,
        url=page.url,
        title=storable(page.title),
        description=storable(page.description),
        keywords=tuple(storable(word) for word in page.keywords),
        text=storable(page.text),
        language=page.language,
        published_at=page.published or (before.published_at if before else None),
        first_seen=before.first_seen if before else sightings[0].now,
        last_seen=last.now,
        changed_at=last.now,
        sources=tuple(dict.fromkeys(map(storable, sources)))[:MAX_SOURCES],
        links=tuple(dict.fromkeys(link.url for link in page.links if link.url != page.url))[:MAX_LINKS],
    )


def indexed(document: PortalDocument) -> Indexed:
    """The words as the index knows them. Queries are read by the same code, so the two meet."""
    language = document.language
    return Indexed(
        title=" ".join(words(document.title, language)),
        description=" ".join(words(document.description, language)),
        keywords=" ".join(words(" ".join(document.keywords), language)),
        text=" ".join(words(document.text, language)),
    )


def storable(text: str) -> str:
    """Half a surrogate pair cannot be stored, nor read by anybody."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _fingerprint(document: PortalDocument) -> str:
    """Of what is shown and searched. Links are left out: navigation changes with every deployment of a site."""
    shown = (
        document.title,
        document.description,
        document.keywords,
        document.text,
        document.language,
        document.published_at,
    )
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:32]
