"""Links that were seen, news, and records of sources come back as they were stored."""

from watchd.model.news import NewsItem, NewsRecord, Sighting
from watchd.store.database import Database
from watchd.store.tables.news import SEE, SET_DATES

DAY = 86_400.0


async def shown(store: Database, *hashes: int) -> dict[int, int]:
    rows = await store.read(lambda t: t.news._all("SELECT hash, shown FROM seen_links"))
    return {row.hash: row.shown for row in rows if row.hash in hashes}


def item(name: str, at: float, **changes: str) -> NewsItem:
    return NewsItem(**{"url": name, "carrier": "hub", "kind": "link", "anchor": "Ä", "seen_at": at, **changes})  # type: ignore[arg-type]


class TestLinks:
    async def test_a_link_keeps_the_time_of_its_first_look(self, store: Database) -> None:
        await store.write(lambda t: t.news.see([1, -(2**63), 2**63 - 1], 100.5))
        await store.write(lambda t: t.news.see([1, 2], 200.0))
        found = await store.read(lambda t: t.news.seen([1, 2, 3, -(2**63), 2**63 - 1]))
        assert found == {
            1: Sighting(100.5),
            2: Sighting(200.0),
            -(2**63): Sighting(100.5),
            2**63 - 1: Sighting(100.5),
        }

    async def test_no_links_need_no_query(self, store: Database) -> None:
        await store.write(lambda t: t.news.see([], 1.0))
        await store.write(lambda t: t.news.set_dates({}, 1.0))
        assert await store.read(lambda t: t.news.seen([])) == {}
        assert await store.read(lambda t: t.news.records([])) == {}

    async def test_a_link_that_is_twice_on_a_page_is_stored_once(self, store: Database) -> None:
        await store.write(lambda t: t.news.see([7, 7, 7], 1.0))
        assert await store.read(lambda t: t.retention.count_links()) == 1

    async def test_the_day_of_the_last_look_is_kept_and_never_goes_back(self, store: Database) -> None:
        for now in (1.5 * DAY, 3.2 * DAY, 2.0 * DAY):
            await store.write(lambda t, now=now: t.news.see([1], now))  # type: ignore[misc]
        assert await shown(store, 1) == {1: 3}

    async def test_a_known_link_is_written_once_a_day(self, store: Database) -> None:
        """Rows that do not change cost almost nothing; pages are read again and again."""

        async def written(day: int) -> int:
            return await store.write(lambda t: t.news._run(SEE, hashes="[1,2]", now=0.0, day=day))

        assert [await written(day) for day in (3, 3, 4, 3)] == [2, 0, 2, 0]

    async def test_a_date_that_has_not_moved_is_not_written(self, store: Database) -> None:
        async def written(date: str) -> int:
            return await store.write(
                lambda t: t.news._run(SET_DATES, dates=f"[[1,{date}],[2,5.5]]", now=0.0, day=1)
            )

        assert [await written(date) for date in ("1.5", "1.5", "2.5")] == [2, 0, 1]

    async def test_the_date_of_an_entry_is_that_of_the_last_look(self, store: Database) -> None:
        await store.write(lambda t: t.news.see([1, 2], 100.0))
        await store.write(lambda t: t.news.set_dates({1: 50.0, 3: 60.0}, 200.0))
        await store.write(lambda t: t.news.set_dates({1: 40.0}, 300.0))
        found = await store.read(lambda t: t.news.seen([1, 2, 3]))
        assert found == {1: Sighting(100.0, 40.0), 2: Sighting(100.0), 3: Sighting(200.0, 60.0)}


class TestNews:
    async def test_news_comes_back_the_newest_first(self, store: Database) -> None:
        items = [item(f"u{n}", float(n)) for n in range(5)]
        await store.write(lambda t: t.news.add(items))
        assert await store.read(lambda t: t.news.since(1.0, 2)) == [items[4], items[3]]
        assert await store.read(lambda t: t.news.since(1.0, 99)) == items[:1:-1]
        assert await store.read(lambda t: t.news.get("u3")) == items[3]
        assert await store.read(lambda t: t.news.get("other")) is None

    async def test_an_address_is_news_once_and_as_it_appeared_last(self, store: Database) -> None:
        again = item("u", 9.0, carrier="feed", kind="feed", anchor="title")
        await store.write(lambda t: t.news.add([item("u", 1.0)]))
        await store.write(lambda t: t.news.add([again]))
        await store.write(lambda t: t.news.add([]))
        assert await store.read(lambda t: t.news.since(0.0, 99)) == [again]

    async def test_the_record_of_a_source_counts_what_was_followed_and_found(self, store: Database) -> None:
        for found in (True, False, True):
            await store.write(lambda t, found=found: t.news.count("box", 1.0, found=found))  # type: ignore[misc]
        await store.write(lambda t: t.news.count("feed", 2.0, found=False))
        records = await store.read(lambda t: t.news.records(["box", "feed", "unknown"]))
        assert records == {"box": NewsRecord(3, 2), "feed": NewsRecord(1, 0)}
