"""Scrapy on the same list of URLs, tuned: 64 at once; title, text and links of each page.

It runs in its own environment, which has Scrapy and not watchd.
"""

import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

SETTINGS = {
    "CONCURRENT_REQUESTS": 64,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 64,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": True,
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "REDIRECT_ENABLED": True,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_ENABLED": False,
    "REACTOR_THREADPOOL_MAXSIZE": 20,
    "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
    "MEMUSAGE_ENABLED": False,
    "CLOSESPIDER_TIMEOUT": 300,
    "EXTENSIONS": {"scrapy.extensions.logstats.LogStats": None, "scrapy.extensions.corestats.CoreStats": None},
}
TEXT = "//body//text()[not(parent::script or parent::style)]"
IS_BARE = sys.argv[2:] == ["bare"]
seen: dict[str, float] = {"pages": 0, "titles": 0, "characters": 0, "links": 0, "seconds": 0}


class PageSpider(scrapy.Spider):  # type: ignore[misc]
    """Spider that visits every URL once."""

    name = "pages"
    links = LinkExtractor()

    async def start(self) -> AsyncIterator[Any]:
        self.started = time.perf_counter()
        for url in Path(sys.argv[1]).read_text().split():
            yield scrapy.Request(url, dont_filter=True)

    def parse(self, response: Any) -> Iterator[Any]:
        title, pieces, links = self.bare(response) if IS_BARE else self.usual(response)
        text = " ".join(" ".join(pieces).split())
        seen["pages"] += 1
        seen["titles"] += bool(title)
        seen["characters"] += len(text)
        seen["links"] += len(links)
        seen["seconds"] = time.perf_counter() - self.started
        yield from ()

    def usual(self, response: Any) -> tuple[Any, Any, Any]:
        """Read a page as the documentation of Scrapy shows."""
        title = response.xpath("normalize-space(//title)").get()
        pieces = response.xpath(TEXT).getall()
        return title, pieces, [(link.url, link.text) for link in self.links.extract_links(response)]

    def bare(self, response: Any) -> tuple[Any, Any, Any]:
        """Read a page without selectors and link extractor: with lxml alone, and relative links joined."""
        root = response.selector.root
        anchors = [(a.get("href"), "".join(a.itertext())) for a in root.iter("a") if a.get("href")]
        links = [(response.urljoin(href), text) for href, text in anchors]
        return root.findtext(".//title"), root.xpath(TEXT, smart_strings=False), links


if __name__ == "__main__":
    process = CrawlerProcess(SETTINGS)
    process.crawl(PageSpider)
    process.start()
    print(json.dumps(seen))
