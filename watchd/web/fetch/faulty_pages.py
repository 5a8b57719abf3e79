"""Pages that could not be fetched for a reason of their own, so that no run requests them again too soon.

A page that is too large, or of a type that watchd does not read, usually stays so: it is requested again after a day,
and the pause doubles each time, up to thirty days. A page that was read before may have been served wrongly for a
moment: its first pause is an hour. A page whose answer does not arrive in full is requested again after two minutes,
and that pause doubles up to a day. A page that answers 503 names its pause itself.

flow/upkeep/host_state.py stores the entries and restores them after a restart. Entries that other limits caused are
then dropped, so that a change of the settings takes effect at once.
"""

import hashlib
import time
from collections.abc import Callable, Sequence

from watchd.core.policy.clock_skew import CLOCK_SLACK
from watchd.model.host_state import FaultKind, PageFault
from watchd.model.outcome import Failed, Fetched, Gone, Moved, NotModified, Outcome, Refused
from watchd.web.settings import FetchBounds

MAX_PAGES = 10_000  # the oldest are dropped first
HOUR, DAY = 3600.0, 86400.0
FIRST_REST_SECONDS, MAX_REST_SECONDS = DAY, 30 * DAY  # of pages that do not fit
FIRST_REST_OF_KNOWN_SECONDS = HOUR  # of a page that was read before
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 120.0, DAY  # of pages whose answer did not arrive in full
KEPT_SECONDS = 30 * DAY  # after its pause, an entry is kept for the next one, which is longer


class KnownFault(Exception):
    """Raised instead of a request for a page whose fault is known."""

    def __init__(self, outcome: Refused | Failed) -> None:
        super().__init__(outcome.detail)
        self.outcome = outcome


class FaultyPages:
    """Faults of pages, by URL."""

    def __init__(
        self, settings: FetchBounds, types: frozenset[str], now: Callable[[], float] = time.time
    ) -> None:
        self._now = now
        self._known: dict[str, PageFault] = {}  # oldest first
        self._limits = _digest(settings, types)

    def check(self, url: str) -> None:
        """Raise KnownFault if the page must not be requested now."""
        fault = self._known.get(url)
        if fault is None:
            return
        rest = fault.until - self._now()
        if 0.0 < rest <= _max_rest(fault):  # longer only if the clock was ahead
            raise KnownFault(_outcome(fault, rest))

    def note_outcome(self, outcome: Outcome, urls: Sequence[str], *, was_read: bool) -> None:
        """Remember the fault that an outcome shows; or forget the pages on the way if the outcome shows none.

        Other failures may be the host's, so they change nothing here.
        """
        match outcome:
            case Refused(by="size" | "type" | "encoding" as kind):
                self._add_misfit(outcome, kind, was_read=was_read)
            case Failed(kind="redirects"):
                self._add_misfit(outcome, "redirects", was_read=was_read)
            case Fetched() | NotModified() | Gone() | Moved():
                for url in urls:
                    self._known.pop(url, None)

    def note_unfinished(self, url: str) -> None:
        """Remember a page whose answer did not arrive in full."""
        detail = "The answer did not arrive in full, and this may be so again."
        self._add(url, "unfinished", detail, FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS)

    def note_unavailable(self, url: str, seconds: float) -> None:
        """Remember the pause that a page asked for."""
        detail = "The server asked for a pause before the next request for this page."
        self._add(url, "unavailable", detail, seconds, seconds)

    def export(self) -> list[PageFault]:
        """Return the entries to store for a restart."""
        now = self._now()
        self._known = {
            url: fault
            for url, fault in self._known.items()
            if -KEPT_SECONDS < fault.until - now <= _max_rest(fault)
        }
        return [fault for fault in self._known.values() if fault.kind != "unavailable"]

    def restore(self, faults: list[PageFault]) -> None:
        """Restore the entries of an earlier process, except those that other limits caused."""
        self._known |= {fault.url: fault for fault in faults if fault.limits == self._limits}

    def _add_misfit(self, outcome: Refused | Failed, kind: FaultKind, *, was_read: bool) -> None:
        first = FIRST_REST_OF_KNOWN_SECONDS if was_read else FIRST_REST_SECONDS
        self._add(outcome.url, kind, outcome.detail, first, MAX_REST_SECONDS)

    def _add(self, url: str, kind: FaultKind, detail: str, first: float, longest: float) -> None:
        before = self._known.pop(url, None)
        count = before.count + 1 if before is not None and before.kind == kind else 1
        rest = min(first * 2.0 ** min(count - 1, 30), longest)
        self._known[url] = PageFault(url, kind, detail, count, self._now() + rest, self._limits)
        while len(self._known) > MAX_PAGES:
            del self._known[next(iter(self._known))]


def _max_rest(fault: PageFault) -> float:
    """Return the longest rest that can be left."""
    longest = MAX_RETRY_SECONDS if fault.kind in ("unfinished", "unavailable") else MAX_REST_SECONDS
    return longest + CLOCK_SLACK.total_seconds()


def _outcome(fault: PageFault, rest: float) -> Refused | Failed:
    detail = f"{fault.detail} watchd requests this page again in {_in_words(rest)}."
    match fault.kind:
        case "size" | "type" | "encoding":
            return Refused(fault.url, fault.kind, detail)
        case "redirects":
            return Failed(fault.url, "redirects", detail, retry_after=rest)
    return Failed(fault.url, "busy", detail, retry_after=rest)


def _in_words(seconds: float) -> str:
    for unit, length in (("days", DAY), ("hours", HOUR), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def _digest(settings: FetchBounds, types: frozenset[str]) -> str:
    limits = (settings.max_body_bytes, settings.max_wire_bytes, settings.max_ratio, settings.max_redirects)
    return hashlib.blake2b(repr((limits, sorted(types))).encode(), digest_size=8).hexdigest()
