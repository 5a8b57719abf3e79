"""Addresses of our own that go out into the world; above all links that work without logging in.

Such a link is for one finding and one verdict, or for the findings of one alert. It ends after a while, and is signed with
a key that never leaves the state folder. Each purpose has signatures of its own, so that one link never passes for the
other. Opening a link changes nothing, because programs follow every link in a mail: a verdict needs a button.
"""

import base64
import binascii
import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from typing import Literal, get_args

from msgspec import Struct

from watchd.model.finding import Finding, Verdict
from watchd.ports import Clock

VERDICT_PATH = "/v/"
ALERT_PATH = "/a/"
LASTS = timedelta(days=30)
# 128 bits: nobody guesses them, and the link stays short enough for a line of text.
SIGNATURE_BYTES = 16
LONGEST = 200
Purpose = Literal["verdict", "alert"]


class VerdictClaim(Struct, frozen=True):
    """What a valid link to a verdict says."""

    profile_id: str
    finding_id: str
    verdict: Verdict


class AlertClaim(Struct, frozen=True):
    """What a valid link to the findings of an alert says."""

    alert_id: str
    ends: datetime


class SignedLinks:
    """Makes and reads links. `address` is where people reach this daemon.

    When nobody has said where that is (`is_public` is false), messages carry no links to it: one to 127.0.0.1 would lead
    its reader to the wrong machine.
    """

    def __init__(self, key: bytes, address: str, clock: Clock, *, is_public: bool = True) -> None:
        self._key = key
        self._address = address.rstrip("/")
        self._clock = clock
        self.is_public = is_public

    def verdict(self, finding: Finding, verdict: Verdict, *, ends: datetime | None = None) -> str:
        said = f"{finding.profile_id}.{finding.id}.{verdict}"
        return f"{self._address}{VERDICT_PATH}{self._token('verdict', said, ends or self._end())}"

    def alert(self, alert_id: str) -> str:
        """A page for people, with all findings of an alert."""
        return f"{self._address}{ALERT_PATH}{self._token('alert', alert_id, self._end())}"

    def findings(self, profile_id: str) -> str:
        """For programs: it wants a token."""
        return f"{self._address}/api/v1/profiles/{profile_id}/findings"

    def feed(self, profile_id: str, form: str) -> str:
        return f"{self._address}/api/v1/feeds/{profile_id}.{form}"

    def read(self, token: str) -> VerdictClaim | None:
        """The verdict that a token claims; None when it is not ours, was changed, or has ended."""
        opened = self._opened("verdict", token)
        if opened is None:
            return None
        profile_id, finding_id, verdict = opened[0].split(".")
        return VerdictClaim(profile_id, finding_id, verdict) if verdict in get_args(Verdict) else None  # type: ignore[arg-type]

    def read_alert(self, token: str) -> AlertClaim | None:
        """The alert that a token opens; None as above."""
        opened = self._opened("alert", token)
        return AlertClaim(*opened) if opened else None

    def _end(self) -> datetime:
        return self._clock.now() + LASTS

    def _token(self, purpose: Purpose, what: str, ends: datetime) -> str:
        said = f"{what}.{int(ends.timestamp())}"
        return f"{_written(said.encode())}.{_written(self._signature(purpose, said))}"

    def _opened(self, purpose: Purpose, token: str) -> tuple[str, datetime] | None:
        """What was signed for this purpose, and until when; None when it was not, or has ended."""
        said, signature = _parts(token)
        if not hmac.compare_digest(signature, self._signature(purpose, said)):
            return None
        what, _, end = said.rpartition(".")
        ends = datetime.fromtimestamp(int(end), UTC)
        return (what, ends) if self._clock.now() < ends else None

    def _signature(self, purpose: Purpose, said: str) -> bytes:
        return hmac.digest(self._key, f"{purpose}\0{said}".encode(), hashlib.sha256)[:SIGNATURE_BYTES]


def _written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _parts(token: str) -> tuple[str, bytes]:
    said, _, signature = token[:LONGEST].partition(".")
    try:
        return _read(said).decode(), _read(signature)
    except (binascii.Error, UnicodeError, ValueError):
        return "", b""


def _read(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
