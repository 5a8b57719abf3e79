"""Wording that the pages of a site share: the site's name in titles and texts, and words around most texts.

"Careers | Nordwind Heating" is not about heating, and neither is a page of a maker of heat pumps whose navigation names
them. Such words say something about the site and nothing about a page, so they are left out before a page is scored:

- *the name of the site*: what stands before the first or after the last separator of most titles. It leaves the titles of
  the site. A name of two words or more leaves the texts of all sites too, because other sites mention the company; unless
  the query asks for nothing but these words;
- *words around most texts*: navigation, footers and lists that most pages of the site have.

A few pages of a site are enough to know both. A page that is read before that is scored as it is; the first report of a
profile waits until the end of its first run, when all pages are scored again (flow/run/reassess.py).
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping

from msgspec import Struct, structs

from watchd.core.relevance.document import Document, with_title
from watchd.core.relevance.link_features import site_of
from watchd.core.relevance.words import words
from watchd.model.page import Page

MIN_PAGES = 3  # of a site: fewer do not show what its pages share
NAME_SHARE = 0.5  # of the titles of a site that have its name
COMMON_SHARE = 0.6  # of the pages of a site that have a word around their text
FORMER_PAGES = 5.0  # as many as this weigh the pages that earlier runs read of a site
MAX_SITES = 200  # kept between runs: those with the largest number of pages
MAX_TITLE_PARTS = 100  # counted for one site, and twice as many for a while
MAX_AROUND = 300  # the same for terms around texts
MAX_TITLE_CHARS = 500
_SEPARATOR = re.compile(r"\s*[|•»«›‹]+\s*|\s+(?:[-–—·~/]|::?)\s+|:\s+")


class SiteCounts(Struct, frozen=True, array_like=True):
    """Counts over the pages of one site. Pages that earlier runs read weigh less."""

    pages: float = 0.0
    title_parts: dict[str, float] = {}  # first and last parts of titles
    around: dict[str, float] = {}  # terms that stand around texts


class SiteWording:
    """Wording of the sites that a profile has read."""

    def __init__(self, before: Mapping[str, SiteCounts] | None = None) -> None:
        self._sites = dict(before or {})
        self._names: dict[str, frozenset[str]] = {}
        self._known_long_names: list[str] | None = None
        self._sequences_by_first: dict[str | None, dict[str, list[tuple[str, ...]]]] = {}
        self._read: set[str] = set()  # sites of which this run has read a page
        for site in self._sites:
            self._learn_names(site)

    def add(self, page: Page, document: Document) -> None:
        """Count a page that was just fetched; `document` has all of its words."""
        site = site_of(page.url)
        before = self._sites.get(site, SiteCounts())
        if site not in self._read:  # lists of the newest pages change from run to run
            self._read.add(site)
            before = _scaled(before, min(1.0, FORMER_PAGES / max(before.pages, 1.0)))
        parts = _counted(before.title_parts, set(_outer_parts(page.title)), MAX_TITLE_PARTS)
        around = _counted(before.around, document.around, MAX_AROUND)
        self._sites[site] = SiteCounts(before.pages + 1.0, parts, around)
        self._learn_names(site)

    def without_shared(self, page: Page, document: Document, topic_terms: frozenset[str]) -> Document:
        """Return the document of a page without the wording that its site shares."""
        document = _without_sequences(document, self._sequences(page.language), topic_terms)
        title = self._title(page, topic_terms)
        if title != page.title:
            document = with_title(document, page, title)
        common = self._common_around(site_of(page.url))
        # A page without any surroundings would be scored as a bare text.
        around = document.around - common or document.around - common.intersection(topic_terms)
        return structs.replace(document, around=around) if common else document

    def place_of(self, page: Page, document: Document) -> Document:
        """Return a document with only those words of its place that distinguish its page from others of the site.

        A verdict must not teach the navigation, nor a title that a list of the newest pages shows everywhere: it would be a
        verdict on all pages of the site.
        """
        common = self._common_around(site_of(page.url))
        return structs.replace(document, around=document.around - common, heading=document.heading - common)

    def stored(self) -> dict[str, SiteCounts]:
        """Return what the next run starts from."""
        largest = sorted(self._sites, key=lambda site: (-self._sites[site].pages, site))[:MAX_SITES]
        return {site: _without_rare(self._sites[site]) for site in largest}

    def _common_around(self, site: str) -> frozenset[str]:
        counts = self._sites.get(site)
        if counts is None or counts.pages < MIN_PAGES:
            return frozenset()
        enough = COMMON_SHARE * counts.pages
        return frozenset(term for term, count in counts.around.items() if count >= enough)

    def _title(self, page: Page, topic_terms: frozenset[str]) -> str:
        """Return the title without the names of its site, and without names of several words of any site."""
        own = self._names.get(site_of(page.url), frozenset())
        parts = _parts(page.title)
        kept = [part for part in parts if _comparable(part) not in own]
        title = page.title if len(kept) == len(parts) else " | ".join(kept)
        for name in self._long_names():
            if name in title.casefold() and not topic_terms.issuperset(words(name, page.language)):
                title = _comparable(title).replace(name, " ")
        return title

    def _long_names(self) -> list[str]:
        """Return the names of two words or more of all sites, the longest first: it may contain a shorter one."""
        if self._known_long_names is None:
            names = {name for names in self._names.values() for name in names if " " in name}
            self._known_long_names = sorted(names, key=lambda name: (-len(name), name))
        return self._known_long_names

    def _learn_names(self, site: str) -> None:
        """Find the names of a site in the titles counted so far."""
        counts = self._sites[site]
        enough = max(MIN_PAGES, NAME_SHARE * counts.pages)
        names = frozenset(part for part, count in counts.title_parts.items() if count >= enough)
        if names != self._names.get(site, frozenset()):
            self._names[site] = names
            self._known_long_names = None
            self._sequences_by_first.clear()

    def _sequences(self, language: str | None) -> dict[str, list[tuple[str, ...]]]:
        """Return the names of two words or more of all sites as sequences of terms, by their first term."""
        if language not in self._sequences_by_first:
            found: dict[str, list[tuple[str, ...]]] = {}
            for name in self._long_names():
                terms = tuple(words(name, language))
                if len(terms) > 1:
                    found.setdefault(terms[0], []).append(terms)
            self._sequences_by_first[language] = found
        return self._sequences_by_first[language]


def _parts(title: str) -> list[str]:
    return [part for part in _SEPARATOR.split(title[:MAX_TITLE_CHARS]) if part.strip()]


def _outer_parts(title: str) -> list[str]:
    """Return the first and the last part of a title, as they are compared."""
    parts = [_comparable(part) for part in _parts(title)]
    return parts[:1] + parts[-1:]


def _comparable(part: str) -> str:
    return " ".join(part.casefold().split())


def _without_sequences(
    document: Document, sequences: Mapping[str, list[tuple[str, ...]]], topic_terms: frozenset[str]
) -> Document:
    """Remove every occurrence of the sequences from the text of a document, unless all of their terms are the topic's."""
    terms, removed, at = document.terms, Counter[str](), 0
    kept: list[str] = []
    while at < len(terms):
        found = next((s for s in sequences.get(terms[at], ()) if terms[at : at + len(s)] == s), None)
        if found is None or topic_terms.issuperset(found):
            kept.append(terms[at])
            at += 1
        else:
            removed.update(found)
            at += len(found)
    if not removed:
        return document
    counts = {term: left for term, count in document.counts.items() if (left := count - removed[term]) > 0}
    return structs.replace(document, terms=tuple(kept), counts=counts)


def _without_rare(counts: SiteCounts) -> SiteCounts:
    """Return the counts without what one of many pages has: it will not be common soon."""
    least = 1.5 if counts.pages > 2 * MIN_PAGES else 0.0
    parts, around = (
        {key: count for key, count in counted.items() if count >= least}
        for counted in (counts.title_parts, counts.around)
    )
    return SiteCounts(counts.pages, parts, around)


def _scaled(counts: SiteCounts, share: float) -> SiteCounts:
    parts, around = (
        {key: share * count for key, count in counted.items()}
        for counted in (counts.title_parts, counts.around)
    )
    return SiteCounts(share * counts.pages, parts, around)


def _counted(before: Mapping[str, float], found: Collection[str], limit: int) -> dict[str, float]:
    """Count more entries; of too many, keep the most common: what most pages share is among them."""
    counts = dict(before)
    for entry in found:
        counts[entry] = counts.get(entry, 0.0) + 1.0
    if len(counts) > 2 * limit:
        counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit])
    return counts
