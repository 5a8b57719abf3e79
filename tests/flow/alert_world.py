"""What tests about alerts share: channels, a profile that delivers to them, and findings by the dozen."""

from datetime import datetime
from typing import Any

from msgspec import structs

from tests.support import MONDAY, SeededEntropy
from watchd import validation
from watchd.flow.alerts.planner import AlertSettings, ChannelAlertPlanner
from watchd.model.alert import Alert
from watchd.model.channel import Channel, EventKind, Secrets
from watchd.model.finding import Finding
from watchd.model.page import StoredPage
from watchd.model.profile import Profile, ProfileSpec
from watchd.notify.channels import webhook
from watchd.store.database import Database
from watchd.store.tables import Tables


class World:
    """A store with channels and one profile, and the hand that writes findings into it."""

    def __init__(self, store: Database, entropy: SeededEntropy, *, join_window: str = "2m") -> None:
        self.store = store
        self.rung = 0
        settings = AlertSettings(join_window=join_window)
        self.planner = ChannelAlertPlanner(entropy, written=self._ring, settings=settings)
        self._number = 0

    def _ring(self) -> None:
        self.rung += 1

    async def channel(self, name: str, url: str = "webhook+http://127.0.0.1:9/", **fields: Any) -> None:
        both: list[EventKind] = ["findings", "health"]
        channel = Channel(
            name=name,
            url=url,
            template=fields.get("template"),
            events=fields.get("events", both),
            created_at=MONDAY,
            updated_at=MONDAY,
            revision=1,
            secrets=Secrets(webhook.secret_of(7)) if url.startswith("webhook+") else None,
        )
        await self.store.write(lambda tables: tables.channels.insert(channel))

    async def profile(self, *channels: str, name: str = "Batteries", **fields: Any) -> Profile:
        delivery = {"channels": list(channels), **fields.pop("delivery", {})}
        spec = validation.read(
            ProfileSpec, {"name": name, "query": {"text": "solid state"}, "delivery": delivery, **fields}
        )
        return await self.store.write(lambda tables: tables.profiles.insert(f"p-{name}", spec, MONDAY))

    async def find(
        self,
        profile: Profile,
        count: int = 1,
        *,
        now: datetime = MONDAY,
        is_baseline: bool = False,
        active_run: str | None = None,
        signature: int = 0,
        **fields: Any,
    ) -> list[Finding]:
        """Do what a step of a run does: store findings and plan their alerts, in one transaction."""

        async def step(tables: Tables) -> list[Finding]:
            found = [await self._store_one(tables, profile, now, signature, fields) for _ in range(count)]
            await self.planner.plan(
                tables, profile, found, now=now, is_baseline=is_baseline, active_run=active_run
            )
            return found

        return await self.store.write(step)

    async def release(self, run_id: str, *, now: datetime) -> None:
        """Do what the end of a run does for alerts."""
        await self.store.write(lambda tables: self.planner.release(tables, run_id, now=now))

    async def alerts(self, channel: str | None = None) -> list[Alert]:
        """The oldest first."""
        found = await self.store.read(lambda tables: tables.alerts.listed(state=None, before="~", limit=1000))
        return [alert for alert in reversed(found) if channel in (None, alert.channel_name)]

    async def findings_of(self, alert: Alert) -> list[Finding]:
        return await self.store.read(lambda tables: tables.alerts.findings(alert.id, 1000))

    async def _store_one(
        self, tables: Tables, profile: Profile, now: datetime, signature: int, fields: dict[str, Any]
    ) -> Finding:
        self._number += 1
        host = f"site-{self._number}.example"
        url = fields.get("url", f"https://{host}/")
        page_id = await tables.pages.put(StoredPage(id=f"page-{self._number}", url=url, host=host))
        values: dict[str, Any] = {
            "id": f"f{self._number:05}",
            "profile_id": profile.id,
            "run_id": "run",
            "page_id": page_id,
            "kind": "new",
            "url": url,
            "title": f"Page {self._number}",
            "language": "en",
            "score": 0.7,
            "found_at": now,
            "content_hash": f"hash {self._number}",
            **fields,
        }
        finding = Finding(**values)
        finding = structs.replace(finding, story_id=await self.planner.story_of(tables, finding, signature))
        assert await tables.findings.add(finding)
        return finding
