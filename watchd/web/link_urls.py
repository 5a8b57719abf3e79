"""What is the canonical URL of a reference on a page? (Stands in for web/urls.py.)"""

from urllib.parse import urljoin, urlsplit


def joined(base: str, href: str) -> str | None:
    """The canonical form of a reference, seen from a base; None for what cannot be visited."""
    try:
        parts = urlsplit(urljoin(base, href.strip()))
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            return None
        url = parts._replace(fragment="", path=parts.path or "/").geturl()
        return url.encode().decode()  # no lone surrogates
    except ValueError:
        return None
