"""All tables on one connection: what a transaction can touch."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from watchd.model.times import rfc3339
from watchd.store.alerts import Alerts
from watchd.store.answers import Answers
from watchd.store.channels import Channels
from watchd.store.driver import Connection
from watchd.store.feed_keys import FeedKeys
from watchd.store.findings import Findings
from watchd.store.hosts import Hosts
from watchd.store.learned import Learned
from watchd.store.page_states import PageStates
from watchd.store.pages import Pages
from watchd.store.portal import PortalDocuments
from watchd.store.portal_search import PortalSearch
from watchd.store.portal_sinks import PortalSinks
from watchd.store.profiles import Profiles
from watchd.store.providers import ProviderStates
from watchd.store.quarantine import QuarantineBook
from watchd.store.retention import Retention
from watchd.store.run_log import RunLog
from watchd.store.runs import Runs
from watchd.store.seed_answers import SeedAnswers
from watchd.store.stories import Stories
from watchd.store.tokens import Tokens
from watchd.store.verdicts import Verdicts
from watchd.store.versions import Versions

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
