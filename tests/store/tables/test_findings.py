"""Findings are filtered, paged and followed; versions of a page are kept as long as a profile needs them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from tests.support import MONDAY
from watchd import validation
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, ValueChange, Why
from watchd.model.page import PageState, PageVersion, StoredPage
from watchd.model.profile import ProfileSpec
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.findings import FindingFilter, ReportedTexts
from watchd.store.tables.pages import KEPT_VERSIONS


def finding(id: str, profile: str = "p1", **fields: Any) -> Finding:
    given: dict[str, Any] = {
        "kind": "new",
        "url": f"https://example.org/{id}",
        "title": f"Page {id}",
        "language": "en",
        "score": 0.5,
        "found_at": MONDAY,
        "content_hash": f"hash of {id}",
    } | fields
    return Finding(id=id, profile_id=profile, run_id=None, page_id="page", **given)


async def stored(store: Database, *findings: Finding) -> None:
    async def work(tables: Tables) -> None:
        for name in ("p1", "p2"):
            spec = validation.read(ProfileSpec, {"name": name, "query": {"text": name}})
            await tables.profiles.insert(name, spec, MONDAY)
        await tables.pages.put(StoredPage(id="page", url="https://example.org/", host="example.org"))
        for found in findings:
            assert await tables.findings.add(found)

    await store.write(work)


async def ids(store: Database, before: str = "~", limit: int = 100, **which: Any) -> list[str]:
    found = await store.read(lambda t: t.findings.listed(FindingFilter(**which), before=before, limit=limit))
    return [each.id for each in found]


async def test_a_finding_comes_back_equal(store: Database) -> None:
    full = finding(
        "f1",
        published_at=MONDAY,
        summary="It opens.",
        why=Why((MatchedTerm("line", 1.0),), (PathStep("https://example.org/", "news", 0.4),), "agent 3"),
        change=Change("added", "removed", 0.25, "former hash"),
        story_id="s1",
    )
    await stored(store, full)
    assert await store.read(lambda t: t.findings.get("f1")) == full
    assert await store.read(lambda t: t.findings.get("f2")) is None


async def test_lists_are_filtered_and_newest_first(store: Database) -> None:
    later = MONDAY + timedelta(hours=1)
    await stored(
        store,
        finding("f1", summary="The Größte pilot line", score=0.9),
        finding("f2", "p2", kind="changed"),
        finding("f3", found_at=later, title="100% of_it"),
    )
    await store.write(lambda t: t.findings.set_state("f1", "read"))
    assert await ids(store) == ["f3", "f2", "f1"]
    assert await ids(store, profile_id="p1") == ["f3", "f1"]
    assert await ids(store, kind="changed") == ["f2"]
    assert await ids(store, min_score=0.9) == ["f1"]
    assert await ids(store, since=later) == ["f3"]
    assert await ids(store, state="read") == ["f1"]
    assert await ids(store, state="unread", profile_id="p1") == ["f3"]
    assert await ids(store, q="GRÖSSTE line") == ["f1"]
    assert await ids(store, q="0% of_i") == ["f3"]
    assert await ids(store, q="% line") == []
    assert await ids(store, before="f3", limit=1) == ["f2"]


async def test_a_finding_can_become_unread_again_and_is_counted(store: Database) -> None:
    await stored(store, finding("f1"), finding("f2", state="read"))

    async def unread() -> int:
        profile = await store.read(lambda t: t.profiles.get("p1"))
        assert profile is not None
        return profile.counts.unread

    assert await unread() == 1
    assert await store.write(lambda t: t.findings.set_state("f2", "unread"))
    assert not await store.write(lambda t: t.findings.set_state("f2", "unread"))
    assert await unread() == 2
    assert not await store.write(lambda t: t.findings.set_state("unknown", "read"))


async def test_the_stream_follows_commits_and_not_ids(store: Database) -> None:
    await stored(store, finding("f5"))
    first = await store.read(lambda t: t.findings.after(0, 10))
    assert [(number, found.id) for number, found in first] == [(1, "f5")]
    # Another daemon, whose clock is behind, commits now: its id sorts before what was read.
    await store.write(lambda t: t.findings.add(finding("f1", "p2")))
    assert [found.id for _, found in await store.read(lambda t: t.findings.after(1, 10))] == ["f1"]


async def test_a_finding_that_was_there_or_failed_takes_no_number(store: Database) -> None:
    await stored(store, finding("f1"))
    assert not await store.write(lambda t: t.findings.add(finding("f2", content_hash="hash of f1")))

    async def fail(tables: Tables) -> None:
        await tables.findings.add(finding("f3"))
        raise RuntimeError("the step fails")

    with pytest.raises(RuntimeError):
        await store.write(fail)
    await store.write(lambda t: t.findings.add(finding("f4")))
    assert [number for number, _ in await store.read(lambda t: t.findings.after(0, 10))] == [1, 2]


async def test_findings_of_one_story(store: Database) -> None:
    await stored(
        store, finding("f1", story_id="s1"), finding("f2", story_id="s1"), finding("f3", story_id="s2")
    )
    found = await store.read(lambda t: t.findings.of_stories({"s1", "s3"}))
    assert found == {"s1": ["f1", "f2"], "s3": []}
    assert await store.read(lambda t: t.findings.of_stories(set())) == {}


def version(number: int) -> PageVersion:
    return PageVersion(
        f"hash {number}", MONDAY + timedelta(hours=number), f"Text number {number}: größer. " * 50
    )


async def test_versions_come_back_and_the_same_content_is_kept_once(store: Database) -> None:
    await stored(store)
    assert await store.write(lambda t: t.versions.put("page", version(1)))
    again = PageVersion("hash 1", MONDAY + timedelta(days=1), version(1).text)
    assert not await store.write(lambda t: t.versions.put("page", again))
    assert await store.read(lambda t: t.versions.get("page", "hash 1")) == version(1)
    assert await store.read(lambda t: t.versions.get("page", "hash 2")) is None


async def test_the_version_that_had_been_seen_by_some_time_is_found(store: Database) -> None:
    await stored(store)
    for number in (1, 2):
        await store.write(lambda t, number=number: t.versions.put("page", version(number)))  # type: ignore[misc]
    for moment, expected in (
        (version(1).seen_at - timedelta(seconds=1), None),
        (version(1).seen_at, version(1)),
        (version(2).seen_at + timedelta(days=9), version(2)),
    ):
        assert await store.read(lambda t, moment=moment: t.versions.before("page", moment)) == expected  # type: ignore[misc]


async def test_reported_texts_are_those_before_and_after_each_change(
    store: Database,
) -> None:
    price = ValueChange("price", "7,490 €", "6,990 €")
    change = Change("in", "out", 0.5, "hash 1", (price,))
    changed = finding("f1", content_hash="hash 2", change=change)
    await stored(
        store, changed, finding("f2", content_hash="hash 3"), finding("f3", "p2", content_hash="hash 4")
    )

    async def reported(page_id: str, since: datetime) -> ReportedTexts:
        return await store.read(lambda t: t.findings.reported_texts("p1", page_id, values_since=since))

    hashes = frozenset({"hash 1", "hash 2", "hash 3"})
    assert await reported("page", changed.found_at) == ReportedTexts(hashes, frozenset({price}))
    assert await reported("page", changed.found_at + timedelta(seconds=1)) == ReportedTexts(hashes)
    assert await reported("other", changed.found_at) == ReportedTexts()


async def test_old_versions_are_deleted_unless_a_profile_knows_them(store: Database) -> None:
    await stored(store)
    known = PageState(
        profile_id="p1", page_id="page", relevance=0.5, unspent=1.0, energy=0.0, content_hash="hash 1"
    )
    behind_a_wall = structs.replace(known, profile_id="p2", content_hash="wall", followed_hash="hash 2")
    await store.write(lambda t: t.page_states.put([known, behind_a_wall]))
    total = KEPT_VERSIONS + 4
    for number in range(total):
        await store.write(lambda t, number=number: t.versions.put("page", version(number)))  # type: ignore[misc]
    kept = [n for n in range(total) if await store.read(lambda t, n=n: t.versions.get("page", f"hash {n}"))]  # type: ignore[misc]
    assert kept == [1, 2, *range(4, total)]
