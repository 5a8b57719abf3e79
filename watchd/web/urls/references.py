"""Where does a reference on this page lead?

The one place where extraction asks for the canonical form of a URL. Pages of one folder repeat the same
references (menus), so answers are remembered.
"""

from watchd.web.urls.urls import BadUrl, Target, canonical, credible_canonical, join, parse

MAX_CACHED_URLS = 3_000  # answers, some 1 MB; menus repeat from page to page, little else does

_cache: dict[tuple[str, str], str | None] = {}


class References:
    """Resolves the references of one page."""

    def __init__(self, page_url: str, base_href: str | None = None) -> None:
        self._page_url = page_url
        self._page = _target(None, page_url)
        self._base = (base_href and _target(self._page, base_href)) or self._page
        self._folder = _folder(self._base)
        self.itself = page_url if self._page is None else canonical(self._page)

    def url(self, href: str) -> str | None:
        """The canonical URL, or None for what cannot be visited (other schemes, malformed)."""
        href = href.partition("#")[0]  # contents lists name one page many times
        key = (self._folder, href)
        if key in _cache:
            return _cache[key]
        target = _target(self._base, href)
        answer = None if target is None else canonical(target)
        if href[:1] not in ("", "?"):  # these depend on more than the folder
            if len(_cache) >= MAX_CACHED_URLS:
                _cache.clear()
            _cache[key] = answer
        return answer

    def link(self, href: str) -> str | None:
        """Like `url`, but None for a link that stays on the page."""
        if href[:1] == "#" and self._base is self._page:
            return None
        url = self.url(href)
        return None if url == self.itself else url

    def urls(self, hrefs: list[str]) -> tuple[str, ...]:
        """The canonical URLs of several references, each once, in order."""
        return tuple(dict.fromkeys(url for href in hrefs if (url := self.url(href))))

    def claimed(self, href: str | None) -> str:
        """The address under which the page wants to be known, if the claim can be believed; else its own."""
        return (href and credible_canonical(self._page_url, href)) or self.itself


def canonical_or_none(address: str) -> str | None:
    """The canonical URL of an address that needs no page around it; None for what cannot be visited."""
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
