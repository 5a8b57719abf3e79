"""What is the canonical URL of a reference on a page?"""

from functools import lru_cache

from watchd.web.urls import BadUrl, canonical, join, parse

_base = lru_cache(maxsize=64)(parse)  # a page asks for hundreds of references from one base


def joined(base: str, href: str) -> str | None:
    """The canonical form of a reference, seen from a base; None for what cannot be visited."""
    try:
        return canonical(join(_base(base), href))
    except BadUrl:
        return None
