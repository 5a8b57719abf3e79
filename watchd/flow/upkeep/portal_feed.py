"""Relevant pages of runs as documents of the portal.

Runs call it inside their transaction: a document, its entry in the index and the finding about it are stored together or
not at all.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from watchd.core.relevance.words import words
from watchd.model.page import RelevantPage
from watchd.model.portal import Indexed, KnownDocument, PortalDocument, ProfileScore
from watchd.store.tables import Tables
from watchd.store.tables.portal import PortalTable

MAX_LINKS = 200  # of one document; a page with more is a list of everything
MAX_SOURCES = 20


class PortalFeed:
    """Writer of portal documents for the pages that runs read."""

    async def keep(self, tables: Tables, page: RelevantPage) -> None:
        """Store the page as a document, or update its document; remove it if the page forbids indexing."""
        await self.keep_all(tables, [page])

    async def keep_all(self, tables: Tables, pages: Sequence[RelevantPage]) -> None:
        """Do the same for many pages, at a fraction of the cost of single calls."""
        unwanted = [relevant for relevant in pages if relevant.page.noindex]
        if unwanted:
            await tables.portal.remove([relevant.page_id for relevant in unwanted], unwanted[-1].now)
        wanted: dict[str, list[RelevantPage]] = {}
        for relevant in pages:
            if not relevant.page.noindex:
                wanted.setdefault(relevant.page_id, []).append(relevant)
        if wanted:
            await _keep(tables.portal, wanted)

    async def drop(self, tables: Tables, page_id: str, *, now: datetime) -> None:
        """Remove the document of a page that does not exist any more; a mark informs sinks and exports."""
        await tables.portal.remove([page_id], now)


async def _keep(portal: PortalTable, wanted: dict[str, list[RelevantPage]]) -> None:
    known = await portal.known(wanted)
    fresh, seen = list[tuple[PortalDocument, Indexed, str]](), list[tuple[int, datetime, tuple[str, ...]]]()
    for page_id, visits in wanted.items():
        before = known.get(page_id)
        document = _document(visits, before)
        fingerprint = _fingerprint(document)
        if before is None or before.removed or before.fingerprint != fingerprint:
            fresh.append((document, indexed(document), fingerprint))
        else:
            seen.append((before.number, document.last_seen, document.sources))
    rescored = await _new_to_a_profile(portal, wanted, {document.id for document, _, _ in fresh})
    await portal.put(fresh)
    await portal.touch(seen)
    if rescored:
        now = max(visits[-1].now for visits in wanted.values())
        await portal.bump([known[page_id].number for page_id in rescored], now)
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
    """Return unchanged documents that are new to a profile: sinks and exports need their new scores."""
    unchanged = [page_id for page_id in wanted if page_id not in fresh]
    if not unchanged:
        return []
    scores = await portal.scores(unchanged)
    had = {page_id: {score.profile_id for score in scores.get(page_id, ())} for page_id in unchanged}
    return [page_id for page_id in unchanged if {s.profile_id for s in wanted[page_id]} - had[page_id]]


def _scores(wanted: dict[str, list[RelevantPage]]) -> list[tuple[str, ProfileScore]]:
    """Return the last score of each page and profile."""
    last = {(v.page_id, v.profile_id): v.score for visits in wanted.values() for v in visits}
    return [(page_id, ProfileScore(profile_id, score)) for (page_id, profile_id), score in last.items()]


def _document(visits: list[RelevantPage], before: KnownDocument | None) -> PortalDocument:
    last = visits[-1]
    page = last.page
    earlier = before.sources if before is not None and not before.removed else ()
    sources = (*earlier, *(visit.source for visit in visits if visit.source))
    return PortalDocument(
        id=last.page_id,
        url=page.url,
        title=storable(page.title),
        description=storable(page.description),
        keywords=tuple(storable(word) for word in page.keywords),
        text=storable(page.text),
        language=page.language,
        published_at=page.published or (before.published_at if before else None),
        first_seen=before.first_seen if before else visits[0].now,
        last_seen=last.now,
        changed_at=last.now,
        sources=tuple(dict.fromkeys(map(storable, sources)))[:MAX_SOURCES],
        links=tuple(dict.fromkeys(link.url for link in page.links if link.url != page.url))[:MAX_LINKS],
    )


def indexed(document: PortalDocument) -> Indexed:
    """Return the indexed form of a document. The same code reads searches, so that both have the same terms."""
    language = document.language
    return Indexed(
        title=" ".join(words(document.title, language)),
        description=" ".join(words(document.description, language)),
        keywords=" ".join(words(" ".join(document.keywords), language)),
        text=" ".join(words(document.text, language)),
    )


def storable(text: str) -> str:
    """Replace half surrogate pairs, which UTF-8 cannot store."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _fingerprint(document: PortalDocument) -> str:
    """Return the digest of the shown and searched fields. Links are left out: navigation changes often."""
    shown = (
        document.title,
        document.description,
        document.keywords,
        document.text,
        document.language,
        document.published_at,
    )
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:32]
