"""Topics of a pool, from contents pages or from a file of judged queries, and the queries that people would type for them.

A topic is a title of a table of contents; the pages below it are relevant, and the contents pages are left out. For each
topic there are four queries: its title, the title with four words, a sentence, and two or three words. The words are
those that distinguish the pages of the topic from the rest of their site.

A judged file has one JSON object on each line:

    {"query": "solid state batteries", "relevant": ["site/path/page.html"], "language": "en", "related": []}

`relevant` and `related` name pages by the name of their folder and their path in it. Related pages count neither way.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from watchd.core.relevance.words import words
from watchd.errors import WatchdError
from watchd.lab.pool.pool import PagePool, common_forms, hash_of

MIN_TOPIC_PAGES, MAX_TOPIC_PAGES = 5, 150
MAX_SITE_SHARE = 0.25  # of its site
MIN_NAMED_SHARE = 0.5  # of the pages of a topic that have the same word of its title
MAX_NAMED_SITE_SHARE = 0.4  # of the pages of the site that have this word
COHERENCE_WORDS = 8  # words that must find the pages of a topic again,
MIN_COHERENCE = 0.5  # this share of them among twice as many pages
MAX_COMMON_PAGES = 0.5  # of two topics, as a share of the smaller one
MAX_TITLE_CHARS = 80
MIN_WORD_SHARE = 0.25  # of the pages of a topic that have a word that distinguishes it
MAX_TYPED_SHARE = 0.2  # of the pages of a site that have a word that a person would add
STYLES = ("title", "title and words", "sentence", "words")
_SENTENCES = {
    "de": "Was gibt es Neues zu {title}, vor allem zu {a}, {b} und {c}?",
    "en": "What is new about {title}, above all about {a}, {b} and {c}?",
    "es": "¿Qué novedades hay sobre {title}, sobre todo de {a}, {b} y {c}?",
    "fr": "Quelles sont les nouveautés sur {title}, surtout sur {a}, {b} et {c} ?",
    "it": "Quali sono le novità su {title}, soprattutto su {a}, {b} e {c}?",
    "pt": "Quais são as novidades sobre {title}, sobretudo de {a}, {b} e {c}?",
    "sv": "Vad är nytt om {title}, framför allt om {a}, {b} och {c}?",
}
_NUMBERING = re.compile(
    r"^\s*(?:(?:chapter|part|section|appendix|kapitel|teil|anhang|chapitre|partie|annexe|cap[ií]tulo|parte|ap[eé]ndice"
    r"|capitolo|appendice|del|bilaga)\s+[\dA-Z]+[.:]?|[\dA-Z]{1,3}(?:\.\d+)+\.?|[IVX]+\.|\d+\.?)\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s*[(\[].*|\s+[—–|-]{1,3}\s.*|:\s.*")


class Group(Struct, frozen=True):
    """A title of a table of contents, the pages below it, and contents pages."""

    title: str
    pages: tuple[str, ...]
    inner: tuple[str, ...]


class PoolTopic(Struct, frozen=True):
    """Queries with the same relevant pages; pages of neither kind are hidden."""

    site: str
    title: str
    language: str | None
    relevant: frozenset[str]
    hidden: frozenset[str]
    queries: dict[str, str]  # by their style


def topics_of(pool: PagePool, site: str, groups: Sequence[Group], limit: int) -> list[PoolTopic]:
    """Return at most `limit` topics of a site, in an order that depends on their titles only."""
    in_site = [url for url, page in pool.pages.items() if page.site == site]
    telling = _Vocabulary(pool, in_site)
    found: list[PoolTopic] = []
    for group in sorted(groups, key=lambda group: (hash_of(group.title), group.pages)):
        if len(found) == limit:
            break
        topic = _topic(pool, site, group, telling, len(in_site))
        if topic is not None and not any(_overlap(topic, other) for other in found):
            found.append(topic)
    return found


def read_judged(file: Path, pool: PagePool) -> list[PoolTopic]:
    """Read a file of judged queries."""
    topics = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            judged = json.loads(line)
            relevant, query = [str(name) for name in judged["relevant"]], str(judged["query"])
        except (ValueError, KeyError, TypeError) as error:
            raise WatchdError(
                f'{file}, line {number} must be a JSON object with "query" and "relevant" (a list of pages); got '
                f"{line[:60]!r} ({error})."
            ) from error
        unknown = [name for name in relevant if f"http://{name.replace('/', '.test/', 1)}" not in pool.pages]
        if unknown or not relevant:
            raise WatchdError(
                f"{file}, line {number}: relevant must name pages as FOLDER/path, where FOLDER is the name of one of the "
                f"folders; unknown is {unknown[:1]}."
            )
        urls = [f"http://{name.replace('/', '.test/', 1)}" for name in relevant]
        related = [f"http://{str(name).replace('/', '.test/', 1)}" for name in judged.get("related", ())]
        language = judged.get("language") or pool.pages[urls[0]].page.language
        topics.append(
            PoolTopic("judged", query, language, frozenset(urls), frozenset(related), {"judged": query})
        )
    return topics


def _topic(pool: PagePool, site: str, group: Group, telling: "_Vocabulary", size: int) -> PoolTopic | None:
    title = short_title(group.title)
    pages = [url for url in group.pages if url in pool.pages]
    languages = Counter(pool.pages[url].page.language for url in pages)
    if not pages or not re.search(r"[^\W\d_]{3}", title) or len(title) > MAX_TITLE_CHARS:
        return None
    language = languages.most_common(1)[0][0]
    relevant = frozenset(url for url in pages if pool.pages[url].page.language == language)
    if not MIN_TOPIC_PAGES <= len(relevant) <= min(MAX_TOPIC_PAGES, MAX_SITE_SHARE * size):
        return None
    if not telling.is_named(title, relevant, language) or not telling.is_coherent(relevant):
        return None
    queries = telling.queries(title, relevant, language)
    if queries is None:
        return None
    hidden = frozenset([*group.inner, *group.pages]) - relevant
    return PoolTopic(site, title, language, relevant, hidden, queries)


def short_title(title: str) -> str:
    """Return a title as a person would say it: without its number, and without what follows a bracket or a dash."""
    bare = _NUMBERING.sub("", " ".join(title.split()))
    return _TAIL.sub("", bare).strip(" .…?:¶") or bare.strip()


def _overlap(one: PoolTopic, other: PoolTopic) -> bool:
    smaller = min(len(one.relevant), len(other.relevant))
    return len(one.relevant & other.relevant) > MAX_COMMON_PAGES * smaller


class _Vocabulary:
    """Words that distinguish pages of one site."""

    def __init__(self, pool: PagePool, urls: Sequence[str]) -> None:
        self._pool, self._urls, self._size = pool, urls, len(urls)
        self._pages = Counter(term for url in urls for term in pool.pages[url].document.counts)
        self._titles = Counter(
            term
            for url in urls
            for term in set(words(pool.pages[url].page.title, pool.pages[url].page.language))
        )

    def queries(self, title: str, relevant: frozenset[str], language: str | None) -> dict[str, str] | None:
        """Return a query in each style; None when the pages have too few words in common."""
        weights = self._weights(relevant)
        forms = common_forms([self._pool.texts[url] for url in sorted(relevant)], language)
        named = [term for term in dict.fromkeys(words(title, language)) if weights.get(term, 0.0) > 0.2]
        typed = [
            term
            for term in sorted(weights, key=lambda term: (-weights[term] * self._prominence(term), term))
            if term in forms
            and term not in words(title, language)
            and self._titles[term]
            and self._pages[term] < MAX_TYPED_SHARE * self._size
        ]
        if len(typed) < 4 or not named:
            return None
        four = [forms[term] for term in typed[:4]]
        count = 2 + int(hash_of(title)[0], 16) % 2
        few = [*[forms.get(term, term) for term in named[:2]], *four][:count]
        sentence = _SENTENCES.get(language or "en", _SENTENCES["en"])
        texts = (
            title,
            " ".join([title, *four]),
            sentence.format(title=title, a=four[0], b=four[1], c=four[2]),
            " ".join(few),
        )
        return dict(zip(STYLES, texts, strict=True))

    def _prominence(self, term: str) -> float:
        """Return how often a word stands in titles where it occurs: people type names of things, not filler words."""
        return math.sqrt(self._titles[term] / self._pages[term]) if term in self._pages else 0.0

    def is_named(self, title: str, relevant: Iterable[str], language: str | None) -> bool:
        """Return whether a word of the title stands on most of these pages and on few others of the site."""
        documents = [self._pool.pages[url].document for url in relevant]
        return any(
            self._pages[term] <= MAX_NAMED_SITE_SHARE * self._size
            and sum(term in document.counts for document in documents) >= MIN_NAMED_SHARE * len(documents)
            for term in words(title, language)
        )

    def is_coherent(self, relevant: frozenset[str]) -> bool:
        """Return whether the words that distinguish these pages find them again on their site."""
        weights = self._weights(relevant)
        best = sorted(weights, key=lambda term: (-weights[term], term))[:COHERENCE_WORDS]
        sums = {
            url: sum(weights[term] for term in best if term in self._pool.pages[url].document.counts)
            for url in self._urls
        }
        ranked = sorted(sums, key=lambda url: (-sums[url], url))[: 2 * len(relevant)]
        return len(relevant.intersection(ranked)) >= MIN_COHERENCE * len(relevant)

    def _weights(self, relevant: frozenset[str]) -> dict[str, float]:
        """Return how well each term distinguishes these pages from the others of their site."""
        count, others = len(relevant), max(1, self._size - len(relevant))
        inside = Counter(term for url in relevant for term in self._pool.pages[url].document.counts)
        weights = {}
        for term, n in inside.items():
            if n >= max(2, MIN_WORD_SHARE * count) and term.isalpha():
                outside = (self._pages[term] - n) / others
                weights[term] = n / count * math.log((n / count + 0.01) / (outside + 0.01))
        return weights
