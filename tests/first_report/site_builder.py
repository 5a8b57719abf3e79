"""Builder of sites: turns a web file into HTML pages, feeds, sitemaps and robots.txt, as bytes per address."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from html import escape

from msgspec import Struct

from tests.first_report.layouts import Entry, PageView, document
from tests.first_report.markup import html_of, teaser
from tests.first_report.web_file import HostPlan, PagePlan, WebFile
from tests.first_report.wording import WORDS, written

HTML = "text/html; charset=utf-8"
XML = "application/xml; charset=utf-8"
Origin = Callable[[str], str]  # from the name of a host to "http://127.0.3.1:8080"


class SiteBuilder(Struct, frozen=True):
    """All hosts of a web after some events. `tick` counts requests and moves clocks and counters on the pages."""

    web: WebFile
    origin: Origin
    events: tuple[str, ...] = ()

    def after(self, *events: str) -> "SiteBuilder":
        """Return the same web after more events."""
        return SiteBuilder(self.web, self.origin, self.events + events)

    def pages(self) -> dict[str, PagePlan]:
        return self.web.pages(self.events)

    def url(self, place: str) -> str:
        host, _, path = place.partition(":")
        return self.origin(host) + path

    def places(self) -> dict[str, str]:
        """Return the media type of every place that exists."""
        found = dict.fromkeys(self.pages(), HTML)
        for name, host in self.web.host.items():
            found[f"{name}:/robots.txt"] = "text/plain; charset=utf-8"
            if host.feed:
                found[f"{name}:{host.feed}"] = f"application/{host.feed_kind}+xml; charset=utf-8"
            if host.sitemap:
                found[f"{name}:{host.sitemap}"] = XML
        return found

    def body(self, place: str, tick: int = 0) -> bytes:
        """Return the bytes of a place."""
        name, _, path = place.partition(":")
        host = self.web.host[name]
        if path == "/robots.txt":
            return self._robots(name).encode()
        if path == host.feed:
            return (self._rss(name) if host.feed_kind == "rss" else self._atom(name)).encode()
        if path == host.sitemap:
            return self._sitemap(name).encode()
        return document(self._view(self.pages()[place], tick)).encode()

    def _view(self, page: PagePlan, tick: int) -> PageView:
        pages, name = self.pages(), page.host
        host, language = self.web.host[name], self.web.language_of(page)
        return PageView(
            host=host,
            page=page,
            language=language,
            body=html_of(page.text, lambda link: self._href(link, name)),
            teaser=teaser(page.text),
            nav=self._nav(host.nav),
            footer_nav=self._nav(host.footer_links),
            listed=[self._entry(found, name) for found in self._listed(page)],
            related=[self._entry(pages[self.web.place(link, name)], name) for link in page.links],
            latest=[self._entry(found, name) for found in self._dated(name)[: host.latest]],
            noise=self._noise(host, language, tick),
        )

    def _href(self, link: str, host: str) -> str:
        place = self.web.place(link, host)
        return place.partition(":")[2] if place.startswith(f"{host}:") else self.url(place)

    def _nav(self, items: list[str]) -> list[tuple[str, str]]:
        split = [item.partition(" ") for item in items]
        return [(path if path.startswith("/") else self.url(path), label) for path, _, label in split]

    def _entry(self, page: PagePlan, host: str) -> Entry:
        href = self._href(page.at, host)
        return Entry(href, page.title, teaser(page.text), page.date, page.price)

    def _listed(self, page: PagePlan) -> list[PagePlan]:
        beginnings = tuple(f"{page.host}:{path}" for path in page.lists)
        found = (
            [p for p in self.pages().values() if p.at != page.at and p.at.startswith(beginnings)]
            if beginnings
            else []
        )
        return sorted(found, key=lambda p: p.date or date.min, reverse=True)

    def _dated(self, host: str) -> list[PagePlan]:
        dated = [page for page in self.pages().values() if page.host == host and page.date]
        return sorted(dated, key=lambda page: page.date or date.min, reverse=True)

    def _noise(self, host: HostPlan, language: str, tick: int) -> dict[str, str]:
        words = WORDS[language]
        now = datetime.combine(self.web.today, time(9, 4, 11)) + timedelta(seconds=tick * 97)
        moment = f"{written(now.date(), language)}, {now:%H:%M:%S}"
        made = {
            "clock": moment,
            "views": words["views"].format(n=f"{1384 + tick * 3:,}"),
            "updated": f"{words['updated']} {moment}",
            "visitors": words["visitors"].format(n=f"{204711 + tick:,}"),
            "online": words["online"].format(n=17 + tick * 7 % 31),
        }
        return {name: made[name] for name in host.noise}

    def _robots(self, name: str) -> str:
        sitemap = self.web.host[name].sitemap
        return "User-agent: *\nAllow: /\n" + (f"Sitemap: {self.url(f'{name}:{sitemap}')}\n" if sitemap else "")

    def _rss(self, name: str) -> str:
        host = self.web.host[name]
        items = "".join(
            f"<item><title>{escape(page.title)}</title><link>{self.url(page.at)}</link>"
            f"<guid>{self.url(page.at)}</guid><pubDate>{format_datetime(_moment(page))}</pubDate>"
            f"<description>{escape(teaser(page.text))}</description></item>\n"
            for page in self._dated(name)[:15]
        )
        return (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>{escape(host.site)}</title>'
            f"<link>{self.url(f'{name}:/')}</link><description>{escape(host.tagline)}</description>\n{items}</channel></rss>\n"
        )

    def _atom(self, name: str) -> str:
        host, pages = self.web.host[name], self._dated(name)[:15]
        entries = "".join(
            f'<entry><title>{escape(page.title)}</title><link href="{self.url(page.at)}"/><id>{self.url(page.at)}</id>'
            f"<published>{_moment(page).isoformat()}</published><updated>{_moment(page).isoformat()}</updated>"
            f"<summary>{escape(teaser(page.text))}</summary></entry>\n"
            for page in pages
        )
        updated = _moment(pages[0]).isoformat() if pages else "2026-01-01T00:00:00+00:00"
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<title>{escape(host.site)}</title><id>{self.url(f'{name}:/')}</id><updated>{updated}</updated>\n{entries}</feed>\n"
        )

    def _sitemap(self, name: str) -> str:
        urls = "".join(
            f"<url><loc>{self.url(page.at)}</loc>"
            + (f"<lastmod>{page.date.isoformat()}</lastmod>" if page.date else "")
            + "</url>\n"
            for page in self.pages().values()
            if page.host == name
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
        )


def _moment(page: PagePlan) -> datetime:
    assert page.date
    return datetime.combine(page.date, time(8), UTC)
