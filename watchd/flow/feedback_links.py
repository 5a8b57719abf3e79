"""Addresses of our own that go out into the world; above all links that give a verdict without logging in.

Such a link is for one finding of one profile and one verdict, ends after a while, and is signed with a key that never
leaves the state folder. It only opens a page with a button: programs that follow every link in a mail judge nothing.
"""

import base64
import binascii
import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from typing import get_args

from msgspec import Struct

from watchd.model.finding import Finding, Verdict
from watchd.ports import Clock

PATH = "/v/"
LASTS = timedelta(days=30)
# 128 bits: nobody guesses them, and the link stays short enough for a line of text.
SIGNATURE_BYTES = 16
LONGEST = 200


class Claim(Struct, frozen=True):
    """What a valid link says."""

    profile_id: str
    finding_id: str
    verdict: Verdict


class FeedbackLinks:
    """Makes and reads links. `address` is where people reach this daemon.

    When nobody has said where that is (`is_public` is false), messages carry no links to it: one to 127.0.0.1 would lead
    its reader to the wrong machine.
    """

    def __init__(self, key: bytes, address: str, clock: Clock, *, is_public: bool = True) -> None:
        self._key = key
        self._address = address.rstrip("/")
        self._clock = clock
        self.is_public = is_public

    def verdict(self, finding: Finding, verdict: Verdict) -> str:
        ends = int((self._clock.now() + LASTS).timestamp())
        said = f"{finding.profile_id}.{finding.id}.{verdict}.{ends}"
        return f"{self._address}{PATH}{_written(said.encode())}.{_written(self._signature(said))}"

    def findings(self, profile_id: str) -> str:
        return f"{self._address}/api/v1/profiles/{profile_id}/findings"

    def feed(self, profile_id: str, form: str) -> str:
        return f"{self._address}/api/v1/feeds/{profile_id}.{form}"

    def read(self, token: str) -> Claim | None:
        """What a token claims; None when it is not ours, was changed, or has ended."""
        said, signature = _parts(token)
        if not hmac.compare_digest(signature, self._signature(said)):
            return None
        profile_id, finding_id, verdict, ends = said.split(".")
        if verdict not in get_args(Verdict) or self._clock.now() >= datetime.fromtimestamp(int(ends), UTC):
            return None
        return Claim(profile_id, finding_id, verdict)  # type: ignore[arg-type]

    def _signature(self, said: str) -> bytes:
        return hmac.digest(self._key, b"verdict\0" + said.encode(), hashlib.sha256)[:SIGNATURE_BYTES]


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
