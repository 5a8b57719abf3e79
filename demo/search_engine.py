"""Search engine of the demo: it answers like SearXNG, from an outdated index.

It knows every second page of the first edition and one page that no longer exists. It does not learn of the later edition.
"""

import json
from urllib.parse import parse_qs

from demo.pages import Edition, Page

RESULTS_PER_PAGE = 10
GONE = Page(
    "/seed-round", "Northcell raises money for solid state batteries", "An old note about a pilot line."
)


class SearchEngine:
    """Search engine with an index that never changes."""

    def __init__(self, edition: Edition) -> None:
        known = sorted(edition.places().items())[::2]
        self._index = {edition.url(place): page for place, page in [*known, ("northcell:/seed-round", GONE)]}

    def __len__(self) -> int:
        return len(self._index)

    def answer(self, query: str) -> bytes:
        """Return the results as JSON. `query` is the part of the address after the question mark."""
        parameters = {name: values[0] for name, values in parse_qs(query).items()}
        words = {
            word.strip('"').lower() for word in parameters.get("q", "").split() if not word.startswith("-")
        }
        found = sorted(((self._hits(page, words), url) for url, page in self._index.items()), reverse=True)
        urls = [url for hits, url in found if hits > 1]
        start = RESULTS_PER_PAGE * (int(parameters.get("pageno", "1")) - 1)
        results = [self._result(url) for url in urls[start : start + RESULTS_PER_PAGE]]
        return json.dumps({"query": parameters.get("q", ""), "results": results}).encode()

    def _hits(self, page: Page, words: set[str]) -> int:
        text = f"{page.title} {page.text}".lower()
        return sum(word in text for word in words)

    def _result(self, url: str) -> dict[str, str]:
        page = self._index[url]
        return {"url": url, "title": page.title, "content": page.text.strip()[:150]}
