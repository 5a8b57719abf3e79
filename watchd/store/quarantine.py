"""Documents that ended their reader, so that a restart does not let them do it again."""

from collections.abc import Sequence
from datetime import UTC, datetime

from watchd.model.promise import Quarantined
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

ALL = "SELECT digest, kind, until_at FROM quarantine ORDER BY until_at"
PUT = """
INSERT INTO quarantine (digest, kind, until_at) VALUES (:digest, :kind, :until_at)
ON CONFLICT (digest) DO UPDATE SET kind = excluded.kind, until_at = excluded.until_at"""
FORGET = "DELETE FROM quarantine WHERE digest = :digest"


class QuarantineBook(Queries):
    """The quarantine table."""

    async def all(self) -> list[Quarantined]:
        return [
            Quarantined(row.digest, row.kind, from_rfc3339(row.until_at).timestamp())
            for row in await self._all(ALL)
        ]

    async def put(self, entries: Sequence[Quarantined]) -> None:
        await self._run_many(
            PUT,
            [
                {
                    "digest": entry.digest,
                    "kind": entry.kind,
                    "until_at": rfc3339(datetime.fromtimestamp(entry.until, UTC)),
                }
                for entry in entries
            ],
        )

    async def forget(self, digests: Sequence[str]) -> None:
        await self._run_many(FORGET, [{"digest": digest} for digest in digests])
