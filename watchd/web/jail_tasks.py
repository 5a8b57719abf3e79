"""What can a child be asked to do? One entry per task."""

from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

from watchd.web.bookmarks import parse_bookmarks
from watchd.web.changedetection import parse_backup
from watchd.web.document import Document
from watchd.web.extract import extract
from watchd.web.feeds import parse_feed
from watchd.web.jail_wire import Ask, Limits, Task
from watchd.web.opensearch import parse_description
from watchd.web.opml import parse_opml
from watchd.web.sitemaps import parse_sitemap
from watchd.web.toml import parse_toml


def _page(ask: Ask, limits: Limits) -> Struct:
    document = Document(ask.url, ask.body, ask.content_type, ask.charset, ask.headers)
    now = datetime.now(UTC)
    return extract(document, robot=limits.robot, most_links=limits.most_links, now=now)


TASKS: dict[Task, Callable[[Ask, Limits], Struct]] = {
    "page": _page,
    "feed": lambda ask, limits: parse_feed(ask.body, ask.url, ask.charset),
    "sitemap": lambda ask, limits: parse_sitemap(ask.body, ask.url, ask.charset),
    "outline": lambda ask, limits: parse_opml(ask.body),
    "bookmarks": lambda ask, limits: parse_bookmarks(ask.body),
    "toml": lambda ask, limits: parse_toml(ask.body),
    "opensearch": lambda ask, limits: parse_description(ask.body, ask.url, ask.charset),
    "watches": lambda ask, limits: parse_backup(ask.body),
}
