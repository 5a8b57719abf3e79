"""Page of an alert behind its signed link: read-only, escaped, with an expiry time."""

import re
from html.parser import HTMLParser
from typing import Any, get_args

import httpx
import pytest

from tests.flow.alert_world import World
from tests.notify.hostile import HOSTILE
from tests.support import HandWoundClock, SeededEntropy
from watchd.api import link_pages
from watchd.api.services import Services
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.model.alert import Alert
from watchd.model.finding import Change
from watchd.model.profile import FindingKind, Profile

OURS = {
    "html",
    "head",
    "meta",
    "title",
    "link",
    "body",
    "main",
    "header",
    "h1",
    "h2",
    "p",
    "ol",
    "ul",
    "li",
    "span",
    "a",
}


class Seen(HTMLParser):
    """Elements with their attributes, and the text, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def links(self) -> list[str]:
        """Return the links to other sites."""
        return [attrs["href"] or "" for tag, attrs in self.elements if tag == "a" and "rel" in attrs]


@pytest.fixture
def world(services: Services) -> World:
    return World(services.store, SeededEntropy(3))


@pytest.fixture
async def profile(world: World) -> Profile:
    await world.channel("mail")
    return await world.profile("mail", report={"kinds": list(get_args(FindingKind))})


async def reported(world: World, profile: Profile, *found: dict[str, Any]) -> Alert:
    for fields in found:
        await world.find(profile, **fields)
    [alert] = await world.alerts()
    return alert


def path(services: Services, alert: Alert) -> str:
    return services.links.alert(alert.id).removeprefix("http://localhost")


async def test_the_page_lists_the_findings_of_the_alert_the_best_first(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile
) -> None:
    alert = await reported(
        world,
        profile,
        {"title": "Second best", "score": 0.5, "summary": "One\nline.", "kind": "newly_relevant"},
        {"title": "The best", "score": 0.999, "url": "https://site.example/?a=1&b=2"},
        {"title": "Not there any more", "score": 0.4, "kind": "gone"},
    )
    await world.find(await world.profile(name="Another"), title="Of another profile")
    answer = await anonymous.get(path(services, alert))
    assert answer.status_code == 200
    page = Seen(answer.text)
    rows = [row.strip() for row in page.text.splitlines() if row.strip()]
    assert rows == [
        "watchd: Batteries",
        "watchd",
        "Batteries",
        "3 findings",
        *("The best", "new score 0.99 · site.example", "Relevant Not relevant"),
        *("Second best", "newly relevant score 0.50 · site-1.example", "One line.", "Relevant Not relevant"),
        *("Not there any more", "gone score 0.40 · site-3.example", "Relevant Not relevant"),
    ]
    assert page.links() == ["https://site.example/?a=1&b=2", "https://site-1.example/"]
    assert answer.text.count('rel="noreferrer nofollow"') == 2


async def test_the_page_is_as_closed_as_that_of_a_verdict(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile
) -> None:
    [finding] = await world.find(profile)
    [alert] = await world.alerts()
    mine = path(services, alert)
    listed, judged = await anonymous.get(mine), await anonymous.get(services.links.verdict(finding, "relevant"))
    assert '<meta name="robots" content="noindex">' in listed.text
    ours, theirs = (
        {k: v for k, v in page.headers.items() if k != "content-length"} for page in (listed, judged)
    )
    assert ours == theirs
    assert ours["content-security-policy"].startswith("default-src 'none'")
    assert (ours["referrer-policy"], ours["cache-control"]) == ("same-origin", "no-store")
    for method in ("HEAD", "PUT", "DELETE", "PATCH"):
        answer = await anonymous.request(method, mine)
        assert answer.status_code == (await anonymous.request(method, "/v/nothing")).status_code == 405
    assert (await anonymous.post(mine)).status_code == 405
    assert (await anonymous.options(mine)).headers["allow"] == "GET, OPTIONS"


async def test_looking_changes_nothing(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile
) -> None:
    [finding] = await world.find(profile)
    [alert] = await world.alerts()
    assert (await anonymous.get(path(services, alert))).status_code == 200
    assert await services.store.read(lambda tables: tables.findings.get(finding.id)) == finding
    assert await world.alerts() == [alert]


async def test_whatever_pages_say_the_page_has_our_elements_and_their_addresses_only(
    services: Services, anonymous: httpx.AsyncClient, world: World
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail", name="<b>Batteries</b>")
    for number, text in enumerate(HOSTILE):
        said = text.encode("utf-8", "replace").decode()  # the database does not accept lone surrogates
        change = Change(said, said, 0.5)
        url = f"https://evil.example/{number}{said[:200]}"
        await world.find(profile, title=said, summary=f"More. {said}", url=url, change=change)
    [alert] = await world.alerts()
    answer = await anonymous.get(path(services, alert))
    page = Seen(answer.text)
    assert {tag for tag, _ in page.elements} == OURS
    assert {name for tag, attrs in page.elements for name in attrs if tag == "a"} == {"href", "rel", "class"}
    assert [attrs for tag, attrs in page.elements if tag == "link"] == [
        {"rel": "stylesheet", "href": "../assets/pages.css"}
    ]
    assert "<b>Batteries</b>" in page.text
    links = page.links()
    assert len(links) == len(HOSTILE)
    assert all(re.fullmatch(r"https://evil\.example/[!-~]*", link) for link in links)


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "https://bank.example@evil.example/", "file:///etc/passwd"],
)
async def test_what_is_no_place_on_the_web_is_no_link(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile, url: str
) -> None:
    alert = await reported(world, profile, {"title": "Click me", "url": url})
    answer = await anonymous.get(path(services, alert))
    assert "Click me" in answer.text
    assert Seen(answer.text).links() == []
    assert url not in answer.text


async def test_of_very_many_findings_the_best_are_shown_and_the_rest_is_counted(
    services: Services,
    anonymous: httpx.AsyncClient,
    world: World,
    profile: Profile,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_pages, "MAX_FINDINGS", 3)
    alert = await reported(world, profile, *({"score": score / 10} for score in range(3, 8)))
    text = (await anonymous.get(path(services, alert))).text
    assert "The best 3 of 5 findings" in text
    assert re.findall(r"score (\S+)", text) == ["0.70", "0.60", "0.50"]


async def test_a_finding_can_be_judged_from_the_page_as_long_as_the_page_opens(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile, clock: HandWoundClock
) -> None:
    [finding] = await world.find(profile)
    [alert] = await world.alerts()
    mine = path(services, alert)
    clock.forward(days=29)
    yes, no = re.findall(r'"http://localhost(/v/[^"]+)"', (await anonymous.get(mine)).text)
    assert (await anonymous.get(no)).status_code == 200
    assert (await anonymous.post(yes)).status_code == 200
    judged = await services.store.read(lambda tables: tables.findings.get(finding.id))
    assert judged is not None
    assert judged.verdict == "relevant"
    clock.forward(days=1)
    assert [(await anonymous.get(link)).status_code for link in (mine, yes, no)] == [404, 404, 404]


async def test_a_link_that_was_changed_or_is_of_another_kind_opens_nothing(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile, clock: HandWoundClock
) -> None:
    [finding] = await world.find(profile)
    [alert] = await world.alerts()
    said, _, signature = path(services, alert).removeprefix("/a/").partition(".")
    verdict = services.links.verdict(finding, "relevant").partition("/v/")[2]
    elsewhere = SignedLinks(b"x" * 32, "http://localhost", clock).alert(alert.id)
    for token in (
        verdict,
        f"{said}.{signature[:-2]}AA",
        said,
        "nonsense",
        "%00.%ff",
        elsewhere.partition("/a/")[2],
    ):
        answer = await anonymous.get(f"/a/{token}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<p>This link is not valid, or its content was deleted." in answer.text
    assert (await anonymous.get(f"/v/{said}.{signature}")).status_code == 404


async def test_the_page_of_an_alert_that_is_gone_is_not_found(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile
) -> None:
    alert = await reported(world, profile, {})
    await services.store.write(lambda tables: tables.profiles.delete(profile))
    assert (await anonymous.get(path(services, alert))).status_code == 404


async def test_a_changed_page_has_a_page_with_all_of_its_changes_for_the_same_time(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile, clock: HandWoundClock
) -> None:
    change = Change("It opens in <b>May</b>.", "It opens in June.", 0.2)
    alert = await reported(
        world, profile, {"title": "Roadmap", "kind": "changed", "change": change}, {"title": "Cells"}
    )
    page = (await anonymous.get(path(services, alert))).text
    [there] = re.findall(r'href="([^"]+)">All changes', page)
    mine = f"/a/{there}"
    shown = await anonymous.get(mine)
    assert shown.status_code == 200
    assert "<ins>It opens in &lt;b&gt;May&lt;/b&gt;.</ins>" in shown.text
    assert "<del>It opens in June.</del>" in shown.text
    assert 'href="../../assets/pages.css"' in shown.text
    assert (
        shown.headers["content-security-policy"]
        == (await anonymous.get("/v/x")).headers["content-security-policy"]
    )
    clock.forward(days=30)
    assert (await anonymous.get(mine)).status_code == 404


async def test_the_link_of_an_alert_opens_no_finding_of_another_alert(
    services: Services, anonymous: httpx.AsyncClient, world: World, profile: Profile
) -> None:
    alert = await reported(world, profile, {})
    [other] = await world.find(await world.profile(name="Another"), change=Change("Secret.", "", 0.1))
    answer = await anonymous.get(f"{path(services, alert)}/{other.id}")
    assert answer.status_code == 404
    assert "Secret" not in answer.text


async def test_the_style_sheet_is_served_to_all_and_asks_for_nothing_from_elsewhere(
    anonymous: httpx.AsyncClient,
) -> None:
    answer = await anonymous.get("/assets/pages.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "max-age" in answer.headers["cache-control"]
    assert not re.search(r"url\(|@import|//", answer.text)
    assert "prefers-color-scheme: dark" in answer.text
    page = await anonymous.get("/a/nothing")
    policy = page.headers["content-security-policy"]
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "style=" not in page.text
