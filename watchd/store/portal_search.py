"""Searching the portal: the best documents for a search, what they have in common, and the lexicon behind it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row

from watchd.core.rarity import Counts
from watchd.core.search import Search
from watchd.model.document import Document
from watchd.model.portal import Facets, Found, LexiconTerm, PortalFilter, Sort
from watchd.model.times import rfc3339
from watchd.store.portal import COUNT, LANGUAGES, WHOLE, _document
from watchd.store.portal_match import any_of, exclusion, expression
from watchd.store.queries import Queries

BEST = 500  # matches that are counted and can be paged through
# Ranking costs 1 to 2 µs a match. Words that more documents have than this say little: the newest of them are ranked.
RANKED = 5000
MOST_LANGUAGES = 60

FROM_INDEX = (
    "FROM portal_index JOIN portal_documents d ON d.number = portal_index.rowid WHERE portal_index MATCH :match"
)
FROM_ALL = "FROM portal_documents d WHERE d.removed = 0"
COLUMNS = "SELECT d.number, d.host, d.language, substr(d.dated_at, 1, 7) AS month"
FILTERS = {
    "language": "d.language = :language",
    "host": "d.host = :host",
    "since": "d.changed_at >= :since",
    "profile": "EXISTS (SELECT 1 FROM portal_scores s WHERE s.profile_id = :profile AND s.number = d.number)",
    "excluded": "d.number NOT IN (SELECT rowid FROM portal_index WHERE portal_index MATCH :excluded)",
    "but": "d.number <> (SELECT number FROM portal_documents WHERE id = :but)",
}
# With a plus, matches are ranked after they were filtered; without, the index ranks them all by itself.
BY_RANK, BY_RANK_OF_FEW, BY_DATE = "portal_index.rank", "+portal_index.rank", "d.dated_at DESC, d.number DESC"
NEWEST = "portal_index.rowid >= :oldest"
OLDEST = """
SELECT rowid FROM portal_index WHERE portal_index MATCH :match ORDER BY rowid DESC LIMIT 1 OFFSET :ranked"""
SHOWN = f"{WHOLE} WHERE d.number IN (SELECT value FROM json_each(:numbers))"  # noqa: S608 (constants)
TITLES = """
SELECT number, title, language FROM portal_documents WHERE number IN (SELECT value FROM json_each(:numbers))"""
OF_PROFILES = """
SELECT s.profile_id, count(*) AS documents FROM json_each(:numbers) AS n JOIN portal_scores s ON s.number = n.value
 GROUP BY s.profile_id"""
NAMES = "SELECT id, name FROM profiles WHERE id IN (SELECT value FROM json_each(:ids))"
TERMS = """
SELECT term, doc FROM portal_lexicon WHERE term IN (SELECT value FROM json_each(:terms))"""
LEXICON = """
SELECT term, doc, cnt FROM portal_lexicon WHERE term > :after AND term >= :first AND term < :end AND term NOT GLOB '=*'
 ORDER BY term LIMIT :limit"""


class PortalSearch(Queries):
    """Queries on portal_index and portal_lexicon."""

    async def find(
        self, search: Search, filter: PortalFilter, sort: Sort = "relevance", *, any_clause: bool = False
    ) -> Found:
        """The best documents that have all clauses of a group, or with `any_clause` one of them."""
        languages = await self.languages(filter.language)
        match = expression(search, languages, any_clause=any_clause)
        if search.groups and not match:
            return Found()  # stop words only: asking for them is not asking for everything
        return await self._find(match, exclusion(search, languages), filter, sort)

    async def like(self, terms: Sequence[str], but: str, limit: int) -> list[Document]:
        """Documents with these terms, the best first, but for one."""
        found = await self._find(any_of(terms), "", PortalFilter(), "relevance", but=but, limit=limit)
        return await self.shown(found.numbers)

    async def shown(self, numbers: Sequence[int]) -> list[Document]:
        """These documents, in this order."""
        rows = await self._all(SHOWN, numbers=_json(numbers))
        documents = {row.number: _document(row) for row in rows}
        return [documents[number] for number in numbers if number in documents]

    async def titles(self, numbers: Sequence[int]) -> dict[int, tuple[str, str | None]]:
        """Titles with their languages."""
        rows = await self._all(TITLES, numbers=_json(numbers))
        return {row.number: (row.title, row.language) for row in rows}

    async def languages(self, only: str = "") -> list[str | None]:
        """In which languages a search has to be read; None is text whose language nobody knows."""
        if only:
            return [only]
        found: list[str | None] = [row.language for row in await self._all(LANGUAGES)]
        return [*found[:MOST_LANGUAGES], None]

    async def counts(self, terms: Iterable[str]) -> Counts:
        """In how many documents of the portal these terms occur: the background of relevance."""
        rows = await self._all(TERMS, terms=_json(list(terms)))
        total = await self._one(COUNT)
        assert total is not None
        return Counts(documents=total.documents, terms={row.term: row.doc for row in rows})

    async def profile_names(self, ids: Sequence[str]) -> dict[str, str]:
        """For people, who know profiles by name."""
        return {row.id: row.name for row in await self._all(NAMES, ids=_json(ids))}

    async def lexicon(self, beginning: str, *, after: str, limit: int) -> list[LexiconTerm]:
        """Terms with this beginning, in the order of their code points."""
        end = f"{beginning}\U0010ffff"
        rows = await self._all(LEXICON, first=beginning, end=end, after=after, limit=limit)
        return [LexiconTerm(row.term, row.doc, row.cnt) for row in rows]

    async def _find(
        self, match: str, excluded: str, filter: PortalFilter, sort: Sort, *, but: str = "", limit: int = BEST
    ) -> Found:
        values: dict[str, object] = {
            "language": filter.language,
            "host": filter.host,
            "since": rfc3339(filter.since) if filter.since else "",
            "profile": filter.profile,
            "excluded": excluded,
            "but": but,
        }
        given = {name: value for name, value in values.items() if value}
        where = [FROM_INDEX if match else FROM_ALL, *(FILTERS[name] for name in given)]
        order = BY_DATE
        if match and sort == "relevance":
            order = BY_RANK_OF_FEW if given else BY_RANK
            if not given and (oldest := await self._one(OLDEST, match=match, ranked=RANKED - 1)):
                where.append(NEWEST)
                given["oldest"] = oldest.rowid
        # Only constants of this file are put together here; values are bound.
        statement = f"{COLUMNS} {' AND '.join(where)} ORDER BY {order} LIMIT :limit"
        rows = await self._all(statement, match=match, limit=limit + 1, **given)
        return await self._spread(rows[:limit], is_whole=len(rows) <= limit)

    async def _spread(self, rows: list[Row[Any]], *, is_whole: bool) -> Found:
        numbers = tuple(row.number for row in rows)
        of_profiles = await self._all(OF_PROFILES, numbers=_json(numbers))
        facets = Facets(
            profile={row.profile_id: row.documents for row in of_profiles},
            host=dict(Counter(row.host for row in rows)),
            language=dict(Counter(row.language for row in rows if row.language)),
            month=dict(Counter(row.month for row in rows)),
        )
        return Found(numbers, facets, is_whole)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
