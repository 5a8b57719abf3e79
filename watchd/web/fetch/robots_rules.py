"""Parser for robots.txt by RFC 9309; protego matches the paths.

Protego parses lines and groups differently from the reference parser of the RFC in a few places (typing mistakes,
missing colons, words after a robot's name, groups that other lines interrupt). So this module parses lines and groups
itself and gives protego only the rules for our robot. Memory then holds a few lines per site instead of the whole file.
"""

import re

from protego import Protego

MAX_ROBOTS_BYTES = 500 * 1024  # RFC 9309 asks to read this much; the rest is ignored
MAX_LINE_CHARS = 16_664  # the limit of the reference parser: eight times the longest URL of old browsers
_LINES = re.compile(r"\r\n|\n|\r")
_PRODUCT = re.compile(r"[a-zA-Z_-]+")
_KEYS = {
    "user-agent": "user-agent",
    "useragent": "user-agent",
    "user agent": "user-agent",
    "allow": "allow",
    "crawl-delay": "crawl-delay",
    "crawldelay": "crawl-delay",
    "sitemap": "sitemap",
    "site-map": "sitemap",
} | dict.fromkeys(("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow")


class Rules:
    """Rules for one robot on one site."""

    def __init__(self, text: str, robot: str) -> None:
        group = _Groups(robot)
        for key, value in _lines(text):
            group.read(key, value)
        self.sitemaps = tuple(group.sitemaps)
        self.crawl_delay = group.crawl_delay
        self._matcher = _matcher(group.rules)

    def allows(self, url: str) -> bool:
        """Return whether the robot may fetch this URL; False for a URL that the matcher cannot read."""
        if self._matcher is None:
            return True
        try:
            return bool(self._matcher.can_fetch(url, "*"))
        except (UnicodeError, ValueError):
            return False


def parse_rules(body: bytes, robot: str) -> Rules:
    """Parse a robots.txt file."""
    return Rules(body[:MAX_ROBOTS_BYTES].decode("utf-8", "replace"), robot)


def _matcher(found: list[tuple[str, str]]) -> Protego | None:
    if not found:
        return None
    lines = "\n".join(f"{key}: {value}" for key, value in found)
    return Protego.parse(f"User-agent: *\n{lines}\n")


def _lines(text: str) -> list[tuple[str, str]]:
    """Return key and value of every line with a known key."""
    pairs = (_pair(line[:MAX_LINE_CHARS]) for line in _LINES.split(text.removeprefix("\ufeff")))
    return [pair for pair in pairs if pair is not None]


def _pair(line: str) -> tuple[str, str] | None:
    line = line.partition("#")[0].strip(" \t\0")
    key, colon, value = line.partition(":")
    if not colon:  # some files say "Disallow /path"
        words = line.split()
        key, value = (words[0], words[1]) if len(words) == 2 else ("", "")
    known = _KEYS.get(key.strip().lower())
    return (known, value.strip()) if known else None


class _Groups:
    """Rules of the groups for our robot, and of the groups for all robots."""

    def __init__(self, robot: str) -> None:
        self._robot = robot.lower()
        self._ours: list[tuple[str, str]] = []
        self._for_every_robot: list[tuple[str, str]] = []
        self._delays: dict[bool, float] = {}
        self._is_named = False  # anywhere in the file
        self._for_us = self._for_all = False  # the group being read
        self._has_rules = False
        self.sitemaps: list[str] = []

    @property
    def rules(self) -> list[tuple[str, str]]:
        return self._ours if self._is_named else self._for_every_robot

    @property
    def crawl_delay(self) -> float | None:
        return self._delays.get(self._is_named)

    def read(self, key: str, value: str) -> None:
        if key == "user-agent":
            self._begin(value)
        elif key == "sitemap":
            self.sitemaps.append(value)
        elif key == "crawl-delay":
            self._delay(value)
        else:
            self._rule(key, value)

    def _begin(self, value: str) -> None:
        if self._has_rules:
            self._for_us = self._for_all = self._has_rules = False
        if value == "*" or value[:2] in ("* ", "*\t"):
            self._for_all = True
            return
        product = _PRODUCT.match(value)
        if product and product.group().lower() == self._robot:
            self._for_us = self._is_named = True

    def _rule(self, key: str, value: str) -> None:
        self._has_rules = True
        if not value.startswith(("/", "*", "http")):
            return  # an empty rule has no effect, and no path begins with another character
        if self._for_us:
            self._ours.append((key, value))
        if self._for_all:
            self._for_every_robot.append((key, value))

    def _delay(self, value: str) -> None:
        try:
            delay = float(value)
        except ValueError:
            return
        if self._for_us:
            self._delays[True] = delay
        if self._for_all:
            self._delays[False] = delay
