"""URL parser and canonical URLs.

Every URL passes this one strict parser. Its result is checked, sent and stored, so no two parts of the program can
interpret a URL differently. Characters that parsers treat differently (backslash, control characters) are refused, not
repaired.
"""

import re
from urllib.parse import quote

from msgspec import Struct

from watchd.model.outcome import RefusedBy
from watchd.web.urls.hosts import BadHost, normalized_host, registrable_domain
from watchd.web.urls.parameters import without_tracking

MAX_URL_CHARS = 2048
_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")
_AUTHORITY = re.compile(r"//([^/?#]*)(.*)", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9/_.~!$&'()*+,;=:@?\-]*")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SAFE = "/?:@!$&'()*+,;=%-._~[]|"
_CREDENTIALS = re.compile(r"[/\\]{2}[^/?#]*@")  # some programs treat a backslash as a slash
_BLANK = " \t\n\r\f\v\x00"


class BadUrl(ValueError):
    """Raised for text that is not a URL that watchd visits: the rule it breaks, and a sentence for people."""

    def __init__(self, by: RefusedBy, detail: str) -> None:
        super().__init__(detail)
        self.by: RefusedBy = by


class Target(Struct, frozen=True):
    """Parsed URL; every part in its normalized spelling."""

    scheme: str
    host: str  # ASCII; IPv6 addresses in brackets
    port: int
    path: str  # with the query, as it is sent

    @property
    def origin(self) -> str:
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    @property
    def authority(self) -> str:
        """Value of the Host header."""
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        return self.origin + self.path


def parse(text: str) -> Target:
    """Parse an absolute URL strictly; raise BadUrl."""
    text = _clean(text)
    scheme = _scheme(text)
    parts = _AUTHORITY.match(text, len(scheme) + 1)
    if parts is None:
        raise BadUrl("url", "The URL has no host.")
    authority, rest = parts.groups()
    if "@" in authority:
        raise BadUrl(
            "credentials", "The URL must not contain credentials; set them in the channel or provider instead."
        )
    name, port = _host_and_port(authority, _PORTS[scheme])
    return Target(scheme=scheme, host=name, port=port, path=_path(rest))


def join(base: Target, reference: str) -> Target:
    """Resolve a link on the page at base; raise BadUrl."""
    text = _clean(reference)
    if _SCHEME.match(text):
        return parse(text)
    if text.startswith("//"):
        return parse(f"{base.scheme}:{text}")
    text = text.partition("#")[0]
    if not text:
        return base
    if not text.startswith("/"):
        base_path = base.path.partition("?")[0]
        text = base_path + text if text.startswith("?") else base_path[: base_path.rindex("/") + 1] + text
    return Target(scheme=base.scheme, host=base.host, port=base.port, path=_path(text))


def canonical(url: str | Target) -> str:
    """Return the canonical URL of a page: without tracking, session ids and fragment. Raise BadUrl."""
    target = url if isinstance(url, Target) else parse(url)
    return target.origin + without_tracking(target.path)


def credible_canonical(page: str, claimed: str) -> str | None:
    """Return the URL that a page claims with <link rel=canonical>, or None if the claim is not credible.

    Many sites have errors here: a template that names the home page on every page would merge the whole site into one
    page.
    """
    try:
        here = parse(page)
        there = join(here, claimed)
    except BadUrl:
        return None
    if registrable_domain(here.host) != registrable_domain(there.host):
        return None
    if there.path == "/" and here.path.partition("?")[0] not in ("/", "/index.html", "/index.php"):
        return None
    return canonical(there)


def masked(url: str) -> str:
    """Return the URL for storage and logs: without credentials and control characters, with a maximum length."""
    text = _CREDENTIALS.sub("//", url[: MAX_URL_CHARS + 1])
    return text.encode("ascii", "backslashreplace").decode("ascii").translate(_CONTROLS)[:MAX_URL_CHARS]


_CONTROLS = {code: f"%{code:02X}" for code in (*range(0x20), 0x7F)}


def _clean(text: str) -> str:
    text = text.strip(_BLANK)
    if len(text) > MAX_URL_CHARS:
        raise BadUrl("url", f"The URL must have at most {MAX_URL_CHARS} characters.")
    if _FORBIDDEN.search(text):
        raise BadUrl("url", "The URL must not contain a backslash or a control character.")
    return text


def _scheme(text: str) -> str:
    found = _SCHEME.match(text)
    scheme = found.group(1).lower() if found else ""
    if scheme not in _PORTS:
        raise BadUrl("scheme", "The URL must begin with http:// or https://.")
    return scheme


def _host_and_port(authority: str, default: int) -> tuple[str, int]:
    name, colon, digits = authority.rpartition(":")
    if not colon or authority.endswith("]"):
        name, digits = authority, ""
    try:
        return normalized_host(name), _port(digits) if digits else default
    except BadHost as error:
        raise BadUrl("url", f"In the URL, {error}.") from None


def _port(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 5 or not 0 < int(digits) < 65536:
        raise BadUrl("port", "The port of the URL must be a number from 1 to 65535.")
    return int(digits)


def _path(rest: str) -> str:
    """Return path and query in normalized spelling: percent-encoded, without dot segments and fragment."""
    rest = rest.partition("#")[0]
    if not _PLAIN.fullmatch(rest):
        rest = _encoded(rest)
    path, mark, query = rest.partition("?")
    if "/." in path:
        path = _without_dots(path)
    return (path or "/") + (f"?{query}" if mark and query else "")


def _encoded(text: str) -> str:
    return quote(_ESCAPE.sub(_escape, text), safe=_SAFE)


def _escape(found: re.Match[str]) -> str:
    digits = found.group(1)
    if digits is None:
        return "%25"
    character = chr(int(digits, 16))
    return character if character in _UNRESERVED else f"%{digits.upper()}"


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
