"""Resolution of references on a page to canonical URLs, with a cache.

Extraction gets canonical URLs only from this module. Pages of one folder repeat the same references (menus), so results
are cached.
"""

from watchd.web.urls.urls import BadUrl, Target, canonical, credible_canonical, join, parse

MAX_CACHED_URLS = 3_000  # about 1 MB; menus repeat from page to page, other references rarely do

_cache: dict[tuple[str, str], str | None] = {}


class References:
    """References of one page."""

    def __init__(self, page_url: str, base_href: str | None = None) -> None:
        self._page_url = page_url
        self._page = _target(None, page_url)
        self._base = (base_href and _target(self._page, base_href)) or self._page
        self._folder = _folder(self._base)
        self.itself = page_url if self._page is None else canonical(self._page)

    def url(self, href: str) -> str | None:
        """Return the canonical URL, or None for a reference that cannot be visited (another scheme, malformed)."""
        href = href.partition("#")[0]  # a table of contents names one page many times
        key = (self._folder, href)
        if key in _cache:
            return _cache[key]
        target = _target(self._base, href)
        url = None if target is None else canonical(target)
        if href[:1] not in ("", "?"):  # these depend on more than the folder
            if len(_cache) >= MAX_CACHED_URLS:
                _cache.clear()
            _cache[key] = url
        return url

    def link(self, href: str) -> str | None:
        """Return the same as `url`, but None for a link within the page."""
        if href[:1] == "#" and self._base is self._page:
            return None
        url = self.url(href)
        return None if url == self.itself else url

    def urls(self, hrefs: list[str]) -> tuple[str, ...]:
        """Return the canonical URLs of several references, each once, in order."""
        return tuple(dict.fromkeys(url for href in hrefs if (url := self.url(href))))

    def claimed(self, href: str | None) -> str:
        """Return the canonical URL that the page claims if it is credible, else its own URL."""
        return (href and credible_canonical(self._page_url, href)) or self.itself


def canonical_or_none(address: str) -> str | None:
    """Return the canonical form of an absolute URL; None for a URL that cannot be visited."""
    try:
        return canonical(address)
    except BadUrl:
        return None


def _target(base: Target | None, href: str) -> Target | None:
    try:
        return parse(href) if base is None else join(base, href)
    except BadUrl:
        return None


def _folder(base: Target | None) -> str:
    if base is None:
        return ""
    path = base.path.partition("?")[0]
    return base.origin + path[: path.rfind("/") + 1]
