"""Words that a person may add to a short query: those that the best pages of the profile share (pseudo-relevance).

A query of two or three words finds pages of several senses: "python" is a snake and a language. So the best pages are
grouped by their words, and each group offers the words that its pages have more often than the pages of other groups:
accepting words of one group chooses a sense. Nothing is added without a person's consent.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from watchd.core.feedback.contrast import is_word
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic, cosine
from watchd.core.relevance.words import words, words_with_spans
from watchd.model.page import Page

MAX_BEST_PAGES = 20  # of a profile, that are compared
MAX_GROUPS = 4
MAX_WORDS = 12  # offered in all
MIN_PAGES_WITH_WORD = 2
MIN_WORD_CHARS = 3
MIN_GROUP_COSINE = 0.12  # mean cosine of a page with the pages of its group, without the words of the query
MAX_TITLES = 3
MAX_READ_CHARS = 20_000  # of a text, to find how a term is written


class SuggestedWord(Struct, frozen=True):
    """A word to add, as pages write it."""

    word: str
    weight: float  # how characteristic it is for its group, from 0 to 1
    pages: int  # of the best pages that have it
    titles: tuple[str, ...]  # of some of them


class WordGroup(Struct, frozen=True):
    """Words of similar pages."""

    words: tuple[SuggestedWord, ...]
    pages: int
    titles: tuple[str, ...]


class _BestPage(Struct, frozen=True):
    page: Page
    terms: dict[str, float]  # weights of the terms of its text that may be offered


def suggested(topic: Topic, pages: Sequence[Page], hidden: Collection[str]) -> tuple[WordGroup, ...]:
    """Return groups of words from the best pages, the largest group first. `hidden` are words not to offer again."""
    best = [_best_page(topic, page, hidden) for page in pages]
    groups = sorted(_groups(best), key=len, reverse=True)
    groups = [group for group in groups if len(group) >= MIN_PAGES_WITH_WORD][:MAX_GROUPS]
    if not groups:
        return ()
    limit = max(3, MAX_WORDS // len(groups))
    found = (_of_group(group, [one for one in best if one not in group], limit) for group in groups)
    return tuple(group for group in found if group.words)


def _best_page(topic: Topic, page: Page, hidden: Collection[str]) -> _BestPage:
    vector = topic.vector(document_of(page))
    known = topic.terms(page.language) | set(words(" ".join(sorted(hidden)), page.language))
    offered = {
        term: weight
        for term, weight in vector.items()
        if term not in known and is_word(term) and len(term) >= MIN_WORD_CHARS
    }
    return _BestPage(page, offered)


def _groups(pages: Iterable[_BestPage]) -> list[list[_BestPage]]:
    """Put each page into the group that it is most like, or into a new one; the best pages found the first groups."""
    groups: list[list[_BestPage]] = []
    for page in pages:
        likeness = [sum(cosine(page.terms, other.terms) for other in group) / len(group) for group in groups]
        if likeness and max(likeness) >= MIN_GROUP_COSINE:
            groups[likeness.index(max(likeness))].append(page)
        else:
            groups.append([page])
    return groups


def _of_group(group: Sequence[_BestPage], others: Sequence[_BestPage], limit: int) -> WordGroup:
    inside, outside = _mean_weights(group), _mean_weights(others)
    number = Counter(term for one in group for term in one.terms)
    weights = {
        term: weight - outside.get(term, 0.0)
        for term, weight in inside.items()
        if number[term] >= MIN_PAGES_WITH_WORD and weight > outside.get(term, 0.0)
    }
    chosen = sorted(weights, key=lambda term: (-weights[term], term))[:limit]
    written = _written_forms([one.page for one in group], set(chosen))
    return WordGroup(
        tuple(
            SuggestedWord(
                written.get(term, term),
                round(min(1.0, weights[term]), 4),
                number[term],
                _titles(one.page for one in group if term in one.terms),
            )
            for term in chosen
        ),
        len(group),
        _titles(one.page for one in group),
    )


def _mean_weights(pages: Sequence[_BestPage]) -> Mapping[str, float]:
    total: defaultdict[str, float] = defaultdict(float)
    for one in pages:
        for term, weight in one.terms.items():
            total[term] += weight / len(pages)
    return total


def _written_forms(pages: Sequence[Page], terms: Collection[str]) -> dict[str, str]:
    """Return the most common form of each term, in lower case: electrolytes for electrolyt."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        text = f"{page.title} {page.text or page.full_text}"[:MAX_READ_CHARS]
        for word in words_with_spans(text, page.language):
            if word.term in terms:
                forms[word.term][text[word.start : word.end].lower()] += 1
    return {
        term: min(counted, key=lambda form: (-counted[form], len(form), form))
        for term, counted in forms.items()
    }


def _titles(pages: Iterable[Page]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(page.title or page.url for page in pages))[:MAX_TITLES]
