"""Alerts while the daemon is killed: used by the short test and by the long one of `make test-chaos`."""

import asyncio
import json
import random
import signal
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import httpx

from tests.acceptance.warm_daemon import WarmDaemon
from tests.notify.mailbox import mailbox
from tests.notify.receiver import Receiver, receiver
from tests.support import SeededEntropy
from watchd import validation
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.model.finding import Finding
from watchd.model.page import StoredPage
from watchd.model.profile import Profile, ProfileSpec
from watchd.store.database import open_database
from watchd.store.tables import Tables

# Max seconds from listening to the kill: some kills come before the first message, some long after.
MAX_UPTIME_SECONDS = (0.2, 1.0, 5.0)
STUCK_SECONDS = 60.0


class Chaos:
    """Test that writes alerts while the daemon is down, and kills it at random moments while it runs."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.state = folder / "state"
        self.daemon = WarmDaemon(self.state, {"WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]'})
        self._random = random.Random(seed)
        self._entropy = SeededEntropy(seed)
        self._written = 0

    def run(self, *, alerts: int, kills: int) -> tuple[Counter[str], Counter[str], int]:
        """Return how often each alert arrived at the webhook and in the mailbox, and the number of alerts."""
        with receiver() as hook, mailbox() as box:
            self._set_up({"hook": f"webhook+{hook.url}/", "mail": box.url()})
            for kill in range(kills):
                self._write(alerts * (kill + 1) // kills // 2 - self._written)
                self.daemon.start()
                time.sleep(self._random.uniform(0, self._random.choice(MAX_UPTIME_SECONDS)))
                self.daemon.stop(signal.SIGKILL)
            self.daemon.start()
            try:
                self._settle()
            finally:
                self.daemon.stop()
            by_mail = Counter(str(mail["Message-ID"]).strip("<>").partition("@")[0] for mail in box.mails())
            return _ids(hook), by_mail, 2 * self._written

    def _set_up(self, channels: dict[str, str]) -> None:
        self.daemon.start()
        with self.daemon.client() as client:
            for name, url in channels.items():
                client.post("/api/v1/channels", json={"name": name, "url": url}).raise_for_status()
        self.daemon.stop()

    def _write(self, count: int) -> None:
        """Write findings as runs do. Each has its own profile, so that no message has two of them."""

        async def work() -> None:
            database = await open_database(self.state, datetime.now(UTC))
            for _ in range(count):
                await database.write(self._find)
            await database.close()

        asyncio.run(work())

    async def _find(self, tables: Tables) -> None:
        self._written += 1
        now = datetime.now(UTC)
        spec = {
            "name": f"Profile {self._written}",
            "query": {"text": "x"},
            "schedule": {"manual": True},
            "delivery": {"channels": ["hook", "mail"]},
        }
        profile = await tables.profiles.insert(f"p{self._written}", validation.read(ProfileSpec, spec), now)
        url = f"https://example.org/{self._written}"
        page_id = await tables.pages.put(StoredPage(id=f"page{self._written}", url=url, host="example.org"))
        finding = _finding(profile, page_id, self._written, now)
        await tables.findings.add(finding)
        planner = ChannelAlertPlanner(self._entropy, written=lambda: None)
        await planner.plan(tables, profile, [finding], now=now, is_baseline=False)

    def _settle(self) -> None:
        """Wait until all alerts are sent, as long as there is progress."""
        with self.daemon.client() as client:
            waiting, since = _waiting(client), time.monotonic()
            while waiting:
                assert time.monotonic() - since < STUCK_SECONDS, f"{waiting} alerts are stuck"
                time.sleep(0.2)
                if (now := _waiting(client)) != waiting:
                    waiting, since = now, time.monotonic()


def _waiting(client: httpx.Client) -> int:
    text = client.get("/metrics").text
    return int(
        float(next(line.split()[1] for line in text.splitlines() if line.startswith("watchd_alerts_waiting")))
    )


def _finding(profile: Profile, page_id: str, number: int, now: datetime) -> Finding:
    return Finding(
        id=f"f{number:05}",
        profile_id=profile.id,
        run_id=None,
        page_id=page_id,
        kind="new",
        url=f"https://example.org/{number}",
        title=f"Finding {number}",
        language="en",
        score=0.7,
        found_at=now,
        content_hash=str(number),
    )


def _ids(hook: Receiver) -> Counter[str]:
    bodies = Counter((got.headers["webhook-id"], json.loads(got.body)["data"]["id"]) for got in hook.got)
    assert all(header == id for header, id in bodies)
    return Counter(got.headers["webhook-id"] for got in hook.got)
