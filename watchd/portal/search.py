"""How is a search answered? All words first, then some of them; with snippets, facets and a hint on spelling."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from watchd.core.portal.search_query import Search, candidates, corrections, distinctive, parse, wanted
from watchd.core.portal.snippet import Piece, TermFinder, marked, snippet
from watchd.core.relevance.words import words
from watchd.model.portal import Facets, PortalDocument, PortalFilter, PortalHits, ProfileScore, Sort
from watchd.store.tables.portal import PortalTable
from watchd.store.tables.portal_search import PortalSearchTable

SIMILAR = 10
AT_A_TIME = 5  # snippets, which take a millisecond each; then others on the event loop have their turn
LOOKED_AT = 30  # of the best matches: whether one of them is called just what was asked for


class Question(Struct, frozen=True):
    """A search as it was asked."""

    text: str
    filter: PortalFilter = PortalFilter()
    sort: Sort = "relevance"
    offset: int = 0
    limit: int = 50


class Hit(Struct, frozen=True):
    """One result."""

    document: PortalDocument
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    profiles: tuple[ProfileScore, ...]


class Results(Struct, frozen=True):
    """The answer to a search."""

    hits: tuple[Hit, ...]
    total: int
    is_exact: bool  # False: there are more than `total`
    is_relaxed: bool  # True: no document has all the words, these have some
    did_you_mean: str | None
    facets: Facets


async def answered(index: PortalSearchTable, documents: PortalTable, question: Question) -> Results:
    """Look, and look again with less when nothing has it all."""
    search = parse(question.text)
    found = await index.find(search, question.filter, question.sort)
    # A word that nobody uses leaves nothing to find, so only then is there something to hint at.
    hint = None if found.numbers else await _better_spelling(index, question, search)
    is_relaxed = not found.numbers and len(search.clauses()) > 1
    if is_relaxed:
        found = await index.find(search, question.filter, question.sort, any_clause=True)
    ranked = found.numbers
    if question.sort == "relevance" and search.groups:
        ranked = _namesakes_first(question.text, found)
    shown = await index.shown(ranked[question.offset : question.offset + question.limit])
    worth = await documents.scores(document.id for document in shown)
    return Results(
        hits=await _hits(shown, search, worth),
        total=len(found.numbers),
        is_exact=found.is_whole,
        is_relaxed=is_relaxed and bool(found.numbers),
        did_you_mean=hint,
        facets=found.facets,
    )


async def similar(index: PortalSearchTable, documents: PortalTable, id: str) -> list[PortalDocument]:
    """The documents that use the words by which this one stands out."""
    own = await documents.indexed(id)
    terms = candidates(own.title.split(), own.text.split())
    chosen = distinctive(terms, await index.counts(terms))
    return await index.like(chosen, id, SIMILAR) if chosen else []


def _namesakes_first(text: str, found: PortalHits) -> tuple[int, ...]:
    """Who writes a title wants that page: BM25 alone prefers shorter pages that have the same words somewhere."""
    titles = found.titles[:LOOKED_AT]
    asked = {language: words(text, language) for _, language in titles}
    others = [words(title, language) != asked[language] for title, language in titles]
    first = sorted(range(len(titles)), key=others.__getitem__)
    return tuple(found.numbers[place] for place in first) + found.numbers[LOOKED_AT:]


async def _hits(
    shown: Sequence[PortalDocument], search: Search, worth: dict[str, tuple[ProfileScore, ...]]
) -> tuple[Hit, ...]:
    languages = {document.language for document in shown}
    seekers = {language: TermFinder(language, wanted(search, language)) for language in languages}
    hits: list[Hit] = []
    for start in range(0, len(shown), AT_A_TIME):
        some = shown[start : start + AT_A_TIME]
        hits += [_hit(document, seekers[document.language], worth.get(document.id, ())) for document in some]
        await asyncio.sleep(0)
    return tuple(hits)


def _hit(document: PortalDocument, seeker: TermFinder, profiles: tuple[ProfileScore, ...]) -> Hit:
    return Hit(
        document=document,
        title=marked(document.title, seeker),
        snippet=snippet(document.text or document.description, seeker),
        profiles=profiles,
    )


async def _better_spelling(index: PortalSearchTable, question: Question, search: Search) -> str | None:
    """The same search with words that occur, when it has words that do not."""
    plain = [clause.texts[0] for clause in search.clauses() if clause.kind == "word"]
    if not plain:
        return None
    languages = await index.languages(question.filter.language)
    better = question.text
    for word in plain:
        if instead := await _instead(index, word, languages):
            better = better.replace(word, instead)
    return better if better != question.text else None


async def _instead(index: PortalSearchTable, word: str, languages: Sequence[str | None]) -> str | None:
    """The most used of the words that are one slip away, if nobody uses the word itself."""
    own = {term for language in languages for term in words(word, language)}
    if not own or await index.uses(own):
        return None
    read_as = {
        slip: {term for language in languages for term in words(slip, language)}
        for slip in corrections(word.lower())
    }
    uses = await index.uses({term for terms in read_as.values() for term in terms})
    # The order of slips breaks ties, so that the same search always gets the same hint.
    used = [(max((uses.get(term, 0) for term in terms), default=0), slip) for slip, terms in read_as.items()]
    most, instead = max(used, key=lambda use: use[0], default=(0, ""))
    return instead if most else None
