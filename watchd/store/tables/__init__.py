"""All tables on one connection: what a transaction can touch."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from watchd.model.times import rfc3339
from watchd.store.driver import Connection
from watchd.store.tables.alerts import Alerts
from watchd.store.tables.answers import Answers
from watchd.store.tables.channels import Channels
from watchd.store.tables.findings import Findings
from watchd.store.tables.host_state import Hosts, QuarantineBook
from watchd.store.tables.learned import Learned
from watchd.store.tables.page_states import PageStates
from watchd.store.tables.pages import Pages, Versions
from watchd.store.tables.portal import PortalDocuments, PortalSinks
from watchd.store.tables.portal_search import PortalSearch
from watchd.store.tables.profiles import Profiles
from watchd.store.tables.providers import ProviderStates, SeedAnswers
from watchd.store.tables.retention import Retention
from watchd.store.tables.run_log import RunLog
from watchd.store.tables.runs import Runs
from watchd.store.tables.stories import Stories
from watchd.store.tables.tokens import FeedKeys, Tokens
from watchd.store.tables.verdicts import Verdicts

BEAT = "INSERT INTO heartbeat (id, beat_at) VALUES (1, :now) ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at"


class Tables:
    """One door per noun; each is a handful of named queries."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.after_commit: list[Callable[[], None]] = []

    def when_committed(self, call: Callable[[], None]) -> None:
        """Call this once what was written is on the disk; never, if it does not get there."""
        self.after_commit.append(call)

    async def schema_version(self) -> int:
        [row] = (await self._connection.ask("SELECT max(number) AS newest FROM migrations")).rows
        return int(row.newest or 0)

    async def beat(self, now: datetime) -> None:
        """Write something, to find out whether writing works."""
        await self._connection.ask(BEAT, {"now": rfc3339(now)})

    @cached_property
    def profiles(self) -> Profiles:
        return Profiles(self._connection)

    @cached_property
    def channels(self) -> Channels:
        return Channels(self._connection)

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens(self._connection)

    @cached_property
    def answers(self) -> Answers:
        return Answers(self._connection)

    @cached_property
    def runs(self) -> Runs:
        return Runs(self._connection)

    @cached_property
    def pages(self) -> Pages:
        return Pages(self._connection)

    @cached_property
    def versions(self) -> Versions:
        return Versions(self._connection)

    @cached_property
    def page_states(self) -> PageStates:
        return PageStates(self._connection)

    @cached_property
    def run_log(self) -> RunLog:
        return RunLog(self._connection)

    @cached_property
    def learned(self) -> Learned:
        return Learned(self._connection)

    @cached_property
    def findings(self) -> Findings:
        return Findings(self._connection)

    @cached_property
    def verdicts(self) -> Verdicts:
        return Verdicts(self._connection)

    @cached_property
    def alerts(self) -> Alerts:
        return Alerts(self._connection)

    @cached_property
    def portal(self) -> PortalDocuments:
        return PortalDocuments(self._connection)

    @cached_property
    def provider_states(self) -> ProviderStates:
        return ProviderStates(self._connection)

    @cached_property
    def hosts(self) -> Hosts:
        return Hosts(self._connection)

    @cached_property
    def quarantine(self) -> QuarantineBook:
        return QuarantineBook(self._connection)

    @cached_property
    def seed_answers(self) -> SeedAnswers:
        return SeedAnswers(self._connection)

    @cached_property
    def stories(self) -> Stories:
        return Stories(self._connection)

    @cached_property
    def feed_keys(self) -> FeedKeys:
        return FeedKeys(self._connection)

    @cached_property
    def portal_search(self) -> PortalSearch:
        return PortalSearch(self._connection)

    @cached_property
    def portal_sinks(self) -> PortalSinks:
        return PortalSinks(self._connection)

    @cached_property
    def retention(self) -> Retention:
        return Retention(self._connection)
