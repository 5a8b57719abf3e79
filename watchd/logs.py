"""Logging: one event per line, a fixed sentence plus fields, and never a secret.

All loggers of the process, ours and those of the libraries, use the same processors.

A hostile or broken host can cause the same line thousands of times. So the same sentence about the same host is logged
at most 30 times a minute and the rest is counted. The first line of a later minute says how many were suppressed. Errors
are never suppressed.
"""

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Any, Literal, TextIO

import structlog
from msgspec import Struct
from structlog.typing import EventDict, Processor

# Our tokens have a fixed prefix; credentials in URLs and authorization headers have a fixed form too.
SECRETS = [
    (re.compile(r"wd_[a-z]_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{20,}"), "wd_***"),
    (re.compile(r"(?i)(bearer\s+)[A-Za-z0-9._~+/=-]{8,}"), r"\1***"),
    (re.compile(r"([a-z][a-z0-9+.-]*://)[^/\s:@]+:[^/\s@]+@"), r"\1***@"),
    (re.compile(r"(?i)([?&](?:api_?key|key|token)=)[^&\s]+"), r"\1***"),
]
MAX_LINES_PER_MINUTE = 30  # of one kind about one host
MAX_COUNTED_KINDS = 10_000  # with more, the counts start again
SECRET_FIELDS = ("token", "secret", "password", "api_key", "authorization", "cookie")


class LogSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[log]"""

    # auto: console on a terminal, JSON elsewhere.
    format: Literal["auto", "json", "console"] = "auto"
    level: Literal["debug", "info", "warning", "error"] = "info"


def masked(text: str) -> str:
    """Replace everything in the text that looks like a secret."""
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def mask_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = "***" if name.lower() in SECRET_FIELDS else masked(value)
    return event


def set_up(settings: LogSettings, stream: TextIO = sys.stderr) -> None:
    """Send every log record of the process to one stream, in one form. May be called again after a reload."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        mask_secrets,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.PositionalArgumentsFormatter(), *shared],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer(settings, stream)],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    handler.addFilter(FloodFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.level.upper())
    # These log every request or tick; watchd itself logs the events that matter.
    for chatty in ("uvicorn.access", "apscheduler", "aiosqlite", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # Apprise logs URLs that it cannot parse, and they are secrets; the outcome of a delivery says what matters.
    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _renderer(settings: LogSettings, stream: TextIO) -> Processor:
    console = settings.format == "console" or (settings.format == "auto" and stream.isatty())
    if console:
        return structlog.dev.ConsoleRenderer(colors=stream.isatty())
    return structlog.processors.JSONRenderer()


class FloodFilter(logging.Filter):
    """Log filter that counts lines by their sentence and their host."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._minute = 0
        self._counted: dict[tuple[str, str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line may be logged."""
        if record.levelno >= logging.ERROR:
            return True
        kind = _kind(record)
        minute = int(self._clock() / 60)
        left_out = 0
        if minute != self._minute or len(self._counted) >= MAX_COUNTED_KINDS:
            left_out = max(0, self._counted.get(kind, 0) - MAX_LINES_PER_MINUTE)
            self._minute, self._counted = minute, {}
        self._counted[kind] = self._counted.get(kind, 0) + 1
        if left_out and isinstance(record.msg, dict):
            record.msg["suppressed"] = left_out
        return self._counted[kind] <= MAX_LINES_PER_MINUTE


def _kind(record: logging.LogRecord) -> tuple[str, str, str]:
    if not isinstance(record.msg, dict):
        return record.name, str(record.msg), ""
    event = record.msg
    # Not urlsplit: it fails on some addresses from the web.
    about = event.get("host") or str(event.get("url", "")).partition("://")[2].partition("/")[0]
    return record.name, str(event.get("event", "")), str(about)
