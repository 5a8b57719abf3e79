"""`watchd fetch URL`: one page as watchd sees it, to find out why a profile finds what it finds."""

import asyncio
from pathlib import Path
from typing import Any

import click
import msgspec

from watchd import validation
from watchd.app import config
from watchd.commands.options import config_option
from watchd.commands.output import clean
from watchd.errors import FieldErrors
from watchd.model.outcome import Fetched, Outcome
from watchd.model.page import Page, Unparseable
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds

MAX_TEXT_CHARS = 600  # of the main text
MAX_CONTEXT_CHARS = 60  # of the words around a link


@click.command("fetch")
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every link and the whole text.")
@click.option("--allow-network", multiple=True, help="Allow a network of your own, such as 127.0.0.0/8.")
@click.option("--contact", default="", help="Contact that the server sees, such as mailto:you@example.org.")
@config_option
@click.option("--links", "max_links", default=20, show_default=True, help="Max links to print.")
def fetch(
    url: str,
    as_json: bool,
    allow_network: tuple[str, ...],
    contact: str,
    config_file: Path | None,
    max_links: int,
) -> None:
    """Fetch one page as a run does, and show the result.

    It prints outcome, headers, text, links and signature. The exit code is 1 if there is no page, such as after a 404.
    """
    try:
        outcome, page = asyncio.run(
            fetch_and_read(url, _settings(config_file, allow_network, contact), ExtractBounds(children=1))
        )
    except (ValueError, FieldErrors) as error:
        raise click.ClickException(str(error)) from None
    lines = _json(outcome, page) if as_json else "\n".join(_lines(outcome, page, max_links))
    click.echo(lines)
    if not isinstance(outcome, Fetched):
        raise click.exceptions.Exit(1)


def _settings(config_file: Path | None, networks: tuple[str, ...], contact: str) -> FetchBounds:
    """Return the settings of the configuration with the additions of the command line."""
    configured = config.load_local(config_file).fetch
    opened = [*configured.allow_networks, *networks]
    changed = msgspec.structs.replace(configured, allow_networks=opened, contact=contact or configured.contact)
    return FetchBounds.of(validation.verify(changed))


async def fetch_and_read(
    url: str, settings: FetchBounds, reading: ExtractBounds
) -> tuple[Outcome, Page | Unparseable | None]:
    """Fetch a page and read it."""
    async with WebFetcher(settings) as fetcher:
        outcome = await fetcher.fetch(url)
    if not isinstance(outcome, Fetched):
        return outcome, None
    async with Extractor(reading, robot=settings.robot) as extractor:
        return outcome, await extractor.extract(outcome)


def _json(outcome: Outcome, page: Page | Unparseable | None) -> str:
    shown: dict[str, Any] = msgspec.to_builtins(outcome)
    if isinstance(outcome, Fetched):
        shown["body"] = f"{len(outcome.body)} bytes"
    value = {"outcome": shown, "page": None if page is None else msgspec.to_builtins(page)}
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _lines(outcome: Outcome, page: Page | Unparseable | None, max_links: int) -> list[str]:
    lines = _about_outcome(outcome)
    if isinstance(page, Page):
        lines += _about_page(page) + _about_links(page, max_links)
    elif page is not None:
        lines += ["", "The page cannot be read.", *_fields(page, ("kind", "detail"))]
    return lines


def _about_outcome(outcome: Outcome) -> list[str]:
    lines = [f"outcome      {msgspec.to_builtins(outcome)['type']}"]
    lines += _fields(
        outcome, ("url", "to", "status", "by", "kind", "detail", "retry_after", "content_type", "charset")
    )
    if not isinstance(outcome, Fetched):
        return lines
    lines.append(
        f"size         {len(outcome.body)} bytes, {outcome.wire_bytes} on the wire, {outcome.seconds:.3f} s"
    )
    lines += [f"redirect     {_clean(hop)}" for hop in outcome.redirects]
    lines += ["", "Headers", *(f"  {_clean(name)}: {_clean(value)}" for name, value in outcome.headers)]
    return lines


def _about_page(page: Page) -> list[str]:
    names = ("title", "language", "description", "published", "modified", "noindex", "nofollow", "content_hash")
    text = _clean(page.text)
    return [
        "",
        "Page",
        *(f"  {line}" for line in _fields(page, names)),
        f"  signature    {page.signature & 0xFFFFFFFFFFFFFFFF:016x}",
        f"  terms        {len(page.terms)}",
        *(f"  feed         {_clean(feed)}" for feed in page.feeds),
        *(f"  sitemap      {_clean(sitemap)}" for sitemap in page.sitemaps),
        "",
        f"Main text ({len(page.text)} of {len(page.full_text)} characters)",
        f"  {text[:MAX_TEXT_CHARS]}{' …' if len(text) > MAX_TEXT_CHARS else ''}",
    ]


def _about_links(page: Page, max_links: int) -> list[str]:
    lines = ["", f"Links ({len(page.links)})"]
    for number, link in enumerate(page.links[:max_links]):
        lines.append(f"  {number:3} {_clean(link.anchor)[:MAX_CONTEXT_CHARS]!r} {_clean(link.url)}")
        place = " ".join([_clean(link.tag_path), *map(_clean, link.rel)])
        lines.append(f"      {place}  … {_clean(link.context)[:MAX_CONTEXT_CHARS]} …")
    if len(page.links) > max_links:
        lines.append(f"      and {len(page.links) - max_links} more (--links, --json)")
    return lines


def _fields(value: msgspec.Struct, names: tuple[str, ...]) -> list[str]:
    found = [(name, getattr(value, name, None)) for name in names]
    return [f"{name:12} {_clean(str(text))}" for name, text in found if text not in (None, "")]


def _clean(text: str) -> str:
    """Make text from the web safe for a terminal, on one line."""
    return " ".join(clean(text.replace("\t", " ").replace("\n", " ")).split())
