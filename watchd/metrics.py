"""Prometheus metrics. docs/reference/metrics.md describes each; a test fails when one is missing there."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

HTTP_REQUESTS = Counter(
    "watchd_http_requests_total", "Answered requests.", ["method", "route", "status"], registry=REGISTRY
)
HTTP_SECONDS = Histogram(
    "watchd_http_request_seconds",
    "Time to answer a request.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
CONNECTIONS_CLOSED = Counter(
    "watchd_http_connections_closed_total",
    "Connections that the server closed because their client kept it waiting.",
    ["reason"],
    registry=REGISTRY,
)
FAILED_LOGINS = Counter("watchd_failed_logins_total", "Requests with a wrong token.", registry=REGISTRY)
PROFILES = Gauge("watchd_profiles", "Stored profiles.", ["enabled"], registry=REGISTRY)
RUNS_QUEUED = Counter("watchd_runs_queued_total", "Runs put into the queue.", ["trigger"], registry=REGISTRY)
RUNS_ACTIVE = Gauge("watchd_runs_active", "Active runs.", registry=REGISTRY)
RUNS_ENDED = Counter("watchd_runs_ended_total", "Runs that ended.", ["reason"], registry=REGISTRY)
RUNS_COALESCED = Counter(
    "watchd_runs_coalesced_total",
    "Due runs skipped because the previous run was still active.",
    registry=REGISTRY,
)
SCHEDULE_LATENESS = Histogram(
    "watchd_schedule_lateness_seconds",
    "Delay between a profile's due time and the time when its run was queued.",
    buckets=(0.1, 0.5, 1, 5, 15, 60, 300, 3600),
    registry=REGISTRY,
)
PROVIDER_REQUESTS = Counter(
    "watchd_provider_requests_total",
    "Requests to search providers, by outcome.",
    ["provider", "meaning"],
    registry=REGISTRY,
)
PUSHED = Counter("watchd_portal_pushed_total", "Documents that a sink accepted.", ["sink"], registry=REGISTRY)
PUSH_FAILURES = Counter(
    "watchd_portal_push_failures_total", "Batches that a sink did not accept.", ["sink"], registry=REGISTRY
)
CLOCK_JUMPS = Counter("watchd_clock_jumps_total", "Times the wall clock was set.", registry=REGISTRY)
RETENTION_DROPPED = Counter(
    "watchd_retention_dropped_total", "Rows deleted by retention.", ["what"], registry=REGISTRY
)
TASKS = Gauge("watchd_tasks", "Tasks on the event loop.", registry=REGISTRY)
CACHED_TERMS = Gauge(
    "watchd_cached_terms", "Words whose rarity is in memory, for all profiles.", registry=REGISTRY
)
DATABASE_BYTES = Gauge("watchd_database_bytes", "Size of the database file and its log.", registry=REGISTRY)

ALERTS_SENT = Counter(
    "watchd_alerts_sent_total", "Alerts that a receiver accepted.", ["kind"], registry=REGISTRY
)
ALERTS_FAILED = Counter(
    "watchd_alerts_failed_total", "Alerts given up after their last attempt.", registry=REGISTRY
)
ALERT_RETRIES = Counter(
    "watchd_alert_retries_total", "Failed deliveries that will be repeated.", registry=REGISTRY
)
ALERTS_WAITING = Gauge("watchd_alerts_waiting", "Alerts not sent yet, including held ones.", registry=REGISTRY)
ALERT_LATENESS = Histogram(
    "watchd_alert_lateness_seconds",
    "Delay between an alert's due time and its delivery.",
    buckets=(0.1, 0.5, 1, 5, 15, 60, 300, 3600, 86400),
    registry=REGISTRY,
)
CHANNELS_RESTING = Gauge(
    "watchd_channels_resting", "Channels that rest because they refuse their messages.", registry=REGISTRY
)


def exposition() -> bytes:
    return generate_latest(REGISTRY)
