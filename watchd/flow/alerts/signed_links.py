"""Signed links to this daemon for messages, which work without a login.

A link is for one finding and one verdict, or for the findings of one alert. It expires, and is signed with a key that never
leaves the state folder. Each purpose has its own signatures, so that a link for one purpose is not valid for the other.
Opening a link changes nothing, because programs follow every link in a mail: a verdict needs a button.
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
LINK_LIFETIME = timedelta(days=30)
SIGNATURE_BYTES = 16  # 128 bits: too many to guess, and short enough for a line of text
MAX_TOKEN_CHARS = 200
Purpose = Literal["verdict", "alert"]


class VerdictClaim(Struct, frozen=True):
    """Content of a valid link to a verdict."""

    profile_id: str
    finding_id: str
    verdict: Verdict


class AlertClaim(Struct, frozen=True):
    """Content of a valid link to the findings of an alert."""

    alert_id: str
    ends: datetime


class SignedLinks:
    """Signer and verifier of links. `address` is the public address of this daemon.

    If the configuration names no public address (`is_public` is false), messages have no links to the daemon: a link to
    127.0.0.1 would lead its reader to the wrong machine.
    """

    def __init__(self, key: bytes, address: str, clock: Clock, *, is_public: bool = True) -> None:
        self._key = key
        self._address = address.rstrip("/")
        self._clock = clock
        self.is_public = is_public

    def verdict(self, finding: Finding, verdict: Verdict, *, ends: datetime | None = None) -> str:
        payload = f"{finding.profile_id}.{finding.id}.{verdict}"
        return f"{self._address}{VERDICT_PATH}{self._token('verdict', payload, ends or self._end())}"

    def alert(self, alert_id: str) -> str:
        """Return the link to a page with all findings of an alert."""
        return f"{self._address}{ALERT_PATH}{self._token('alert', alert_id, self._end())}"

    def findings(self, profile_id: str) -> str:
        """Return the address of the API for programs; it needs a token."""
        return f"{self._address}/api/v1/profiles/{profile_id}/findings"

    def feed(self, profile_id: str, form: str) -> str:
        return f"{self._address}/api/v1/feeds/{profile_id}.{form}"

    def read(self, token: str) -> VerdictClaim | None:
        """Return the verdict in a token; None if the signature is wrong or the link has expired."""
        verified = self._verified("verdict", token)
        if verified is None:
            return None
        profile_id, finding_id, verdict = verified[0].split(".")
        return VerdictClaim(profile_id, finding_id, verdict) if verdict in get_args(Verdict) else None  # type: ignore[arg-type]

    def read_alert(self, token: str) -> AlertClaim | None:
        """Return the alert in a token; None if the signature is wrong or the link has expired."""
        verified = self._verified("alert", token)
        return AlertClaim(*verified) if verified else None

    def _end(self) -> datetime:
        return self._clock.now() + LINK_LIFETIME

    def _token(self, purpose: Purpose, what: str, ends: datetime) -> str:
        payload = f"{what}.{int(ends.timestamp())}"
        return f"{_encoded(payload.encode())}.{_encoded(self._signature(purpose, payload))}"

    def _verified(self, purpose: Purpose, token: str) -> tuple[str, datetime] | None:
        """Return the signed content and its end; None if the signature is not for this purpose, or the link has expired."""
        payload, signature = _parts(token)
        if not hmac.compare_digest(signature, self._signature(purpose, payload)):
            return None
        what, _, end = payload.rpartition(".")
        ends = datetime.fromtimestamp(int(end), UTC)
        return (what, ends) if self._clock.now() < ends else None

    def _signature(self, purpose: Purpose, payload: str) -> bytes:
        return hmac.digest(self._key, f"{purpose}\0{payload}".encode(), hashlib.sha256)[:SIGNATURE_BYTES]


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _parts(token: str) -> tuple[str, bytes]:
    payload, _, signature = token[:MAX_TOKEN_CHARS].partition(".")
    try:
        return _decoded(payload).decode(), _decoded(signature)
    except (binascii.Error, UnicodeError, ValueError):
        return "", b""


def _decoded(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
