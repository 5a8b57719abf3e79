"""Host names and addresses of URLs in one normalized spelling.

Names become lower case ASCII (punycode) without a trailing dot. Addresses become their usual notation, from any of
their spellings: decimal, hex, octal, short, full-width digits. Anything else is not a host.
"""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address

import idna

_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Second-level labels under which domains are registered, such as co.uk and com.au.
_SHARED_LABELS = frozenset(
    {
        "ac",
        "co",
        "com",
        "edu",
        "gob",
        "gouv",
        "gov",
        "gv",
        "ltd",
        "mil",
        "ne",
        "net",
        "nom",
        "or",
        "org",
        "plc",
        "sch",
    }
)


class BadHost(ValueError):
    """Raised when the host part of a URL is not a host."""


@lru_cache(maxsize=8192)
def normalized_host(text: str) -> str:
    """Return the normalized spelling of a host; IPv6 addresses keep their brackets. Raise BadHost."""
    if text.startswith("["):
        return _ipv6(text)
    name = _ascii(text).removesuffix(".")
    if _NUMBER.fullmatch(name.rsplit(".", 1)[-1]):
        return _ipv4(name)
    if len(name) > 253 or not _NAME.fullmatch(name):
        raise BadHost("the host is not a valid name")
    return name


def registrable_domain(name: str) -> str:
    """Return the registered part of a host name: example.org, example.co.uk. Addresses stay as they are.

    This is a simple rule instead of the public suffix list. It only limits traps and checks the canonical URL that a
    page claims, and a list that is a year old has errors, too.
    """
    labels = name.split(".")
    if name.startswith("[") or labels[-1].isdigit():
        return name
    depth = 3 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SHARED_LABELS else 2
    return ".".join(labels[-depth:])


def _ascii(text: str) -> str:
    if text.isascii():
        name = text.lower()
        if "xn--" in name:
            _check_punycode(name)
        return name
    try:
        return idna.encode(text, uts46=True).decode("ascii").lower()
    except UnicodeError:
        return _ascii_digits(text)


def _ascii_digits(text: str) -> str:
    """Map full-width and circled digits to ASCII; they form an address, but not an internationalized name."""
    try:
        return idna.uts46_remap(text, std3_rules=False).encode("ascii").decode("ascii")
    except UnicodeError:
        raise BadHost("the host is not a valid name") from None


def _check_punycode(name: str) -> None:
    for label in name.split("."):
        if label.startswith("xn--"):
            try:
                idna.ulabel(label)
            except (UnicodeError, ValueError):
                raise BadHost("the host has a label that is not valid punycode") from None


def _ipv6(text: str) -> str:
    if not text.endswith("]") or "%" in text:
        raise BadHost("the host is not a valid address")
    try:
        return f"[{IPv6Address(text[1:-1])}]"
    except ValueError:
        raise BadHost("the host is not a valid address") from None


def _ipv4(name: str) -> str:
    """Parse an address as browsers do: up to four parts, decimal, octal or hex; the last part fills the rest."""
    parts = name.split(".")
    if len(parts) > 4:
        raise BadHost("the host is not a valid address")
    *heads, last = (_number(part) for part in parts)
    limit = 256 ** (4 - len(heads))
    if any(head > 255 for head in heads) or last >= limit:
        raise BadHost("the host is not a valid address")
    value = last + sum(head << (24 - 8 * place) for place, head in enumerate(heads))
    return str(IPv4Address(value))


def _number(part: str) -> int:
    if len(part) > 64 or not _NUMBER.fullmatch(part):
        raise BadHost("the host is not a valid address")
    try:
        if part.startswith("0x"):
            return int(part[2:] or "0", 16)
        return int(part, 8) if len(part) > 1 and part.startswith("0") else int(part)
    except ValueError:
        raise BadHost("the host is not a valid address") from None
