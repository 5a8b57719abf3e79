"""Web of the soak: fifty hosts on loopback whose pages change, appear and disappear, and a receiver of webhooks.

`python -m tests.benchmarks.soak_web` is one process. It prints its port and serves until its input ends. Every page depends
only on host, number and time, so nothing is stored: the memory of this process does not matter.
"""

import asyncio
import contextlib
import json
import sys
import time
from random import Random

from tests.benchmarks.made_up_words import made_up_word
from tests.web.site import Answer, Hit, site

HOSTS = [f"127.0.50.{number}" for number in range(1, 51)]
TOPICS = 10
LIVE = 40  # articles of a host; older ones do not exist
NEWS_SECONDS = 60.0  # between two new articles of a host
EDITION_SECONDS = 300.0  # between two editions of an article that changes
WORDS = 350  # of an article
# fmt: off
FILLER = (
    "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "was", "on", "are", "as", "with",
    "they", "at", "be", "this", "from", "have", "or", "by", "one", "had", "not", "but", "what", "all",
    "were", "when", "we", "there", "can", "an", "your", "which", "their", "said", "if", "do", "will",
    "each", "about", "how", "up", "out", "them", "then", "she", "many", "some", "so", "these", "would",
    "other", "into", "has", "more", "her", "two", "like", "him", "see", "time", "could", "no", "make",
    "than", "first", "been", "its", "who", "now", "people", "my", "made", "over", "did", "down", "only",
    "way", "find", "use", "may", "water", "long", "little", "very", "after", "words", "called", "just",
    "where", "most", "know",
)
# fmt: on


def subject(topic: int) -> list[str]:
    """Return the words that only pages of this topic have."""
    chance = Random(f"subject {topic}")
    return [made_up_word(chance) for _ in range(12)]


SUBJECTS = [subject(topic) for topic in range(TOPICS)]


def topic_of(place: int) -> int:
    """Return the topic of the host at this place of the list."""
    return place % TOPICS


class World:
    """All hosts. Their pages depend on the time of the request."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.begun = time.time()
        self.pages = 0
        self.alerts = 0
        self.alert_ids: set[str] = set()

    def answer(self, hit: Hit) -> Answer:
        if hit.path == "/hook":
            self.alerts += 1
            self.alert_ids.add(hit.headers.get("webhook-id", ""))
            return Answer(b"", 204, {})
        if hit.path == "/counted":
            return _counts({"pages": self.pages, "alerts": self.alerts, "different": len(self.alert_ids)})
        self.pages += 1
        place = HOSTS.index(hit.address) if hit.address in HOSTS else 0
        body, kind = self._body(place, hit.path)
        if body is None:
            return Answer(b"gone", 404)
        tag = f'"{hash(body):x}"'
        if hit.headers.get("if-none-match") == tag:
            return Answer(b"", 304, {"ETag": tag})
        return Answer(body.encode(), 200, {"Content-Type": kind, "ETag": tag})

    def _body(self, place: int, path: str) -> tuple[str | None, str]:
        match path.strip("/").split("/"):
            case [""]:
                return self._front(place), "text/html; charset=utf-8"
            case ["a", number] if number.isdigit() and int(number) in self._live(place):
                return self._article(place, int(number)), "text/html; charset=utf-8"
            case ["feed.xml"]:
                return self._feed(place), "application/rss+xml"
            case ["sitemap.xml"]:
                return self._sitemap(place), "application/xml"
            case ["robots.txt"]:
                rules = f"User-agent: *\nDisallow: /private/\nSitemap: {self.url(place, '/sitemap.xml')}\n"
                return rules, "text/plain"
        return None, ""

    def url(self, place: int, path: str = "/") -> str:
        return f"http://{HOSTS[place % len(HOSTS)]}:{self.port}{path}"

    def _live(self, place: int) -> range:
        """Return the numbers of the articles that exist now. Hosts do not publish at the same time."""
        newest = LIVE + int((time.time() - self.begun) / NEWS_SECONDS + place / len(HOSTS))
        return range(newest - LIVE, newest)

    def _front(self, place: int) -> str:
        items = "".join(
            f'<li><a href="/a/{number}">{_title(place, number)}</a></li>'
            for number in reversed(self._live(place)[-15:])
        )
        friends = "".join(
            f'<li><a href="{self.url(place + step)}">{" ".join(SUBJECTS[topic_of(place + step)][:2])}</a></li>'
            for step in (1, 10, 20, 30, 40)
        )
        return _page(f"Front page {place}", f"<ul>{items}</ul><h2>Friends</h2><ul>{friends}</ul>")

    def _article(self, place: int, number: int) -> str:
        # One article in three is edited periodically; one paragraph changes.
        edition = int((time.time() + number * 7) / EDITION_SECONDS) if number % 3 == 0 else 0
        chance = Random(f"{place} {number}")
        paragraphs = [_prose(chance, place) for _ in range(WORDS // 50)]
        if edition:
            paragraphs[2] = _prose(Random(f"{place} {number} {edition}"), place)
        near = [chance.choice(self._live(place)) for _ in range(3)]
        far = [(place + 10 * chance.randrange(1, 5), chance.randrange(LIVE // 2, LIVE)) for _ in range(3)]
        links = "".join(f'<li><a href="/a/{one}">{_title(place, one)}</a></li>' for one in near)
        links += "".join(
            f'<li><a href="{self.url(host, f"/a/{one}")}">{_title(host, one)}</a></li>' for host, one in far
        )
        text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        return _page(
            _title(place, number),
            f'<main><article>{text}</article></main><ul>{links}</ul><a href="/">Front</a>',
        )

    def _feed(self, place: int) -> str:
        items = "".join(
            f"<item><title>{_title(place, number)}</title><link>{self.url(place, f'/a/{number}')}</link></item>"
            for number in reversed(self._live(place)[-10:])
        )
        return f'<rss version="2.0"><channel><title>Host {place}</title>{items}</channel></rss>'

    def _sitemap(self, place: int) -> str:
        urls = "".join(
            f"<url><loc>{self.url(place, f'/a/{number}')}</loc></url>" for number in self._live(place)
        )
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'


def _title(place: int, number: int) -> str:
    chance = Random(f"title {place} {number}")
    return " ".join(chance.sample(SUBJECTS[topic_of(place)], 3)).capitalize() + f" {number}"


def _prose(chance: Random, place: int) -> str:
    said = [
        " ".join(
            chance.choice(SUBJECTS[topic_of(place)]) if chance.random() < 0.15 else chance.choice(FILLER)
            for _ in range(10)
        ).capitalize()
        for _ in range(5)
    ]
    return ". ".join(said) + "."


def _page(title: str, body: str) -> str:
    head = f'<title>{title}</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><h1>{title}</h1>{body}</body></html>'


def _counts(counts: dict[str, int]) -> Answer:
    return Answer(json.dumps(counts).encode(), 200, {"Content-Type": "application/json"})


async def serve() -> None:
    async with site("0.0.0.0") as server:
        world = World(server.port)

        def answer(hit: Hit) -> Answer:
            server.log.clear()  # not needed, and half an hour of it would be long
            return world.answer(hit)

        server.pages.clear()
        server.otherwise = answer
        print(server.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve())
