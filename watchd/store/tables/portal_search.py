"""Full-text search in the portal: the best documents for a search, their facets, and the lexicon."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from watchd.core.portal.search_query import Search
from watchd.core.relevance.term_rarity import TermCounts
from watchd.model.portal import Facets, LexiconTerm, PortalDocument, PortalFilter, PortalHits, Sort
from watchd.model.values import rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of
from watchd.store.tables.portal import WHOLE, document_of
from watchd.store.tables.portal_match import any_of, exclusion, expression

MAX_HITS = 500  # matches that are counted and can be paged through
# Ranking costs 1 to 2 µs per match. A word in more documents than this says little: only the newest of them are ranked.
MAX_RANKED = 3000
UNLIMITED = -1  # as an SQL limit
MAX_LANGUAGES = 60

MATCHES = "FROM portal_index WHERE portal_index MATCH :match"
# In this order: in the other order, SQLite would search the index again for every document.
MATCHING_DOCUMENTS = """
FROM portal_index CROSS JOIN portal_documents d ON d.number = portal_index.rowid WHERE portal_index MATCH :match"""
DOCUMENTS = "FROM portal_documents d WHERE d.removed = 0"
FILTERS = {
    "language": "d.language = :language",
    "host": "d.host = :host",
    "since": "d.changed_at >= :since",
    "profile": "EXISTS (SELECT 1 FROM portal_scores s WHERE s.profile_id = :profile AND s.number = d.number)",
    "excluded": "d.number NOT IN (SELECT rowid FROM portal_index WHERE portal_index MATCH :excluded)",
    "but": "d.number <> (SELECT number FROM portal_documents WHERE id = :but)",
}
# Only constants of this file are put together here and in `_find`; values are bound.
# One pass: each match is ranked when it is read, the newest first; matches beyond the limit are not read.
BY_RANK = """
SELECT number, rank AS place FROM (
    SELECT portal_index.rowid AS number, portal_index.rank {which} ORDER BY portal_index.rowid DESC LIMIT :ranked)
 ORDER BY rank, number DESC LIMIT :limit"""
BY_DATE = "SELECT d.number, 0 AS place {which} ORDER BY d.dated_at DESC, d.number DESC LIMIT :limit"
# One statement for all data about the best matches: each further statement costs as much as reading 300 rows.
SPREAD = """
WITH best AS MATERIALIZED ({best})
SELECT d.number, d.host, d.language, substr(d.dated_at, 1, 7) AS month, d.title,
       (SELECT json_group_array(s.profile_id) FROM portal_scores s WHERE s.number = d.number) AS profiles
  FROM best CROSS JOIN portal_documents d ON d.number = best.number
 ORDER BY best.place, {then}"""
SHOWN = f"{WHOLE} WHERE d.number IN (SELECT value FROM json_each(:numbers))"  # noqa: S608 (constants)
NAMES = "SELECT id, name FROM profiles WHERE id IN (SELECT value FROM json_each(:ids))"
TERMS = """
SELECT term, doc FROM portal_lexicon WHERE term IN (SELECT value FROM json_each(:terms))"""
COUNT = "SELECT count(*) AS documents FROM portal_documents WHERE removed = 0"
# All languages of documents, with one index lookup per language.
LANGUAGES = """
WITH RECURSIVE found (language) AS (
    SELECT min(language) FROM portal_documents WHERE removed = 0
    UNION ALL
    SELECT (SELECT min(language) FROM portal_documents WHERE removed = 0 AND language > found.language)
      FROM found WHERE found.language IS NOT NULL
) SELECT language FROM found WHERE language IS NOT NULL"""
LEXICON = """
SELECT term, doc, cnt FROM portal_lexicon WHERE term > :after AND term >= :first AND term < :end AND term NOT GLOB '=*'
 ORDER BY term LIMIT :limit"""


class PortalSearchTable(Queries):
    """Queries on portal_index and portal_lexicon."""

    async def find(
        self, search: Search, filter: PortalFilter, sort: Sort = "relevance", *, any_clause: bool = False
    ) -> PortalHits:
        """Return the best documents that match all clauses of a group, or with `any_clause` one of them."""
        languages = await self.languages(filter.language)
        match = expression(search, languages, any_clause=any_clause)
        if search.groups and not match:
            return PortalHits()  # a search for stop words only must not match everything
        return await self._find(match, exclusion(search, languages), filter, sort)

    async def with_terms(self, terms: Sequence[str], but: str, limit: int) -> list[PortalDocument]:
        """Return documents with any of these terms, the best first, without the document `but`."""
        found = await self._find(any_of(terms), "", PortalFilter(), "relevance", but=but, limit=limit)
        return await self.documents(found.numbers)

    async def documents(self, numbers: Sequence[int]) -> list[PortalDocument]:
        """Return these documents, in this order."""
        rows = await self._all(SHOWN, numbers=json_of(numbers))
        documents = {row.number: document_of(row) for row in rows}
        return [documents[number] for number in numbers if number in documents]

    async def languages(self, only: str = "") -> list[str | None]:
        """Return the languages in which a search must be read; None stands for texts of unknown language."""
        if only:
            return [only]
        found: list[str | None] = [row.language for row in await self._all(LANGUAGES)]
        return [*found[:MAX_LANGUAGES], None]

    async def counts(self, terms: Iterable[str]) -> TermCounts:
        """Return the number of documents, and the number of documents with each term: the background of relevance."""
        total = await self._only(COUNT)
        return TermCounts(documents=total.documents, terms=await self.document_counts(terms))

    async def document_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """Return the number of documents with each term; terms in no document are left out."""
        rows = await self._all(TERMS, terms=json_of(list(terms)))
        return {row.term: row.doc for row in rows}

    async def profile_names(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the names of profiles by id."""
        return {row.id: row.name for row in await self._all(NAMES, ids=json_of(ids))}

    async def lexicon(self, prefix: str, *, after: str, limit: int) -> list[LexiconTerm]:
        """Return terms with this prefix, in the order of their code points."""
        end = f"{prefix}\U0010ffff"
        rows = await self._all(LEXICON, first=prefix, end=end, after=after, limit=limit)
        return [LexiconTerm(row.term, row.doc, row.cnt) for row in rows]

    async def _find(
        self,
        match: str,
        excluded: str,
        filter: PortalFilter,
        sort: Sort,
        *,
        but: str = "",
        limit: int = MAX_HITS,
    ) -> PortalHits:
        values: dict[str, object] = {
            "language": filter.language,
            "host": filter.host,
            "since": rfc3339(filter.since) if filter.since else "",
            "profile": filter.profile,
            "excluded": excluded,
            "but": but,
        }
        given = {name: value for name, value in values.items() if value}
        by_rank = bool(match) and sort == "relevance"
        source = DOCUMENTS
        if match:
            source = MATCHES if by_rank and not given else MATCHING_DOCUMENTS
        which = " AND ".join([source, *(FILTERS[name] for name in given)])
        best = (BY_RANK if by_rank else BY_DATE).format(which=which)
        then = "d.number DESC" if by_rank else "d.dated_at DESC, d.number DESC"
        # With a filter, all matches are ranked: the best may be old.
        given |= {"match": match, "limit": limit + 1, "ranked": UNLIMITED if given else MAX_RANKED}
        wanted = {name: value for name, value in given.items() if f":{name}" in best}
        rows = await self._all(SPREAD.format(best=best, then=then), **wanted)
        return _found(rows[:limit], is_whole=len(rows) <= limit)


def _found(rows: list[Row], *, is_whole: bool) -> PortalHits:
    if not rows:
        return PortalHits()
    numbers, hosts, languages, months, titles, profiles = zip(*rows, strict=True)
    facets = Facets(
        profile=_documents_of(profiles),
        host=dict(Counter(hosts)),
        language=dict(Counter(filter(None, languages))),
        month=dict(Counter(months)),
    )
    return PortalHits(numbers, tuple(zip(titles, languages, strict=True)), facets, is_whole)


def _documents_of(profiles: Iterable[str]) -> dict[str, int]:
    """Count documents by profile; each text is a JSON list of profiles, and most lists are equal."""
    counted = Counter[str]()
    for some, documents in Counter(profiles).items():
        for profile in msgspec.json.decode(some, type=list[str]):
            counted[profile] += documents
    return dict(counted)
