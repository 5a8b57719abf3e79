"""Which channel URLs may be stored, and how they are shown without their secrets."""

import re
from urllib.parse import urlsplit

from watchd.notify.schemas import ALLOWED, REFUSED

WEBHOOK_SCHEMES = ("webhook+http", "webhook+https")
SCHEME = re.compile(r"^([a-z0-9+.-]+)://", re.IGNORECASE)
LONGEST = 2000


def what_is_wrong(url: str) -> str | None:
    """A sentence about why this cannot be a channel's URL, or None. It never repeats the URL: that is a secret."""
    form = SCHEME.match(url)
    if not form:
        return "needs to begin with a scheme, such as mailto://, slack://, json:// or webhook+https://"
    scheme = form[1].lower()
    if scheme in WEBHOOK_SCHEMES:
        return _what_is_wrong_with_webhook(url)
    if scheme in REFUSED:
        return f"has the scheme {scheme}, which acts on this machine ({REFUSED[scheme]}); use one that reaches people"
    if scheme not in ALLOWED:
        return f"has the unknown scheme {scheme}; docs/reference/channels.md lists those that work"
    from apprise import Apprise  # noqa: PLC0415 (a hundred services; loaded for the first channel, not at every start)

    try:
        understood = Apprise.instantiate(url) is not None
    except Exception:  # plugins of all kinds parse here, and none may take the request down
        understood = False
    return None if understood else f"is not a complete {scheme} URL; docs/reference/channels.md shows its form"


def is_webhook(url: str) -> bool:
    return scheme_of(url) in WEBHOOK_SCHEMES


def scheme_of(url: str) -> str:
    form = SCHEME.match(url)
    return form[1].lower() if form else ""


def shown(url: str) -> str:
    """The URL with everything but its scheme masked."""
    return f"{url.partition('://')[0]}://***"


def _what_is_wrong_with_webhook(url: str) -> str | None:
    try:
        parts = urlsplit(url.removeprefix("webhook+"))
        parts.port  # noqa: B018 (reading it checks it)
    except ValueError:
        return "is not a URL; write something like webhook+https://example.org/hook"
    if not parts.hostname or re.search(r"[\s\\\x00-\x1f]", url):
        return "names no host; write something like webhook+https://example.org/hook"
    return None
