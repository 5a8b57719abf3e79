"""Adoption of a page that a person names: from the store, else fetched once and stored."""

from datetime import datetime
from urllib.parse import urlsplit

from msgspec import Struct, structs

from watchd.errors import Fault, FieldErrors
from watchd.flow.profiles.topics import snapshot_at
from watchd.model import values
from watchd.model.outcome import Failed, Fetched, Gone, Refused, Validators
from watchd.model.page import Page, StoredPage
from watchd.ports import Entropy, Fetcher, PageReader
from watchd.store.database import Store
from watchd.store.tables import Tables


class AdoptedPage(Struct, frozen=True):
    """A page that a person named."""

    page: Page
    fetched: Fetched | None = None  # set when the page was fetched now and is not stored yet


async def find_or_fetch(store: Store, fetcher: Fetcher, reader: PageReader, url: str) -> AdoptedPage:
    """Return the page at this address; raise FieldErrors when it cannot be read."""
    known = await store.read(lambda tables: snapshot_at(tables, url))
    if known is not None:
        return AdoptedPage(known)
    outcome = await fetcher.fetch(url, caller="feedback")
    if not isinstance(outcome, Fetched):
        raise FieldErrors([Fault("url", f"cannot be read now: {_reason(outcome)}")])
    page = await reader.extract(outcome)
    if not isinstance(page, Page):
        raise FieldErrors([Fault("url", f"cannot be read: {page.detail}")])
    return AdoptedPage(page, outcome)


async def store_page(tables: Tables, named: AdoptedPage, url: str, *, entropy: Entropy, now: datetime) -> str:
    """Store the page, unless it is stored already, and return its id."""
    stored = await tables.pages.by_url(url) or await tables.pages.by_url(named.page.url)
    if stored is not None:
        return stored.id
    page = named.page
    page_id = await tables.pages.put(
        StoredPage(
            id=values.time_sorted_id(now, entropy.bits(values.RANDOM_ID_BITS)),
            url=page.url,
            host=urlsplit(page.url).netloc,
            status=named.fetched.status if named.fetched else None,
            validators=named.fetched.validators if named.fetched else Validators(),
            title=page.title,
            language=page.language,
            content_hash=page.content_hash,
            signature=page.signature,
            published_at=page.published,
            fetched_at=now,
            changed_at=now,
            noindex=page.noindex,
        )
    )
    if url != page.url:
        await tables.pages.add_alias(url, page_id)
    await tables.pages.put_snapshot(page_id, structs.replace(page, full_text=""), now)
    return page_id


def _reason(outcome: object) -> str:
    match outcome:
        case Refused(detail=detail) | Failed(detail=detail):
            return detail
        case Gone(status=status):
            return f"the page is gone (status {status})"
    return "the answer is not a page"
