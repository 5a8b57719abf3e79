"""/alerts: alerts that are waiting, sent, or failed."""

from datetime import datetime
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from watchd.api.edge.paging import Cursor, IdPrefix, Limit, ListingPage, having_prefix, listing, newest_start
from watchd.api.edge.problems import not_found
from watchd.api.services import Injected
from watchd.errors import Conflict
from watchd.model.alert import Alert, AlertKind, AlertState
from watchd.store.tables import Tables

MAX_FINDINGS = 200

# The framework keeps the name `state` for itself.
InState = Annotated[AlertState | None, QueryParameter(name="state", description="Only alerts in this state.")]


class AlertOut(Struct, frozen=True):
    """An alert. `id` is also its Message-ID or webhook-id; `last_error` is the reason of a failed or imperfect delivery."""

    id: str
    profile_id: str | None
    channel: str
    kind: AlertKind
    state: AlertState
    text: str
    created_at: datetime
    due_at: datetime | None
    attempts: int
    sent_at: datetime | None
    last_error: str | None


class AlertDetail(AlertOut, frozen=True):
    """An alert with its findings."""

    finding_ids: list[str]  # the first 200
    findings: int


class AlertController(Controller):
    """Alerts, and a new try for those that failed."""

    path = "/alerts"
    tags = ["Alerts"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="List alerts")
    async def list_all(
        self,
        services: Injected,
        in_state: InState = None,
        id_prefix: IdPrefix = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[AlertOut]:
        """List the newest first."""
        before = newest_start(cursor, id_prefix)
        found = await services.store.read(
            lambda tables: tables.alerts.listed(state=in_state, before=before, limit=limit + 1)
        )
        kept = having_prefix(found, id_prefix, key=lambda alert: alert.id)
        return listing([AlertOut(**_fields(alert)) for alert in kept], limit, key=lambda alert: alert.id)

    @get("/{alert_id:str}", opt={"scope": "read"}, summary="Read an alert")
    async def read(self, services: Injected, alert_id: FromPath[str]) -> AlertDetail:
        return await services.store.read(lambda tables: _detail(tables, alert_id))

    @post("/{alert_id:str}/retry", opt={"scope": "write"}, status_code=202, summary="Send an alert now")
    async def retry(self, services: Injected, alert_id: FromPath[str]) -> AlertDetail:
        """End the pause or the rest of its channel. An alert that had failed goes to the end of the channel queue."""

        async def store(tables: Tables) -> AlertDetail:
            alert = await _existing(tables, alert_id)
            if alert.state == "sent":
                raise Conflict(f"The alert {alert_id!r} was already delivered; it cannot be sent again.")
            await tables.alerts.requeue(alert_id, services.clock.now())
            await tables.channels.wake(alert.channel_name)
            return await _detail(tables, alert_id)

        answer = await services.store.write(store)
        services.alerts_changed()
        return answer


async def _existing(tables: Tables, id: str) -> Alert:
    alert = await tables.alerts.get(id)
    if alert is None:
        raise not_found("alert", id)
    return alert


async def _detail(tables: Tables, id: str) -> AlertDetail:
    alert = await _existing(tables, id)
    ids = await tables.alerts.finding_ids(id, MAX_FINDINGS)
    total = len(ids) if len(ids) < MAX_FINDINGS else await tables.alerts.count_findings(id)
    return AlertDetail(**_fields(alert), finding_ids=ids, findings=total)


def _fields(alert: Alert) -> dict[str, Any]:
    return {
        "id": alert.id,
        "profile_id": alert.profile_id,
        "channel": alert.channel_name,
        "kind": alert.kind,
        "state": alert.state,
        "text": alert.body,
        "created_at": alert.created_at,
        "due_at": alert.due_at,
        "attempts": alert.attempts,
        "sent_at": alert.sent_at,
        "last_error": alert.last_error,
    }
