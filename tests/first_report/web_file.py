"""Web files: a small web as data in TOML, with the truth about each page.

A file has the standing queries, the hosts, the pages and, in the story web, the events after the first run. A place is
`host:/path`. The label `relevant` of a page has one value for each query, in their order: true, false or "partly" (counts
neither as right nor as wrong). Text is paragraphs with blank lines between them; `## ` begins a heading, `- `
a list item, `| ` a table row, `@name ` a forum post, and `[words](place)` is a link inside a sentence.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent
WEBS = FOLDER / "webs"
HELD_OUT = FOLDER / "held_out"

Day = date  # a field has the name of the class
Relevant = bool | Literal["partly"]
Noise = Literal["clock", "views", "updated", "visitors", "online"]


class HostPlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One host: its name and what every page of it has around its own text."""

    site: str
    layout: Literal["blog", "shop", "news", "docs", "table", "forum", "divs", "portal"]
    title: str = "{title} | {site}"
    home_title: str = ""  # of the front page, if its pattern is another one
    tagline: str = ""
    nav: list[str] = []  # "/path Label"
    footer: str = ""
    footer_links: list[str] = []  # "/path Label"
    boxes: list[str] = []  # "Heading: text" beside every page
    latest: int = 0  # number of newest dated pages that every page lists
    og: bool = False
    dates: list[Literal["time", "meta", "json-ld", "text"]] = []
    feed: str = ""
    feed_kind: Literal["rss", "atom"] = "rss"
    sitemap: str = ""
    noise: list[Noise] = []
    language: str = ""


class PagePlan(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One page and the truth about it."""

    at: str  # its place
    title: str
    relevant: Relevant | list[Relevant]
    text: str
    why: str = ""  # of a label that is not obvious
    date: Day | None = None
    section: str = ""
    author: str = ""
    links: list[str] = []
    lists: list[str] = []  # beginnings of paths whose pages it lists, newest first, each with a teaser
    price: str = ""
    old_price: str = ""
    stock: str = ""
    language: str = ""

    @property
    def host(self) -> str:
        return self.at.partition(":")[0]

    @property
    def path(self) -> str:
        return self.at.partition(":")[2]


class PageEdit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Change of a known page: fields with new values, words in its text, or a paragraph at its end."""

    at: str
    set: dict[str, str] = {}
    replace: dict[str, str] = {}
    append: str = ""

    def of(self, page: PagePlan) -> PagePlan:
        """Return the page after the change."""
        text = page.text
        for old, new in self.replace.items():
            if old not in text:
                raise ValueError(f"{self.at} has no text {old!r} to replace")
            text = text.replace(old, new)
        if self.append:
            text = f"{text.rstrip()}\n\n{self.append.strip()}\n"
        return msgspec.structs.replace(page, text=text, **self.set)


class WebEvent(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that happens on the web after the first run, and what a user expects of the next report."""

    name: str
    says: str
    expect: Literal["message", "none"]
    kind: Literal["new page", "new text", "price", "stock", "noise"]
    words: list[str] = []  # of which each belongs into the message
    add: list[PagePlan] = []
    edit: list[PageEdit] = []


class WebFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole web."""

    about: str
    today: date  # the day on which the dates of the file are right
    queries: list[str]
    language: str = "en"
    start: list[str]  # start pages that a user of the query would name
    host: dict[str, HostPlan]
    page: list[PagePlan]
    event: list[WebEvent] = []

    def pages(self, events: Sequence[str] = ()) -> dict[str, PagePlan]:
        """Return the pages by place, after these events."""
        pages = {page.at: page for page in self.page}
        for event in (self.named(name) for name in events):
            pages |= {page.at: page for page in event.add}
            pages |= {edit.at: edit.of(pages[edit.at]) for edit in event.edit}
        return pages

    def named(self, name: str) -> WebEvent:
        return next(event for event in self.event if event.name == name)

    def labels(self, query: str, events: Sequence[str] = ()) -> dict[str, Relevant]:
        """Return the truth for a query: the label of each page by its place."""
        number = self.queries.index(query)
        return {at: labels_of(page)[number] for at, page in self.pages(events).items()}

    def language_of(self, page: PagePlan) -> str:
        return page.language or self.host[page.host].language or self.language

    def place(self, link: str, host: str) -> str:
        """Return the place of a link on a page of a host."""
        return f"{host}:{link}" if link.startswith("/") else link

    def moved_to(self, today: date) -> "WebFile":
        """Return the same web with all dates moved, so that `today` is the day of the file."""
        shift = today - self.today
        events = [msgspec.structs.replace(e, add=[_moved(p, shift) for p in e.add]) for e in self.event]
        pages = [_moved(page, shift) for page in self.page]
        return msgspec.structs.replace(self, today=today, page=pages, event=events)


def labels_of(page: PagePlan) -> list[Relevant]:
    return page.relevant if isinstance(page.relevant, list) else [page.relevant]


def read_web(name: str, folder: Path = WEBS) -> WebFile:
    """Read a web by the name of its file."""
    return msgspec.toml.decode((folder / f"{name}.toml").read_bytes(), type=WebFile)


def web_names(folder: Path = WEBS) -> list[str]:
    return sorted(file.stem for file in folder.glob("*.toml"))


def _moved(page: PagePlan, shift: timedelta) -> PagePlan:
    changes: dict[str, Any] = {"date": page.date + shift} if page.date else {}
    return msgspec.structs.replace(page, **changes)
