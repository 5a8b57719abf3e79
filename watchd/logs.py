"""Logs: one event per line, a fixed sentence plus fields, and never a secret.

Every logger of the process, ours and the libraries', goes through the same processors.
"""

import logging
import re
import sys
from typing import Any, Literal, TextIO

import structlog
from msgspec import Struct
from structlog.typing import EventDict, Processor

from watchd.log_flood import Flood

# Our tokens have a prefix that can be searched for; so have credentials in URLs and authorization headers.
SECRETS = [
    (re.compile(r"wd_[a-z]_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{20,}"), "wd_***"),
    (re.compile(r"(?i)(bearer\s+)[A-Za-z0-9._~+/=-]{8,}"), r"\1***"),
    (re.compile(r"([a-z][a-z0-9+.-]*://)[^/\s:@]+:[^/\s@]+@"), r"\1***@"),
    (re.compile(r"(?i)([?&](?:api_?key|key|token)=)[^&\s]+"), r"\1***"),
]
SECRET_FIELDS = ("token", "secret", "password", "api_key", "authorization", "cookie")


class LogSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[log]"""

    # auto: console on a terminal, JSON elsewhere.
    format: Literal["auto", "json", "console"] = "auto"
    level: Literal["debug", "info", "warning", "error"] = "info"


def masked(text: str) -> str:
    """The text with everything that looks like one of our secrets replaced."""
    for pattern, stand_in in SECRETS:
        text = pattern.sub(stand_in, text)
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
    handler.addFilter(Flood())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.level.upper())
    # These speak once per request or per tick; the events that matter are logged by us.
    for chatty in ("uvicorn.access", "apscheduler", "aiosqlite", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # Apprise logs the URLs that it cannot read, and they are secrets; what matters is in the outcome of a delivery.
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
