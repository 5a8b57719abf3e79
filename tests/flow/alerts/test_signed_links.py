"""Links that work without logging in: each opens one thing, for a while, and nothing else."""

from datetime import timedelta

import pytest

from tests.notify.messages import finding
from tests.support import MONDAY, HandWoundClock
from watchd.flow.alerts.signed_links import AlertClaim, SignedLinks, VerdictClaim

ALERT = "01m7jd580e9zrr2xjxd3ehc4x4"


@pytest.fixture
def links(clock: HandWoundClock) -> SignedLinks:
    return SignedLinks(b"k" * 32, "https://watchd.example/", clock)


def token(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_link_to_an_alert_says_which_and_until_when(links: SignedLinks, clock: HandWoundClock) -> None:
    link = links.alert(ALERT)
    assert link.startswith("https://watchd.example/a/")
    assert links.read_alert(token(link)) == AlertClaim(ALERT, clock.now() + timedelta(days=30))


def test_a_link_to_an_alert_ends_after_30_days(links: SignedLinks, clock: HandWoundClock) -> None:
    mine = token(links.alert(ALERT))
    clock.forward(days=29, hours=23)
    assert links.read_alert(mine) is not None
    clock.forward(hours=1)
    assert links.read_alert(mine) is None


def test_a_link_to_an_alert_that_was_changed_opens_nothing(links: SignedLinks, clock: HandWoundClock) -> None:
    said, _, signature = token(links.alert(ALERT)).partition(".")
    other = token(links.alert("another")).partition(".")[0]
    elsewhere = token(SignedLinks(b"x" * 32, "https://watchd.example", clock).alert(ALERT))
    for changed in (
        f"{other}.{signature}",
        f"{said}.{signature[:-2]}AA",
        said,
        f"{said}.",
        "",
        "ä.ö",
        elsewhere,
    ):
        assert links.read_alert(changed) is None


def test_no_link_passes_for_one_of_the_other_kind(links: SignedLinks) -> None:
    judged, listed = token(links.verdict(finding(), "relevant")), token(links.alert(ALERT))
    assert links.read(judged) == VerdictClaim("p1", "f1", "relevant")
    assert links.read_alert(judged) is None
    assert links.read(listed) is None
    # Not even an alert whose id would read like a verdict.
    assert links.read(token(links.alert("p1.f1.relevant"))) is None


def test_a_verdict_may_end_earlier_than_usual(links: SignedLinks, clock: HandWoundClock) -> None:
    mine = token(links.verdict(finding(), "relevant", ends=MONDAY + timedelta(days=1)))
    assert links.read(mine) is not None
    clock.forward(days=1)
    assert links.read(mine) is None
