"""Server of a web file on loopback: each host has an address and a port of its own; events happen while it runs."""

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from datetime import date

from tests.acceptance.web_in_thread import site_in_thread
from tests.first_report.site_builder import SiteBuilder
from tests.first_report.web_file import Relevant, WebFile
from tests.web.site import Answer, Hit, Page, Site, site


class ServedWeb:
    """A running web. Its sites answer with the pages after all events that have happened so far."""

    def __init__(self, web: WebFile, sites: dict[str, Site]) -> None:
        self.web = web
        self.sites = sites
        self._builder = SiteBuilder(web, lambda host: sites[host].url("").rstrip("/"))
        self._requests = 0
        self._publish()

    @property
    def ports(self) -> list[int]:
        """Return the ports for the setting fetch.ports."""
        return sorted({site.port for site in self.sites.values()})

    @property
    def start(self) -> list[str]:
        """Return the addresses of the start pages."""
        return [self.url(place) for place in self.web.start]

    def url(self, place: str) -> str:
        return self._builder.url(place)

    def happen(self, *events: str) -> None:
        """Let events of the web file happen, in this order."""
        self._builder = self._builder.after(*events)
        self._publish()

    def labels(self, query: str) -> dict[str, Relevant]:
        """Return the truth for a query, by address, after the events so far."""
        return {self.url(at): label for at, label in self.web.labels(query, self._builder.events).items()}

    def asked(self) -> list[str]:
        """Return the places that were asked for."""
        return [f"{name}:{path}" for name, site in self.sites.items() for path in site.paths()]

    def _publish(self) -> None:
        for name, running in self.sites.items():
            mine = [place for place in self._builder.places() if place.startswith(f"{name}:")]
            running.pages = {place.partition(":")[2]: self._page(place) for place in mine}

    def _page(self, place: str) -> Page:
        builder, kind = self._builder, self._builder.places()[place]

        def answer(hit: Hit) -> Answer:
            self._requests += 1
            body = builder.body(place, self._requests)
            tag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
            if hit.headers.get("if-none-match") == tag:
                return Answer(b"", 304, {"ETag": tag})
            return Answer(body, headers={"Content-Type": kind, "ETag": tag})

        return answer


@asynccontextmanager
async def served(web: WebFile, today: date | None = None) -> AsyncIterator[ServedWeb]:
    """Run a web in the loop of the test; with `today`, its dates move to that day."""
    async with AsyncExitStack() as stack:
        sites = {name: await stack.enter_async_context(site(address)) for name, address in _addresses(web)}
        yield ServedWeb(web.moved_to(today) if today else web, sites)


@contextmanager
def served_in_threads(web: WebFile, today: date | None = None) -> Iterator[ServedWeb]:
    """Run a web in threads, for a daemon in a process of its own; with `today`, its dates move to that day."""
    with ExitStack() as stack:
        sites = {name: stack.enter_context(site_in_thread(address)) for name, address in _addresses(web)}
        yield ServedWeb(web.moved_to(today) if today else web, sites)


def _addresses(web: WebFile) -> list[tuple[str, str]]:
    return [(name, f"127.0.3.{number}") for number, name in enumerate(web.host, 1)]
