"""Pages for a portal in three languages about one topic, and a function that stores them as a run does."""

from datetime import datetime

from tests.support import MONDAY
from watchd import validation
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.page import Link, Page, RelevantPage, StoredPage
from watchd.model.profile import ProfileSpec
from watchd.store.database import Database
from watchd.store.tables import Tables

PAGES = (
    Page(
        url="https://news.example/pilot",
        title="Solid-state batteries: the pilot line opens",
        description="A factory opens",
        keywords=("batteries", "factory"),
        text="The pilot line for solid-state batteries opens in Ulm. Electrolytes come from a café next door.",
        language="en",
        links=(Link("https://news.example/anode"), Link("https://elsewhere.example/")),
    ),
    Page(
        url="https://news.example/anode",
        title="Anodes of lithium",
        text="Lithium anodes make solid batteries lighter. The date is open. <script>alert(1)</script> & more",
        language="en",
        links=(Link("https://news.example/pilot"),),
    ),
    Page(
        url="https://zeitung.example/werk",
        title="Das neue Werk für Feststoffbatterien",
        text="Die Prüfung der Batterien im neuen Werk hat begonnen.",
        language="de",
    ),
    Page(
        url="https://shinbun.example/1",
        title="東京の電池工場",
        text="新しい電池工場が東京で開きます。",
        language="ja",
    ),
)


async def profile(store: Database, id: str = "batteries") -> str:
    spec = validation.read(ProfileSpec, {"name": id, "query": {"text": id}})
    await store.write(lambda t: t.profiles.insert(id, spec, MONDAY))
    return id


def sighting(
    number: int,
    page: Page,
    *,
    profile_id: str = "batteries",
    now: datetime = MONDAY,
    source: str = "feed",
    parent_url: str | None = None,
) -> RelevantPage:
    return RelevantPage(f"page-{number}", page, profile_id, 0.5, source, parent_url, now)


async def keep(store: Database, *sightings: RelevantPage) -> None:
    async def work(tables: Tables) -> None:
        for seen in sightings:
            await tables.pages.put(
                StoredPage(id=seen.page_id, url=seen.page.url, host=seen.page.url.split("/")[2])
            )
        await PortalFeed().keep_all(tables, sightings)

    await store.write(work)


async def fill(store: Database) -> None:
    """Store one profile and all pages."""
    await profile(store)
    await keep(store, *(sighting(number, page) for number, page in enumerate(PAGES)))
