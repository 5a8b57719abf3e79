"""Sites of the demo: each is a file in sites/, written as HTML pages, feed and sitemap.

All sites have two editions. The later one adds a page and extends another one. Some sites print the time of the edition on
every page, which is not a change for a reader.
"""

import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from html import escape
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

SITES = Path(__file__).parent / "sites"


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """One page. Links are paths, on other sites `site:/path`."""

    path: str
    title: str
    text: str
    links: list[str] = []
    later: str = ""  # a paragraph that the later edition adds
    appears: Literal["first", "later"] = "first"


class Series(Struct, frozen=True, forbid_unknown_fields=True):
    """Pages that differ only in one item; {item} and its number {n} may be in path, title and text."""

    path: str
    title: str
    text: str
    items: list[str]
    links: list[str] = []

    def pages(self) -> Iterator[Page]:
        for n, item in enumerate(self.items, 1):
            path, title, text = (
                part.replace("{item}", item).replace("{n}", str(n))
                for part in (self.path, self.title, self.text)
            )
            yield Page(path, title, text, self.links)


class Site(Struct, frozen=True, forbid_unknown_fields=True):
    """One site, as its file describes it."""

    name: str
    host: int  # the last number of its loopback address
    page: list[Page]
    series: list[Series] = []
    stamp: bool = False
    feed: str = ""
    sitemap: str = ""
    robots: str = "User-agent: *\nAllow: /\n"

    @property
    def address(self) -> str:
        return f"127.0.2.{self.host}"

    def pages(self, *, is_later: bool) -> list[Page]:
        every = [*self.page, *(page for series in self.series for page in series.pages())]
        return [page for page in every if is_later or page.appears == "first"]


class Edition(Struct, frozen=True):
    """All sites at one moment."""

    sites: dict[str, Site]
    port: int
    moment: datetime
    is_later: bool

    def url(self, place: str) -> str:
        """Return the address of `site:/path`."""
        site, _, path = place.partition(":")
        return f"http://{self.sites[site].address}:{self.port}{path}"

    def places(self) -> dict[str, Page]:
        """Return all pages, by `site:/path`."""
        return {
            f"{key}:{page.path}": page
            for key, site in self.sites.items()
            for page in site.pages(is_later=self.is_later)
        }

    def files(self) -> dict[str, tuple[str, bytes]]:
        """Return media type and body of every address."""
        pages = self.places()
        written = {self.url(place): ("text/html", self._html(place, pages)) for place in pages}
        for key, site in self.sites.items():
            written[self.url(f"{key}:/robots.txt")] = ("text/plain", self._robots(key))
            if site.feed:
                written[self.url(f"{key}:{site.feed}")] = ("application/rss+xml", self._feed(key))
            if site.sitemap:
                written[self.url(f"{key}:{site.sitemap}")] = ("application/xml", self._sitemap(key))
        return {url: (f"{kind}; charset=utf-8", body.encode()) for url, (kind, body) in written.items()}

    def _html(self, place: str, pages: dict[str, Page]) -> str:
        key = place.partition(":")[0]
        site, page = self.sites[key], pages[place]
        text = page.text + ("\n\n" + page.later if self.is_later else "")
        paragraphs = "".join(f"<p>{escape(p.strip())}</p>\n" for p in text.split("\n\n") if p.strip())
        stamp = f"<p>As of {self.moment:%d %B %Y, %H:%M:%S}</p>\n" if site.stamp else ""
        targets = [link if ":" in link else f"{key}:{link}" for link in page.links]
        items = "".join(
            f'<li><a href="{self.url(target)}">{escape(pages[target].title)}</a></li>\n'
            for target in targets
            if target in pages
        )
        feed = f'<link rel="alternate" type="application/rss+xml" href="{site.feed}">' if site.feed else ""
        return (
            f'<!doctype html>\n<html lang="en"><head><title>{escape(page.title)}</title>{feed}</head><body>\n'
            f"<header>{escape(site.name)}</header>\n"
            f"<main><h1>{escape(page.title)}</h1>\n{paragraphs}{stamp}</main>\n"
            f"<nav><ul>\n{items}</ul></nav>\n</body></html>\n"
        )

    def _robots(self, key: str) -> str:
        site = self.sites[key]
        return site.robots + (f"Sitemap: {self.url(f'{key}:{site.sitemap}')}\n" if site.sitemap else "")

    def _feed(self, key: str) -> str:
        """Write the feed: the articles, one per day, newest first, without drafts and the front page."""
        site = self.sites[key]
        articles = [page for page in site.pages(is_later=self.is_later) if page.path.count("/") == 1]
        items = "".join(
            f"<item><title>{escape(page.title)}</title><link>{self.url(f'{key}:{page.path}')}</link>"
            f"<pubDate>{format_datetime(self.moment - timedelta(days=age))}</pubDate></item>\n"
            for age, page in enumerate(page for page in articles if page.path != "/")
        )
        return f'<rss version="2.0"><channel><title>{escape(site.name)}</title>\n{items}</channel></rss>\n'

    def _sitemap(self, key: str) -> str:
        pages = self.sites[key].pages(is_later=self.is_later)
        urls = "".join(f"<url><loc>{self.url(f'{key}:{page.path}')}</loc></url>\n" for page in pages)
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'


def read_sites() -> dict[str, Site]:
    """Return all sites, by the names of their files."""
    files = sorted(SITES.glob("*.toml"))
    return {file.stem: msgspec.convert(tomllib.loads(file.read_text()), Site) for file in files}
