"""Tests of the shares of file descriptors."""

import resource
from pathlib import Path

import pytest

from tests.chaos.attacks import FewFilesDaemon
from tests.test_cli import call
from watchd.app import descriptors
from watchd.app.descriptors import FIXED, GOOD_LIMIT, MIN_LIMIT, DescriptorPlan
from watchd.errors import ConfigError
from watchd.web.settings import FetchBounds

BOUNDS = FetchBounds()


def largest_use(plan: DescriptorPlan) -> int:
    pages, others = plan.for_pages(BOUNDS), plan.for_others(BOUNDS)
    api = plan.places + max(4, plan.places // 4)  # with TLS handshakes
    web = pages.max_connections + pages.dns_threads + 2 * (others.max_connections + others.dns_threads)
    return api + web + 2 * plan.readers + plan.reading_children(64)


@pytest.mark.parametrize("limit", [96, 128, 200, 256, 512, 1024, 8192])
def test_all_shares_together_fit_into_the_limit(limit: int) -> None:
    assert FIXED + largest_use(DescriptorPlan.for_limit(limit)) <= limit


def test_the_smallest_limit_is_enough_for_the_smallest_shares_without_tls() -> None:
    plan = DescriptorPlan.for_limit(MIN_LIMIT)
    assert (
        FIXED + largest_use(plan) - max(4, plan.places // 4) <= MIN_LIMIT + 4
    )  # some of the fixed part is spare


def test_with_the_limit_of_the_unit_nothing_is_less_than_usual() -> None:
    plan = DescriptorPlan.for_limit(8192)
    assert (plan.places, plan.readers, plan.max_streams) == (400, 12, 200)
    assert plan.for_pages(BOUNDS) == plan.for_others(BOUNDS) == BOUNDS


def test_a_run_never_gets_all_connections() -> None:
    fitted = DescriptorPlan.for_limit(96).for_pages(BOUNDS)
    assert fitted.connections_per_run < fitted.max_connections


def test_a_limit_that_is_too_small_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (63, 63))
    with pytest.raises(ConfigError, match="must be at least 64; got 63; raise it"):
        descriptors.plan_of_this_process()


def test_no_limit_at_all_is_a_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert descriptors.plan_of_this_process().places == 400


def test_the_doctor_reports_the_limit_of_the_running_daemon(tmp_path: Path) -> None:
    daemon = FewFilesDaemon(tmp_path / "state", files=GOOD_LIMIT - 1).start()
    try:
        said = call("doctor", daemon=daemon).stdout
    finally:
        daemon.stop()
    assert f"FIX open files: the daemon may open {GOOD_LIMIT - 1} files: 116 API connections" in said
    assert "LimitNOFILE=1024" in said
    after = call("doctor", daemon=daemon).stdout
    assert "OK  open files: this shell may open" in after
