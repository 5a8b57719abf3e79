"""Where does a channel go? Its receiver's host and port, for who wants to know whether anybody listens there."""

from typing import Any
from urllib.parse import urlsplit

from watchd.notify.channel_url import scheme_of

# Channels that say themselves where they go, with the port that they mean.
PLAIN = {"webhook+http": 80, "webhook+https": 443, "json": 80, "jsons": 443, "xml": 80, "xmls": 443}
MAIL = ("mailto", "mailtos")
SLACK = "slack.com"


def place_of(url: str) -> tuple[str, int] | None:
    """None where only the service's own library knows."""
    scheme = scheme_of(url)
    if scheme in PLAIN:
        parts = urlsplit(f"//{url.partition('://')[2]}")
        return parts.hostname or "", parts.port or PLAIN[scheme]
    if scheme in MAIL:
        return _mail_server(url)
    return (SLACK, 443) if scheme == "slack" else None


def _mail_server(url: str) -> tuple[str, int] | None:
    """Apprise knows the servers of a hundred providers."""
    from apprise import Apprise  # noqa: PLC0415 (a hundred services; loaded for the first mail channel)

    account: Any = Apprise.instantiate(url)
    return (account.smtp_host, account.port) if account is not None else None
