"""Where does a reference on this page lead?

The one place where extraction asks for the canonical form of a URL. Pages of one folder repeat the same
references (menus), so answers are remembered.
"""

from watchd.web import link_urls

REMEMBERED = 50_000  # answers, some 15 MB

_answers: dict[tuple[str, str], str | None] = {}


class References:
    """Resolves the references of one page."""

    def __init__(self, page_url: str, base_href: str | None = None) -> None:
        self._base = (link_urls.joined(page_url, base_href) if base_href else None) or page_url
        self._folder = _folder(self._base)
        self.itself = self.url(self._base)

    def url(self, href: str) -> str | None:
        """The canonical URL, or None for what cannot be visited (other schemes, malformed)."""
        if href.startswith(("?", "#")) or not href:
            return link_urls.joined(self._base, href)  # depends on more than the folder
        key = (self._folder, href)
        if key in _answers:
            return _answers[key]
        if len(_answers) >= REMEMBERED:
            _answers.clear()
        _answers[key] = answer = link_urls.joined(self._base, href)
        return answer

    def link(self, href: str) -> str | None:
        """Like `url`, but None for a link that stays on the page."""
        url = self.url(href)
        return None if url == self.itself else url

    def urls(self, hrefs: list[str]) -> tuple[str, ...]:
        """The canonical URLs of several references, each once, in order."""
        return tuple(dict.fromkeys(url for href in hrefs if (url := self.url(href))))


def _folder(url: str) -> str:
    path = url.partition("?")[0].partition("#")[0]
    return path[: path.rfind("/") + 1]
