"""Contract of the store: profiles, runs, pages, findings, alerts and channels."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.support import MONDAY
from watchd import validation
from watchd.errors import Conflict, FieldErrors
from watchd.model import values
from watchd.model.alert import Alert
from watchd.model.channel import Channel
from watchd.model.finding import Finding
from watchd.model.page import PageState, StoredPage
from watchd.model.profile import Profile, ProfileSpec
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter

EVERYTHING = ProfileFilter()


def spec(name: str, **fields: Any) -> ProfileSpec:
    return validation.read(ProfileSpec, {"name": name, "query": {"text": f"about {name}"}, **fields})


async def insert(store: Database, *specs: ProfileSpec) -> list[Profile]:
    async def work(tables: Tables) -> list[Profile]:
        return [await tables.profiles.insert(f"id-{s.name}", s, MONDAY) for s in specs]

    return await store.write(work)


async def names(store: Database, **which: Any) -> list[str]:
    found = await store.read(lambda t: t.profiles.listed(ProfileFilter(**which), after="", limit=100))
    return [profile.spec.name for profile in found]


class TestProfiles:
    async def test_what_is_inserted_comes_back_equal(self, store: Database) -> None:
        [stored] = await insert(store, spec("a", tags=["x"], schedule={"cron": "0 7 * * *"}))
        assert await store.read(lambda t: t.profiles.get("id-a")) == stored
        assert stored.spec == spec("a", tags=["x"], schedule={"cron": "0 7 * * *"})
        assert stored.revision == 1
        assert stored.created_at == stored.updated_at == MONDAY

    async def test_a_name_can_be_taken_once(self, store: Database) -> None:
        await insert(store, spec("a"))
        with pytest.raises(Conflict) as refusal:
            await store.write(lambda t: t.profiles.insert("another", spec("a"), MONDAY))
        assert refusal.value.field == "name"
        assert await names(store) == ["a"]

    async def test_a_channel_has_to_exist(self, store: Database) -> None:
        with pytest.raises(FieldErrors) as refusal:
            await insert(store, spec("a", delivery={"channels": ["unknown"]}))
        assert refusal.value.faults[0].field == "delivery.channels[0]"
        assert await names(store) == []

    async def test_a_replacement_needs_the_newest_revision(self, store: Database) -> None:
        [first] = await insert(store, spec("a"))
        later = MONDAY + timedelta(hours=1)
        second = await store.write(lambda t: t.profiles.replace(first, spec("b"), later))
        assert second is not None
        assert (second.spec.name, second.revision, second.updated_at) == ("b", 2, later)
        assert await store.write(lambda t: t.profiles.replace(first, spec("c"), later)) is None
        assert not await store.write(lambda t: t.profiles.delete(first))
        assert await names(store) == ["b"]

    async def test_filters_narrow_the_list(self, store: Database) -> None:
        await insert(
            store,
            spec("apple", tags=["fruit"]),
            spec("Äpfel 100%", tags=["fruit", "german"], enabled=False),
            spec("carrot", query={"text": "ROOT vegetable"}),
        )
        assert await names(store, tag="fruit") == ["apple", "Äpfel 100%"] or await names(
            store, tag="fruit"
        ) == [
            "Äpfel 100%",
            "apple",
        ]
        assert await names(store, enabled=False) == ["Äpfel 100%"]
        assert await names(store, q="root VEG") == ["carrot"]
        assert await names(store, q="vegetable  root") == ["carrot"]
        assert await names(store, q="root apple") == []
        assert await names(store, q="äPFEL") == ["Äpfel 100%"]
        assert await names(store, q="100%") == ["Äpfel 100%"]
        assert await names(store, q="1%0") == []
        assert await names(store, q="_") == []
        assert await names(store, tag="fruit", enabled=True, q="app") == ["apple"]

    async def test_pages_of_a_list_follow_each_other_without_gap_or_repeat(self, store: Database) -> None:
        await insert(store, *(spec(f"{i:03}") for i in range(25)))
        seen: list[str] = []

        async def following(tables: Tables) -> list[Profile]:
            return await tables.profiles.listed(EVERYTHING, after=seen[-1] if seen else "", limit=10)

        while page := await store.read(following):
            seen += [profile.id for profile in page]
        assert seen == [f"id-{i:03}" for i in range(25)]

    async def test_a_change_of_text_keeps_the_due_time_and_a_new_schedule_does_not(
        self, store: Database
    ) -> None:
        [profile] = await insert(store, spec("a"))
        await store.write(lambda t: t.profiles.set_due({profile.id: MONDAY + timedelta(hours=5)}, MONDAY))
        profile = await self.reread(store, profile)
        later = MONDAY + timedelta(hours=1)
        await store.write(lambda t: t.profiles.replace(profile, spec("a", tags=["x"]), later))
        profile = await self.reread(store, profile)
        assert profile.next_run_at == MONDAY + timedelta(hours=5)
        await store.write(lambda t: t.profiles.replace(profile, spec("a", schedule={"every": "1h"}), later))
        assert (await self.reread(store, profile)).next_run_at == later

    async def test_a_paused_profile_is_not_due_and_a_resumed_one_is(self, store: Database) -> None:
        [profile] = await insert(store, spec("a"))
        await store.write(lambda t: t.profiles.replace(profile, spec("a", enabled=False), MONDAY))
        profile = await self.reread(store, profile)
        assert profile.next_run_at is None
        assert await store.read(lambda t: t.profiles.due(MONDAY + timedelta(days=9), 10)) == []
        await store.write(
            lambda t: t.profiles.set_due({profile.id: MONDAY}, MONDAY)
        )  # a late tick must not wake it
        assert (await self.reread(store, profile)).next_run_at is None
        await store.write(lambda t: t.profiles.replace(profile, spec("a"), MONDAY))
        assert (await self.reread(store, profile)).next_run_at == MONDAY

    async def test_the_next_due_time_is_the_earliest(self, store: Database) -> None:
        assert await store.read(lambda t: t.profiles.next_due()) is None
        await insert(store, spec("a"), spec("b"), spec("c", schedule={"manual": True}))
        await store.write(
            lambda t: t.profiles.set_due(
                {"id-a": MONDAY + timedelta(hours=2), "id-b": MONDAY + timedelta(hours=1)}, MONDAY
            )
        )
        assert await store.read(lambda t: t.profiles.next_due()) == MONDAY + timedelta(hours=1)
        due = await store.read(lambda t: t.profiles.due(MONDAY + timedelta(hours=3), 10))
        assert [profile.id for profile in due] == ["id-b", "id-a"]

    async def reread(self, store: Database, profile: Profile) -> Profile:
        found = await store.read(lambda t: t.profiles.get(profile.id))
        assert found is not None
        return found


class TestRuns:
    async def test_a_profile_has_at_most_one_active_run(self, store: Database) -> None:
        [profile] = await insert(store, spec("a"))
        await store.write(lambda t: t.runs.queue("run-1", profile, "schedule", 1, MONDAY))
        assert await store.read(lambda t: t.runs.active_of(profile.id)) == "run-1"
        with pytest.raises(Exception, match="UNIQUE"):
            await store.write(lambda t: t.runs.queue("run-2", profile, "manual", 2, MONDAY))
        assert await store.read(lambda t: t.runs.count("queued")) == 1

    async def test_a_lease_of_a_clock_that_was_ahead_blocks_no_worker(self, store: Database) -> None:
        [profile] = await insert(store, spec("a"))
        await store.write(lambda t: t.runs.queue("run-1", profile, "schedule", 1, MONDAY))

        async def claim(now: datetime) -> int:
            until = now + timedelta(minutes=1)
            return len(await store.write(lambda t: t.runs.claim("one", now=now, lease_until=until, limit=8)))

        assert await claim(MONDAY + timedelta(days=3650)) == 1
        assert await claim(MONDAY) == 1
        assert await claim(MONDAY) == 0

    async def test_deleting_a_profile_deletes_its_runs(self, store: Database) -> None:
        [profile] = await insert(store, spec("a"))
        await store.write(lambda t: t.runs.queue("run-1", profile, "schedule", 1, MONDAY))
        await store.write(lambda t: t.profiles.delete(profile))
        assert await store.read(lambda t: t.runs.count("queued")) == 0


class TestPagesAndFindings:
    async def test_a_page_state_belongs_to_one_profile_and_the_last_write_counts(self, store: Database) -> None:
        await insert(store, spec("a"), spec("b"))
        await self.pages(store, 2)
        later = state("id-a", 1, energy=2.0, ripe_at=MONDAY)
        await store.write(
            lambda t: t.page_states.put([state("id-a", 0), state("id-a", 1), state("id-b", 0, energy=9.0)])
        )
        await store.write(lambda t: t.page_states.put([later]))
        known = await store.read(lambda t: t.page_states.known("id-a", 9))
        assert [k.state for k in known] == [state("id-a", 0), later]

    async def test_the_same_content_of_a_page_is_found_once(self, store: Database) -> None:
        await insert(store, spec("a"))
        await self.pages(store, 1)
        assert await store.write(lambda t: t.findings.add(finding("f1")))
        assert not await store.write(lambda t: t.findings.add(finding("f2")))
        assert await store.write(lambda t: t.findings.add(finding("f3", content_hash="other")))
        profile = await store.read(lambda t: t.profiles.get("id-a"))
        assert profile is not None
        assert (profile.counts.findings, profile.counts.unread) == (2, 2)

    async def test_a_content_that_comes_back_on_another_occasion_is_found_again(self, store: Database) -> None:
        await insert(store, spec("a"))
        await self.pages(store, 1)
        assert await store.write(lambda t: t.findings.add(finding("f1", occasion="run-1")))
        assert not await store.write(lambda t: t.findings.add(finding("f2", occasion="run-1")))
        assert await store.write(lambda t: t.findings.add(finding("f3", occasion="run-2")))
        kept = await store.read(lambda t: t.findings.get("f3"))
        assert kept is not None
        assert kept.occasion == "run-2"

    async def test_reading_a_finding_counts_once(self, store: Database) -> None:
        await insert(store, spec("a"))
        await self.pages(store, 1)
        await store.write(lambda t: t.findings.add(finding("f1")))
        assert await store.write(lambda t: t.findings.set_state("f1", "read"))
        assert not await store.write(lambda t: t.findings.set_state("f1", "read"))
        profile = await store.read(lambda t: t.profiles.get("id-a"))
        assert profile is not None
        assert profile.counts.unread == 0

    async def test_a_person_knows_of_a_page_until_it_is_called_irrelevant(self, store: Database) -> None:
        await insert(store, spec("a"), spec("b"))
        await self.pages(store, 2)
        await store.write(lambda t: t.findings.add(finding("f1")))
        assert await store.read(lambda t: t.findings.was_reported("id-a", "page-0"))
        assert not await store.read(lambda t: t.findings.was_reported("id-a", "page-1"))
        assert not await store.read(lambda t: t.findings.was_reported("id-b", "page-0"))
        await store.write(lambda t: t.findings.set_verdicts("id-a", "page-0", "relevant"))
        assert await store.read(lambda t: t.findings.was_reported("id-a", "page-0"))
        await store.write(lambda t: t.findings.set_verdicts("id-a", "page-0", "irrelevant"))
        assert not await store.read(lambda t: t.findings.was_reported("id-a", "page-0"))

    async def test_an_address_has_one_page(self, store: Database) -> None:
        first = await store.write(
            lambda t: t.pages.put(StoredPage(id="p1", url="https://example.org/", host="example.org"))
        )
        second = await store.write(
            lambda t: t.pages.put(StoredPage(id="p2", url="https://example.org/", host="example.org"))
        )
        assert first == second == "p1"

    async def pages(self, store: Database, count: int) -> None:
        async def work(tables: Tables) -> None:
            for i in range(count):
                await tables.pages.put(
                    StoredPage(id=f"page-{i}", url=f"https://example.org/{i}", host="example.org")
                )

        await store.write(work)


class TestAlerts:
    async def test_a_claimed_alert_has_one_owner_until_the_lease_ends(self, store: Database) -> None:
        await self.add(store, "a1")
        assert await self.claim(store, "one", MONDAY)
        assert await self.claim(store, "two", MONDAY + timedelta(seconds=59)) is None
        again = await self.claim(store, "two", MONDAY + timedelta(seconds=60))
        assert again is not None
        assert (again.id, again.attempts) == ("a1", 2)
        assert await store.mark_sent(again, "one", now=MONDAY) == (False, None)
        assert await store.mark_sent(again, "two", now=MONDAY) == (True, None)
        assert await self.claim(store, "three", MONDAY + timedelta(days=1)) is None

    async def test_alerts_with_the_same_dedupe_key_are_stored_once(self, store: Database) -> None:
        assert await self.add(store, "a1", key="k")
        assert not await self.add(store, "a2", key="k")

    async def test_alerts_are_claimed_in_the_order_of_their_due_times_and_one_at_a_time(
        self, store: Database
    ) -> None:
        await self.add(store, "late", key="1", due=MONDAY + timedelta(minutes=1))
        await self.add(store, "early", key="2")
        later = MONDAY + timedelta(hours=1)
        first = await self.claim(store, "one", later)
        assert first is not None
        assert first.id == "early"
        assert await self.claim(store, "two", later) is None
        was_ours, second = await store.mark_sent(
            first, "one", now=later, lease_until=later + timedelta(minutes=1)
        )
        assert was_ours
        assert second is not None
        assert (second.id, second.attempts) == ("late", 1)
        assert second == await store.read(lambda t: t.alerts.get("late"))

    async def test_no_alert_of_a_channel_that_rests_or_pauses_is_claimed(self, store: Database) -> None:
        await self.add(store, "a1")
        await store.write(lambda t: t.channels.pause("mail", MONDAY + timedelta(minutes=1)))
        assert await self.claim(store, "one", MONDAY) is None
        [queue] = await store.read(lambda t: t.alerts.channel_queues())
        assert queue.ready_at == MONDAY + timedelta(minutes=1)
        assert await store.write(lambda t: t.channels.rest("mail", MONDAY, "gone"))
        assert await store.read(lambda t: t.alerts.channel_queues()) == []
        assert await self.claim(store, "one", MONDAY + timedelta(days=1)) is None
        await store.write(lambda t: t.channels.wake("mail"))
        assert await self.claim(store, "one", MONDAY) is not None

    async def test_only_alerts_that_were_sent_long_ago_are_deleted(self, store: Database) -> None:
        old, new = (values.time_sorted_id(MONDAY + timedelta(days=day), 1) for day in (0, 100))
        undelivered = f"{old[:-1]}z"
        await self.add(store, undelivered, key="waits", due=MONDAY + timedelta(days=1))
        for id in (old, new):
            await self.add(store, id, key=id)
            alert = await self.claim(store, "me", MONDAY)
            assert alert is not None
            assert alert.id == id
            await store.mark_sent(alert, "me", now=MONDAY)
        assert await store.write(lambda t: t.alerts.trim(MONDAY + timedelta(days=99))) == 1
        left = await store.read(lambda t: t.alerts.listed(state=None, before="~", limit=9))
        assert sorted(alert.id for alert in left) == sorted([new, undelivered])

    async def test_calls_wait_for_the_commit_and_a_failed_transaction_drops_them(self, store: Database) -> None:
        called: list[str] = []

        async def works(tables: Tables) -> None:
            tables.when_committed(lambda: called.append("kept"))
            assert called == []

        async def fails(tables: Tables) -> None:
            tables.when_committed(lambda: called.append("lost"))
            raise KeyError

        await store.write(works)
        with pytest.raises(KeyError):
            await store.write(fails)
        assert called == ["kept"]

    async def add(self, store: Database, id: str, key: str = "key", due: Any = MONDAY) -> bool:
        async def work(tables: Tables) -> bool:
            if await tables.channels.get("mail") is None:
                await tables.channels.insert(channel("mail"))
            return await tables.alerts.add(
                Alert(
                    id=id,
                    profile_id=None,
                    channel_name="mail",
                    kind="findings",
                    body="{}",
                    dedupe_key=key,
                    created_at=MONDAY,
                    due_at=due,
                )
            )

        return await store.write(work)

    async def claim(self, store: Database, owner: str, now: Any) -> Alert | None:
        until = now + timedelta(seconds=60)
        return await store.write(lambda t: t.alerts.claim("mail", owner, now=now, lease_until=until))


class TestChannels:
    async def test_a_channel_in_use_cannot_be_deleted(self, store: Database) -> None:
        await store.write(lambda t: t.channels.insert(channel("mail")))
        await insert(store, spec("a", delivery={"channels": ["mail"]}))
        with pytest.raises(Conflict, match="'a'"):
            await store.write(lambda t: t.channels.delete("mail"))
        profile = await store.read(lambda t: t.profiles.get("id-a"))
        assert profile is not None
        await store.write(lambda t: t.profiles.delete(profile))
        assert await store.write(lambda t: t.channels.delete("mail"))


def state(profile_id: str, page: int, energy: float = 0.0, ripe_at: Any = None) -> PageState:
    return PageState(
        profile_id=profile_id,
        page_id=f"page-{page}",
        relevance=0.5,
        unspent=1.0,
        energy=energy,
        ripe_at=ripe_at,
    )


def finding(id: str, content_hash: str = "hash", occasion: str = "") -> Finding:
    return Finding(
        id=id,
        profile_id="id-a",
        run_id=None,
        page_id="page-0",
        kind="new",
        url="https://example.org/0",
        title="A page",
        language="en",
        score=0.7,
        found_at=MONDAY,
        content_hash=content_hash,
        occasion=occasion,
    )


def channel(name: str) -> Channel:
    return Channel(
        name=name,
        url="json://localhost",
        template=None,
        events=["findings"],
        created_at=MONDAY,
        updated_at=MONDAY,
        revision=1,
    )
