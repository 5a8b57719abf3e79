"""Pace rule: the pause that a host gets after an answer or a failure, from its last answers. Pure: no clock, no I/O.

A healthy host gets the usual pause: min_delay, or its crawl-delay if that is longer. Four signals make the pause
longer:

1. Slow answers. The median of the last answer times counts, so one slow page does not slow down its host. It is
   compared with a level: slow_level, or less for a host that is fast at its best. So a fast host that becomes slow
   under our requests is noticed early. The pause is slow_factor times the excess, so it grows continuously from zero.
2. Failures in a row double the pause up to breaker_pause.
3. After breaker_errors failures in a row the circuit breaker opens. It lets one request through after breaker_pause;
   each further failure doubles that pause, and the first good answer closes the breaker.
4. Status 429 says that our rate is too high. Each one doubles the usual pause of the host; good answers lower it
   slowly.
"""

from statistics import median_low

from msgspec import Struct, structs

from watchd.model.values import duration_seconds
from watchd.web.settings import FetchBounds

WINDOW = 5  # answers that count
MIN_ANSWERS = 3  # fewer answers show nothing
RISE = 4.0  # a host is in trouble when its answers take this many times as long as at its best
MIN_LEVEL = 0.3  # seconds; shorter times vary a lot without trouble
BEST_TIME_MEMORY = 50  # answers after which a host's best time has mostly adapted to a slower server
MAX_RESTRAINT = 64.0
RELAXATION = 0.999  # per good answer: 700 of them halve the restraint
MAX_PAGE_RETRY_SECONDS = 10.0
MAX_MARGIN = 1.0  # seconds that a request may need to reach its server


class PaceRecord(Struct, frozen=True):
    """Last answers and failures of one host."""

    answer_times: tuple[float, ...] = ()  # seconds, the newest last
    best_time: float | None = None  # the lowest median so far; it rises slowly
    restraint: float = 1.0  # factor of the usual pause
    failures: int = 0  # in a row
    openings: int = 0  # of the circuit breaker, in a row; above zero, the breaker is open

    @property
    def typical_time(self) -> float:
        """Median of the last answer times; 0 while there are too few."""
        return median_low(self.answer_times) if len(self.answer_times) >= MIN_ANSWERS else 0.0

    def after_answer(self, seconds: float) -> "PaceRecord":
        """Return the record after a good answer: failures are forgotten, and the breaker closes."""
        # Answer times from before an outage, and timeouts in it, say nothing about the host now.
        known = () if self.openings else self.answer_times
        return structs.replace(
            self._with_time(seconds, known),
            restraint=max(1.0, self.restraint * RELAXATION),
            failures=0,
            openings=0,
        )

    def after_failure(
        self, breaker_errors: int, *, timed_out_after: float | None = None, is_rate_limited: bool = False
    ) -> "PaceRecord":
        """Return the record after a failure. A timeout counts as a slow answer; other failures may be fast."""
        record = self if timed_out_after is None else self._with_time(timed_out_after, self.answer_times)
        failures = self.failures + 1
        restraint = min(2.0 * self.restraint, MAX_RESTRAINT) if is_rate_limited else self.restraint
        return structs.replace(
            record,
            restraint=restraint,
            failures=failures,
            openings=self.openings + (failures >= breaker_errors),
        )

    def _with_time(self, seconds: float, known: tuple[float, ...]) -> "PaceRecord":
        record = structs.replace(self, answer_times=(*known, seconds)[-WINDOW:])
        if len(record.answer_times) < MIN_ANSWERS:
            return record
        typical, best = record.typical_time, self.best_time
        if best is None or typical < best:
            return structs.replace(record, best_time=typical)
        return structs.replace(record, best_time=best + (typical - best) / BEST_TIME_MEMORY)


class PaceRule(Struct, frozen=True):
    """Pauses by the settings, in seconds."""

    min_delay: float
    max_delay: float
    slow_level: float
    slow_factor: float
    breaker_pause: float
    max_breaker_pause: float

    @classmethod
    def of(cls, settings: FetchBounds) -> "PaceRule":
        return cls(
            min_delay=duration_seconds(settings.min_delay),
            max_delay=duration_seconds(settings.max_delay),
            slow_level=duration_seconds(settings.slow_level),
            slow_factor=settings.slow_factor,
            breaker_pause=duration_seconds(settings.breaker_pause),
            max_breaker_pause=duration_seconds(settings.max_breaker_pause),
        )

    def usual_pause(self, crawl_delay: float) -> float:
        """Return the pause of a healthy host."""
        return max(self.min_delay, crawl_delay)

    def pause(self, record: PaceRecord, crawl_delay: float) -> float:
        """Return the pause of a host with this record; it is never shorter than the usual pause."""
        usual = self.usual_pause(crawl_delay)
        return max(
            usual,
            min(usual * record.restraint, self.max_delay),
            self.slowness_pause(record),
            self._failure_pause(record, usual),
        )

    def slowness_pause(self, record: PaceRecord) -> float:
        """Return the pause because of slow answers; 0 while the host is not in trouble."""
        excess = max(0.0, record.typical_time - self.trouble_level(record))
        return min(self.slow_factor * excess, self.max_delay)

    def trouble_level(self, record: PaceRecord) -> float:
        """Return the answer time above which the host is in trouble."""
        if record.best_time is None:
            return self.slow_level
        return min(self.slow_level, max(MIN_LEVEL, RISE * record.best_time))

    def interruption_pause(self, record: PaceRecord, crawl_delay: float) -> float:
        """Return the pause after a request whose answer we did not wait for.

        The server counts from the moment when the request reaches it, which may be later than the moment we stopped.
        """
        return self.pause(record, crawl_delay) + min(self.usual_pause(crawl_delay), MAX_MARGIN)

    def _failure_pause(self, record: PaceRecord, usual: float) -> float:
        if record.openings:
            return float(min(self.breaker_pause * 2 ** min(record.openings - 1, 30), self.max_breaker_pause))
        if record.failures:
            return float(min(usual * 2 ** min(record.failures, 30), self.breaker_pause))
        return 0.0


def is_for_page(status: int, retry_after: float, failures: int) -> bool:
    """Return whether Retry-After concerns the page only, given the host's failures in a row before this answer.

    429 is about our rate, so it concerns the host. A single 503 with a short time is usually about the page: a cache
    answers so when it could not build the page. A long time, or the same from the next page too, is about the host.
    """
    return status == 503 and retry_after <= MAX_PAGE_RETRY_SECONDS and failures == 0


def is_fault_of_page(failures: int) -> bool:
    """Return whether an answer that did not arrive in full is held against its page, given the failures before it.

    Two such answers in a row can be two bad pages. More are an outage of the host, and its pages are not to blame.
    """
    return failures < 2
