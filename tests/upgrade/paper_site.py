"""Web site without a network: the former version wrote its database over these pages, and tests resume a run over them."""

import asyncio
import hashlib
from random import Random

from watchd.model.outcome import Failed, Fetched, Gone, Meter, NotModified, Outcome, Refused, Validators

HOST = "http://cells.example"
PAGES = 32
ON_TOPIC = (
    "solid",
    "state",
    "battery",
    "pilot",
    "line",
    "cells",
    "electrolyte",
    "sulphide",
    "anode",
    "separator",
)
OFF_TOPIC = ("garden", "roses", "choir", "songs", "kitchen", "cup", "mountain", "weather", "harvest", "window")
JOINTS = ("makes", "brings", "shows", "needs", "follows")
ADDITION = "The new pilot line for solid state battery cells opens in Dresden with 200 people."


def url(name: str) -> str:
    return f"{HOST}/{name}"


class PaperSite:
    """Door to the pages of the site, as they are in one edition; it counts what runs ask for."""

    def __init__(self, edition: int = 1, *, answers: int = 100_000) -> None:
        self.asked: list[str] = []
        self._edition = edition
        self._answers = answers  # the door does not answer more requests

    async def fetch(
        self,
        url: str,
        validators: Validators | None = None,
        *,
        caller: str = "",
        meter: Meter | None = None,
    ) -> Outcome:
        name = url.removeprefix(f"{HOST}/")
        if name.startswith("private"):
            return Refused(url, "robots", "The site does not allow it.")
        self.asked.append(url)
        if len(self.asked) > self._answers:
            await asyncio.Event().wait()
        body = self._body(name)
        if meter is not None:
            meter.requests += 1
            meter.received += len(body) + 100
        return self._outcome(url, name, body, validators)

    async def sitemaps(self, url: str, *, caller: str = "", meter: Meter | None = None) -> tuple[str, ...]:
        return (f"{HOST}/sitemap.xml",)

    def _outcome(self, url: str, name: str, body: bytes, validators: Validators | None) -> Outcome:
        if name == "broken":
            return Failed(url, "timeout", "The server did not answer in time.")
        if not body:
            return Gone(url, 404)
        tag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
        seconds = 0.05 + len(body) % 7 / 20
        if validators is not None and validators.etag == tag:
            return NotModified(url, Validators(etag=tag), seconds)
        kind = "application/xml" if name.endswith(".xml") else "text/html"
        return Fetched(
            url=f"{HOST}/page2" if name == "former" else url,
            status=200,
            content_type=kind,
            charset="utf-8",
            body=body,
            headers=(("content-type", kind), ("etag", tag)),
            validators=Validators(etag=tag),
            seconds=seconds,
            wire_bytes=len(body) + 100,
            redirects=(url,) if name == "former" else (),
        )

    def _body(self, name: str) -> bytes:
        """The document at this name; empty when there is none."""
        if name == "feed.xml":
            numbers = (3, 5) if self._edition == 1 else (3, 5, PAGES + 1)
            items = "".join(f"<item><title>{n}</title><link>{url(f'page{n}')}</link></item>" for n in numbers)
            return f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>".encode()
        if name == "sitemap.xml":
            places = "".join(f"<url><loc>{url(f'page{n}')}</loc></url>" for n in (7, 11))
            return f"<urlset>{places}</urlset>".encode()
        number = 2 if name == "former" else int(name.removeprefix("page")) if name.startswith("page") else 0
        last = PAGES + 1 if self._edition > 1 else PAGES
        is_gone = self._edition > 1 and number == 9
        return _page(number, self._edition) if 1 <= number <= last and not is_gone else b""


def _page(number: int, edition: int) -> bytes:
    """A page of six sentences; it is on topic when its number is near the start or odd."""
    chance = Random(number)
    words = ON_TOPIC if number < 6 or number % 2 else OFF_TOPIC
    sentences = [_sentence(chance, words) for _ in range(6)]
    if edition > 1 and number in (2, 5, 7):
        sentences.append(ADDITION)
    names = [f"page{2 * number}", f"page{2 * number + 1}", f"page{chance.randint(1, PAGES)}"]
    names += {1: ["former", "broken", "private"], 4: ["missing"]}.get(number, [])
    links = "".join(f'<li><a href="/{n}">{_sentence(chance, words)}</a></li>' for n in names)
    head = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">' if number == 1 else ""
    title = f"{words[number % len(words)]} {words[(number + 3) % len(words)]} {number}"
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    return (
        f"<html lang=en><head><title>{title}</title>{head}</head><body><main><h1>{title}</h1>{paragraphs}</main>"
        f"<ul>{links}</ul></body></html>"
    ).encode()


def _sentence(chance: Random, words: tuple[str, ...]) -> str:
    first, second = chance.sample(words, 3), chance.sample(words, 3)
    return f"The {' '.join(first)} {chance.choice(JOINTS)} the {' '.join(second)} in {chance.randint(10, 99)} rooms."
