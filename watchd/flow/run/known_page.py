"""Known pages: what the store has of a page before a visit, and the text that the profile knows of it."""

from msgspec import Struct, structs

from watchd.core.changes.assess import KnownVersion
from watchd.model.page import Page, PageState, StoredPage
from watchd.store.database import Store
from watchd.store.tables import Tables


class PageBeforeVisit(Struct, frozen=True):
    """A page as the store knows it; empty for an unknown one."""

    stored: StoredPage | None = None
    state: PageState | None = None
    snapshot: Page | None = None
    was_reported: bool = False


async def read_known_page(tables: Tables, profile_id: str | None, url: str) -> PageBeforeVisit:
    """Read what is known of an address. A preview, which has no profile, remembers nothing."""
    stored = await tables.pages.by_url(url) if profile_id is not None else None
    if profile_id is None or stored is None:
        return PageBeforeVisit()
    return PageBeforeVisit(
        stored,
        await tables.page_states.get(profile_id, stored.id),
        await tables.pages.snapshot(stored.id),
        await tables.findings.was_reported(profile_id, stored.id),
    )


async def read_known_version(store: Store, page: Page, known: PageBeforeVisit) -> KnownVersion | None:
    """Read the text that the profile knows of a page; None when the profile never read it."""
    state = known.state
    if state is None or state.content_hash is None:
        return None
    reported_texts = frozenset[str]()
    if state.content_hash != page.content_hash:
        reported_texts = await store.read(
            lambda tables: tables.findings.reported_texts(state.profile_id, state.page_id)
        )
    before = await _version(store, state.followed_hash, page, known) if state.followed_hash else None
    last = await _version(store, state.content_hash, page, known)
    if last is None:
        # Retention has deleted it. The version that mattered replaces it; without that one, no change can be named.
        last = before or KnownVersion(
            page.text, page.content_hash, state.relevance, page.language, known.was_reported
        )
    return structs.replace(last, before=before, reported_texts=reported_texts)


async def _version(store: Store, content_hash: str, page: Page, known: PageBeforeVisit) -> KnownVersion | None:
    """Read one text that the profile knows, if it is stored."""
    assert known.state is not None
    page_id = known.state.page_id
    if content_hash == page.content_hash:
        text: str | None = page.text
    elif known.snapshot is not None and known.snapshot.content_hash == content_hash:
        text = known.snapshot.text
    else:
        version = await store.read(lambda tables: tables.versions.get(page_id, content_hash))
        text = version.text if version else None
    if text is None:
        return None
    return KnownVersion(text, content_hash, known.state.relevance, page.language, known.was_reported)
