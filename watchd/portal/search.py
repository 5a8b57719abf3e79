"""Search in the portal, with snippets, facets and spelling suggestions.

A search first requires all words. If no document has them all, documents with some of the words are returned.
"""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from watchd.core.portal.search_query import Search, candidates, corrections, distinctive, parse, wanted
from watchd.core.portal.snippet import Piece, TermFinder, marked, snippet
from watchd.core.relevance.words import words
from watchd.model.portal import Facets, PortalDocument, PortalFilter, PortalHits, ProfileScore, Sort
from watchd.store.tables.portal import PortalTable
from watchd.store.tables.portal_search import PortalSearchTable

MAX_SIMILAR = 10
SNIPPETS_PER_TURN = 5  # a snippet takes a millisecond; after these, other tasks of the event loop run
MAX_TITLES_COMPARED = 30  # best matches whose titles are compared with the search


class PortalSearchRequest(Struct, frozen=True):
    """Search text with filter, order and page of results."""

    text: str
    filter: PortalFilter = PortalFilter()
    sort: Sort = "relevance"
    offset: int = 0
    limit: int = 50


class Hit(Struct, frozen=True):
    """One result of a search."""

    document: PortalDocument
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    profiles: tuple[ProfileScore, ...]


class Results(Struct, frozen=True):
    """Answer to a search."""

    hits: tuple[Hit, ...]
    total: int
    is_exact: bool  # False: there are more than `total`
    is_relaxed: bool  # True: no document has all the words; these documents have some
    did_you_mean: str | None
    facets: Facets


async def run_search(index: PortalSearchTable, documents: PortalTable, request: PortalSearchRequest) -> Results:
    """Search for all words; if no document has them all, search for some of them."""
    search = parse(request.text)
    found = await index.find(search, request.filter, request.sort)
    # A misspelt word is in no document, so a suggestion is needed only if nothing was found.
    hint = None if found.numbers else await _better_spelling(index, request, search)
    is_relaxed = not found.numbers and len(search.clauses()) > 1
    if is_relaxed:
        found = await index.find(search, request.filter, request.sort, any_clause=True)
    ranked = found.numbers
    if request.sort == "relevance" and search.groups:
        ranked = _equal_titles_first(request.text, found)
    shown = await index.documents(ranked[request.offset : request.offset + request.limit])
    scores = await documents.scores(document.id for document in shown)
    return Results(
        hits=await _hits(shown, search, scores),
        total=len(found.numbers),
        is_exact=found.is_whole,
        is_relaxed=is_relaxed and bool(found.numbers),
        did_you_mean=hint,
        facets=found.facets,
    )


async def similar(index: PortalSearchTable, documents: PortalTable, id: str) -> list[PortalDocument]:
    """Return documents that share the most distinctive words of this one."""
    own = await documents.indexed(id)
    terms = candidates(own.title.split(), own.text.split())
    chosen = distinctive(terms, await index.counts(terms))
    return await index.with_terms(chosen, id, MAX_SIMILAR) if chosen else []


def _equal_titles_first(text: str, found: PortalHits) -> tuple[int, ...]:
    """Put documents whose title equals the search first: BM25 prefers shorter pages with the same words."""
    titles = found.titles[:MAX_TITLES_COMPARED]
    asked = {language: words(text, language) for _, language in titles}
    others = [words(title, language) != asked[language] for title, language in titles]
    first = sorted(range(len(titles)), key=others.__getitem__)
    return tuple(found.numbers[place] for place in first) + found.numbers[MAX_TITLES_COMPARED:]


async def _hits(
    shown: Sequence[PortalDocument], search: Search, scores: dict[str, tuple[ProfileScore, ...]]
) -> tuple[Hit, ...]:
    languages = {document.language for document in shown}
    finders = {language: TermFinder(language, wanted(search, language)) for language in languages}
    hits: list[Hit] = []
    for start in range(0, len(shown), SNIPPETS_PER_TURN):
        some = shown[start : start + SNIPPETS_PER_TURN]
        hits += [_hit(document, finders[document.language], scores.get(document.id, ())) for document in some]
        await asyncio.sleep(0)
    return tuple(hits)


def _hit(document: PortalDocument, finder: TermFinder, profiles: tuple[ProfileScore, ...]) -> Hit:
    return Hit(
        document=document,
        title=marked(document.title, finder),
        snippet=snippet(document.text or document.description, finder),
        profiles=profiles,
    )


async def _better_spelling(
    index: PortalSearchTable, request: PortalSearchRequest, search: Search
) -> str | None:
    """Return the search with unknown words replaced by similar words that occur; None if nothing was replaced."""
    plain = [clause.texts[0] for clause in search.clauses() if clause.kind == "word"]
    if not plain:
        return None
    languages = await index.languages(request.filter.language)
    better = request.text
    for word in plain:
        if better_word := await _correction(index, word, languages):
            better = better.replace(word, better_word)
    return better if better != request.text else None


async def _correction(index: PortalSearchTable, word: str, languages: Sequence[str | None]) -> str | None:
    """Return the most frequent word with one typing error less, if no document has the word itself."""
    own = {term for language in languages for term in words(word, language)}
    if not own or await index.document_counts(own):
        return None
    read_as = {
        slip: {term for language in languages for term in words(slip, language)}
        for slip in corrections(word.lower())
    }
    counts = await index.document_counts({term for terms in read_as.values() for term in terms})
    # The order of slips breaks ties, so that the same search always gets the same hint.
    found = [(max((counts.get(term, 0) for term in terms), default=0), slip) for slip, terms in read_as.items()]
    count, instead = max(found, key=lambda use: use[0], default=(0, ""))
    return instead if count else None
