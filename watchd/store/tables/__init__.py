"""All tables on one connection."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import SqliteConnection
from watchd.store.tables.alerts import AlertTable
from watchd.store.tables.answers import AnswerTable
from watchd.store.tables.channels import ChannelTable
from watchd.store.tables.findings import FindingTable
from watchd.store.tables.host_state import HostTable, PageFaultTable, QuarantineTable
from watchd.store.tables.learned import LearnedTable, VerdictTable
from watchd.store.tables.page_states import PageStateTable
from watchd.store.tables.pages import PageTable, VersionTable
from watchd.store.tables.portal import PortalTable, SinkTable
from watchd.store.tables.portal_search import PortalSearchTable
from watchd.store.tables.profiles import ProfileTable
from watchd.store.tables.providers import ProviderTable, SeedAnswerTable, SettingTable
from watchd.store.tables.retention import RetentionTable
from watchd.store.tables.run_log import RunLogTable
from watchd.store.tables.runs import RunTable
from watchd.store.tables.stories import StoryTable
from watchd.store.tables.tokens import FeedKeyTable, TokenTable

PUT_BEAT = """
INSERT INTO heartbeat (id, beat_at) VALUES (:id, :now) ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at"""
BEAT_OF = "SELECT beat_at FROM heartbeat WHERE id = :id"
# Rows of the heartbeat table.
WRITE_CHECK, PROVEN_TIME = 1, 2


class Tables:
    """Access to all tables within one transaction."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self.after_commit: list[Callable[[], None]] = []

    def when_committed(self, call: Callable[[], None]) -> None:
        """Run `call` after the transaction is on the disk, and never if the transaction fails."""
        self.after_commit.append(call)

    async def schema_version(self) -> int:
        [row] = (await self._connection.ask("SELECT max(number) AS newest FROM migrations")).rows
        return int(row.newest or 0)

    async def beat(self, now: datetime) -> None:
        """Write one row, to check that writing works."""
        await self._connection.ask(PUT_BEAT, {"id": WRITE_CHECK, "now": rfc3339(now)})

    async def put_proven_time(self, now: datetime) -> None:
        """Store the time by which old rows are deleted, so that the next process can doubt its clock."""
        await self._connection.ask(PUT_BEAT, {"id": PROVEN_TIME, "now": rfc3339(now)})

    async def proven_time(self) -> datetime | None:
        rows = (await self._connection.ask(BEAT_OF, {"id": PROVEN_TIME})).rows
        return from_rfc3339(rows[0].beat_at) if rows else None

    @cached_property
    def profiles(self) -> ProfileTable:
        return ProfileTable(self._connection)

    @cached_property
    def channels(self) -> ChannelTable:
        return ChannelTable(self._connection)

    @cached_property
    def tokens(self) -> TokenTable:
        return TokenTable(self._connection)

    @cached_property
    def answers(self) -> AnswerTable:
        return AnswerTable(self._connection)

    @cached_property
    def runs(self) -> RunTable:
        return RunTable(self._connection)

    @cached_property
    def pages(self) -> PageTable:
        return PageTable(self._connection)

    @cached_property
    def versions(self) -> VersionTable:
        return VersionTable(self._connection)

    @cached_property
    def page_states(self) -> PageStateTable:
        return PageStateTable(self._connection)

    @cached_property
    def run_log(self) -> RunLogTable:
        return RunLogTable(self._connection)

    @cached_property
    def learned(self) -> LearnedTable:
        return LearnedTable(self._connection)

    @cached_property
    def findings(self) -> FindingTable:
        return FindingTable(self._connection)

    @cached_property
    def verdicts(self) -> VerdictTable:
        return VerdictTable(self._connection)

    @cached_property
    def alerts(self) -> AlertTable:
        return AlertTable(self._connection)

    @cached_property
    def portal(self) -> PortalTable:
        return PortalTable(self._connection)

    @cached_property
    def provider_states(self) -> ProviderTable:
        return ProviderTable(self._connection)

    @cached_property
    def settings(self) -> SettingTable:
        return SettingTable(self._connection)

    @cached_property
    def hosts(self) -> HostTable:
        return HostTable(self._connection)

    @cached_property
    def page_faults(self) -> PageFaultTable:
        return PageFaultTable(self._connection)

    @cached_property
    def quarantine(self) -> QuarantineTable:
        return QuarantineTable(self._connection)

    @cached_property
    def seed_answers(self) -> SeedAnswerTable:
        return SeedAnswerTable(self._connection)

    @cached_property
    def stories(self) -> StoryTable:
        return StoryTable(self._connection)

    @cached_property
    def feed_keys(self) -> FeedKeyTable:
        return FeedKeyTable(self._connection)

    @cached_property
    def portal_search(self) -> PortalSearchTable:
        return PortalSearchTable(self._connection)

    @cached_property
    def portal_sinks(self) -> SinkTable:
        return SinkTable(self._connection)

    @cached_property
    def retention(self) -> RetentionTable:
        return RetentionTable(self._connection)
