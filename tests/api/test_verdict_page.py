"""Verdicts by signed link: one finding, one verdict, with an expiry time, and only by the button."""

import httpx
import pytest

from tests.flow.alert_world import World
from tests.support import HandWoundClock, SeededEntropy
from watchd.api.services import Services
from watchd.core.feedback.feedback import Lessons
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.flow.profiles.topics import TAUGHT
from watchd.model.finding import Finding, Verdict

BROWSER = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
async def found(services: Services) -> Finding:
    world = World(services.store, SeededEntropy(3))
    [finding] = await world.find(await world.profile(), title="<script>alert(1)</script>")
    return finding


def path(services: Services, finding: Finding, verdict: Verdict = "relevant") -> str:
    return services.links.verdict(finding, verdict).removeprefix("http://localhost")


async def verdict_of(services: Services, finding: Finding) -> Verdict | None:
    stored = await services.store.read(lambda tables: tables.findings.get(finding.id))
    assert stored is not None
    return stored.verdict


async def test_following_the_link_changes_nothing_and_shows_a_button(
    services: Services, anonymous: httpx.AsyncClient, found: Finding
) -> None:
    page = await anonymous.get(path(services, found))
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert '<form method="post"><button>This is relevant</button></form>' in page.text
    assert "<script>" not in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "same-origin"
    assert await verdict_of(services, found) is None


async def test_the_button_gives_the_verdict_and_the_other_link_changes_it(
    services: Services, anonymous: httpx.AsyncClient, found: Finding
) -> None:
    both: list[Verdict] = ["relevant", "irrelevant"]
    for verdict in both:
        answer = await anonymous.post(path(services, found, verdict), headers=BROWSER)
        assert answer.status_code == 200
        assert await verdict_of(services, found) == verdict


async def test_a_profile_learns_from_the_link_as_from_the_api(
    services: Services, anonymous: httpx.AsyncClient, found: Finding
) -> None:
    await anonymous.post(path(services, found), headers=BROWSER)
    learned = await services.store.read(lambda tables: tables.learned.get(found.profile_id, TAUGHT, Lessons))
    assert learned is not None
    assert learned.marks[found.url].value > 0


async def test_a_form_on_another_site_gives_no_verdict(
    services: Services, anonymous: httpx.AsyncClient, found: Finding
) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await anonymous.post(path(services, found), headers=headers)).status_code == 403
    assert await verdict_of(services, found) is None


async def test_a_link_that_was_changed_or_has_ended_opens_nothing(
    services: Services, anonymous: httpx.AsyncClient, found: Finding, clock: HandWoundClock
) -> None:
    good = path(services, found)
    said, _, signature = good.removeprefix("/v/").partition(".")
    other = services.links.verdict(found, "irrelevant").partition("/v/")[2].partition(".")[0]
    elsewhere = SignedLinks(b"x" * 32, "http://localhost", clock).verdict(found, "relevant")
    broken = [
        f"/v/{said}.{signature[:-2]}AA",
        f"/v/{other}.{signature}",
        f"/v/{said}",
        "/v/nonsense",
        "/v/%00.%ff",
        "/v/äöü.ß",
        elsewhere.removeprefix("http://localhost"),
    ]
    for link in broken:
        assert (await anonymous.get(link)).status_code == 404
        assert (await anonymous.post(link, headers=BROWSER)).status_code == 404
    clock.forward(days=30)
    assert (await anonymous.post(good, headers=BROWSER)).status_code == 404
    assert await verdict_of(services, found) is None


async def test_a_finding_that_is_gone_is_not_judged(
    services: Services, anonymous: httpx.AsyncClient, found: Finding
) -> None:
    profile = await services.store.read(lambda tables: tables.profiles.get(found.profile_id))
    assert profile is not None
    await services.store.write(lambda tables: tables.profiles.delete(profile))
    assert (await anonymous.get(path(services, found))).status_code == 404
    assert (await anonymous.post(path(services, found), headers=BROWSER)).status_code == 404
