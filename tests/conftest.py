"""Fixtures that several test folders use."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import httpx
import pytest

from tests.support import MONDAY, HandWoundClock, IdleRunner, RecordingSender, SeededEntropy
from watchd import validation
from watchd.api.app import build
from watchd.api.services import Services
from watchd.api.settings import ServerSettings
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.flow.run.control import RunNotifier
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.flow.upkeep import tokens
from watchd.flow.upkeep.contact import Contact
from watchd.model.token import TokenSpec
from watchd.store.database import FILE_NAME, Database, open_database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition
from watchd.web.providers.provider import WebSearchProvider
from watchd.web.providers.settings import ProviderSettings
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds, FetchSettings


@pytest.fixture
def clock() -> HandWoundClock:
    return HandWoundClock()


@pytest.fixture
def entropy() -> SeededEntropy:
    return SeededEntropy()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database as the first start makes it; it is made once, because a copy is faster."""
    folder = tmp_path_factory.mktemp("empty")

    async def make() -> None:
        await (await open_database(folder, MONDAY)).close()

    asyncio.run(make())
    return folder / FILE_NAME


@pytest.fixture
async def store(tmp_path: Path, empty_database: Path, clock: HandWoundClock) -> AsyncIterator[Database]:
    shutil.copy(empty_database, tmp_path / FILE_NAME)
    database = await open_database(tmp_path, clock.now())
    yield database
    await database.close()


@pytest.fixture
async def files() -> AsyncIterator[Extractor]:
    """Return a reader of files; its child process starts only for tests that use it."""
    async with Extractor(ExtractBounds(children=1)) as reader:
        yield reader


@pytest.fixture
async def fetcher() -> AsyncIterator[WebFetcher]:
    """Return the default fetcher, which refuses addresses of this machine."""
    async with WebFetcher(FetchBounds()) as opened:
        yield opened


class ProviderWorkshop:
    """Builds providers that send through a guarded fetcher, and opens the network to their addresses only."""

    def __init__(self, fetcher: WebFetcher, reader: Extractor, clock: HandWoundClock) -> None:
        self.contact = ""
        self._fetcher, self._reader, self._clock = fetcher, reader, clock

    def build(self, name: str, definition: Definition, settings: ProviderSettings) -> WebSearchProvider:
        return WebSearchProvider(
            name,
            definition,
            settings,
            sender=self._fetcher.outbound,
            reader=self._reader,
            now=self._clock.now,
            contact=lambda: self.contact,
        )

    def open_network(self, providers: Mapping[str, ProviderSettings]) -> None:
        self._fetcher.use_network_rules(preset_files.bounds_for(FetchSettings(), providers))


@pytest.fixture
def search_providers(store: Database, clock: HandWoundClock, entropy: SeededEntropy) -> SearchProviders:
    return SearchProviders([], store, clock, entropy)


@pytest.fixture
def configured_providers() -> dict[str, ProviderSettings]:
    """Return one provider, at an address where nothing listens."""
    return {"searxng": ProviderSettings(base_url="http://127.0.0.1:9")}


@pytest.fixture
async def provider_setup(
    configured_providers: dict[str, ProviderSettings],
    search_providers: SearchProviders,
    store: Database,
    clock: HandWoundClock,
    files: Extractor,
) -> AsyncIterator[ProviderSetup]:
    async with WebFetcher(FetchBounds()) as outgoing:
        workshop = ProviderWorkshop(outgoing, files, clock)
        setup = ProviderSetup(configured_providers, None, search_providers, workshop, store, clock)
        await setup.start()
        yield setup


@pytest.fixture
def sender() -> RecordingSender:
    return RecordingSender()


@pytest.fixture
def services(
    store: Database,
    clock: HandWoundClock,
    entropy: SeededEntropy,
    files: Extractor,
    fetcher: WebFetcher,
    search_providers: SearchProviders,
    provider_setup: ProviderSetup,
    sender: RecordingSender,
) -> Services:
    return Services(
        store=store,
        clock=clock,
        entropy=entropy,
        server=ServerSettings(),
        started_at=clock.now(),
        files=files,
        fetcher=fetcher,
        schedule_changed=lambda: None,
        runs=IdleRunner(),
        notifier=RunNotifier(),
        search_providers=search_providers,
        provider_setup=provider_setup,
        contact=Contact("", store, clock, changed=lambda _: None),
        alerts_changed=lambda: None,
        sender=sender,
        links=SignedLinks(b"k" * 32, "http://localhost", clock),
    )


async def token_text(services: Services, name: str, scope: str) -> str:
    spec = validation.read(TokenSpec, {"name": name, "scope": scope})
    new = tokens.make(spec, clock=services.clock, entropy=services.entropy)
    await services.store.write(lambda tables: tables.tokens.insert(new.token, new.digest))
    return new.text


@pytest.fixture
async def anonymous(services: Services) -> AsyncIterator[httpx.AsyncClient]:
    """Return a client without a token."""
    transport = httpx.ASGITransport(build(services), client=("192.0.2.7", 1234))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


@pytest.fixture
async def admin(services: Services, anonymous: httpx.AsyncClient) -> httpx.AsyncClient:
    """Return the same client with an admin token."""
    anonymous.headers["Authorization"] = f"Bearer {await token_text(services, 'admin', 'admin')}"
    return anonymous
