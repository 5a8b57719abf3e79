"""Tables of host delays, of pages with a fault and of quarantined documents; all keep their meaning after a restart.

A document is in quarantine when it crashed or exhausted its reader.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from watchd.model.host_state import HostPace, PageFault, Quarantined
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.queries import Queries, json_of

ALL_HOSTS = "SELECT body FROM hosts ORDER BY host"
PUT_HOST = """
INSERT INTO hosts (host, body, updated_at) VALUES (:host, :body, :now)
ON CONFLICT (host) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""
DELETE_HOST = "DELETE FROM hosts WHERE host = :host"


class HostTable(Queries):
    """The hosts table."""

    async def all(self) -> list[HostPace]:
        return [msgspec.json.decode(row.body, type=HostPace) for row in await self._all(ALL_HOSTS)]

    async def put(self, paces: Sequence[HostPace], now: datetime) -> None:
        at = rfc3339(now)
        await self._run_many(
            PUT_HOST,
            [{"host": pace.host, "body": json_of(pace), "now": at} for pace in paces],
        )

    async def delete(self, names: Sequence[str]) -> None:
        await self._run_many(DELETE_HOST, [{"host": name} for name in names])


ALL_FAULTS = "SELECT body FROM page_faults ORDER BY url"
PUT_FAULT = """
INSERT INTO page_faults (url, body) VALUES (:url, :body) ON CONFLICT (url) DO UPDATE SET body = excluded.body"""
DELETE_FAULT = "DELETE FROM page_faults WHERE url = :url"


class PageFaultTable(Queries):
    """The page_faults table."""

    async def all(self) -> list[PageFault]:
        return [msgspec.json.decode(row.body, type=PageFault) for row in await self._all(ALL_FAULTS)]

    async def put(self, faults: Sequence[PageFault]) -> None:
        await self._run_many(PUT_FAULT, [{"url": fault.url, "body": json_of(fault)} for fault in faults])

    async def delete(self, urls: Sequence[str]) -> None:
        await self._run_many(DELETE_FAULT, [{"url": url} for url in urls])


ALL_QUARANTINED = "SELECT digest, kind, until_at FROM quarantine ORDER BY until_at"
PUT_QUARANTINED = """
INSERT INTO quarantine (digest, kind, until_at) VALUES (:digest, :kind, :until_at)
ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind, until_at = excluded.until_at"""
DELETE_QUARANTINED = "DELETE FROM quarantine WHERE digest = :digest"


class QuarantineTable(Queries):
    """The quarantine table."""

    async def all(self) -> list[Quarantined]:
        return [
            Quarantined(row.digest, row.kind, from_rfc3339(row.until_at).timestamp())
            for row in await self._all(ALL_QUARANTINED)
        ]

    async def put(self, entries: Sequence[Quarantined]) -> None:
        await self._run_many(
            PUT_QUARANTINED,
            [
                {
                    "digest": entry.digest,
                    "kind": entry.kind,
                    "until_at": rfc3339(datetime.fromtimestamp(entry.until, UTC)),
                }
                for entry in entries
            ],
        )

    async def delete(self, digests: Sequence[str]) -> None:
        await self._run_many(DELETE_QUARANTINED, [{"digest": digest} for digest in digests])
