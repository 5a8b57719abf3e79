"""One writer: jobs are batched, and one that fails takes nothing of the others with it."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.support import MONDAY
from watchd.errors import Unavailable
from watchd.store.database import Database
from watchd.store.driver import SqliteConnection
from watchd.store.tables import Tables

ADD = "INSERT INTO provider_states (name, body, updated_at) VALUES (:name, '{}', 'now')"


async def add(tables: Tables, name: str) -> str:
    await tables._connection.ask(ADD, {"name": name})
    return name


async def count(store: Database) -> int:
    async def work(tables: Tables) -> int:
        return int((await tables._connection.ask("SELECT count(*) FROM provider_states")).rows[0][0])

    return await store.read(work)


async def test_many_jobs_at_once_are_all_committed(store: Database) -> None:
    results = await asyncio.gather(*(store.write(lambda t, n=f"job-{i}": add(t, n)) for i in range(300)))  # type: ignore[misc]
    assert results == [f"job-{i}" for i in range(300)]
    assert await count(store) == 300


async def test_a_failing_job_is_undone_alone(store: Database) -> None:
    async def half_done(tables: Tables) -> None:
        await add(tables, "half")
        raise KeyError("no")

    outcomes = await asyncio.gather(
        store.write(lambda t: add(t, "before")),
        store.write(half_done),
        store.write(lambda t: add(t, "after")),
        return_exceptions=True,
    )
    assert outcomes[0] == "before"
    assert isinstance(outcomes[1], KeyError)
    assert outcomes[2] == "after"
    assert await count(store) == 2


async def test_a_failing_job_that_has_no_company_is_undone_too(store: Database) -> None:
    async def half_done(tables: Tables) -> None:
        await add(tables, "half")
        await add(tables, "half")

    with pytest.raises(sqlite3.IntegrityError):
        await store.write(half_done)
    assert await store.write(lambda t: add(t, "half")) == "half"
    assert await count(store) == 1


async def test_a_batch_shares_one_transaction(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[SqliteConnection] = []
    commit = SqliteConnection.commit

    async def counted(self: SqliteConnection) -> None:
        commits.append(self)
        await commit(self)

    monkeypatch.setattr(SqliteConnection, "commit", counted)
    await asyncio.gather(*(store.write(lambda t, n=f"job-{i}": add(t, n)) for i in range(50)))  # type: ignore[misc]
    assert await count(store) == 50
    assert len(commits) < 10


async def test_who_is_patient_lets_others_go_first_but_is_not_forgotten(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def note(_: Tables, name: str) -> None:
        done.append(name)

    async def all_at_once() -> list[str]:
        done.clear()
        steps = [store.write(lambda t, n=f"step {i}": note(t, n), patient=True) for i in range(3)]  # type: ignore[misc]
        people = [store.write(lambda t, n=f"person {i}": note(t, n)) for i in range(3)]  # type: ignore[misc]
        await asyncio.gather(*steps, *people)
        return done

    assert await all_at_once() == [f"person {i}" for i in range(3)] + [f"step {i}" for i in range(3)]
    monkeypatch.setattr("watchd.store.writer.MAX_WAIT_SECONDS", -1.0)
    assert await all_at_once() == ["step 0", "person 0", "person 1", "person 2", "step 1", "step 2"]


async def test_who_is_patient_has_a_transaction_of_its_own(store: Database) -> None:
    committed: list[int] = []

    async def look(_: Tables) -> None:
        committed.append(await count(store))

    await asyncio.gather(
        store.write(lambda t: add(t, "a"), patient=True), store.write(look, patient=True), store.write(look)
    )
    assert committed == [0, 1]


async def test_who_waits_for_a_database_that_cannot_be_used_is_told_at_once(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def locked() -> None:
        tries.append(1)
        raise RuntimeError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(store._writer, "_pool", type("Locked", (), {"connect": staticmethod(locked)}))
        outcomes = await asyncio.gather(
            *(store.write(lambda t: add(t, "x")) for _ in range(20)), return_exceptions=True
        )
    assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
    assert len(tries) == 1


async def test_a_caller_who_went_away_does_not_stop_the_others(store: Database) -> None:
    leaving = asyncio.create_task(store.write(lambda t: add(t, "left")))
    staying = asyncio.create_task(store.write(lambda t: add(t, "stayed")))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == "stayed"


async def test_readers_cannot_write(store: Database) -> None:
    with pytest.raises(Unavailable, match="readonly"):
        await store.read(lambda t: add(t, "sneaky"))


async def test_a_full_disk_fails_every_job_of_the_batch_and_the_next_one_works_again(store: Database) -> None:
    async def limit(tables: Tables, pages: int) -> None:
        await tables._connection.ask(f"PRAGMA max_page_count = {pages}")

    async def add_much(tables: Tables) -> None:
        for i in range(200):
            await tables._connection.ask(ADD, {"name": f"{i}-" + "x" * 4000})

    await store.write(lambda t: limit(t, 1))  # SQLite takes the present size when that is more
    outcomes = await asyncio.gather(
        store.write(add_much), store.write(lambda t: add(t, "b")), return_exceptions=True
    )
    assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
    assert await count(store) == 0
    await store.write(lambda t: limit(t, 1_000_000))
    await store.write(lambda t: add(t, "c"))
    assert await count(store) == 1


async def test_the_writer_survives_whatever_goes_wrong(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("unexpected")

    with monkeypatch.context() as patch:
        patch.setattr(store._writer, "_pool", broken)
        with pytest.raises(Unavailable):
            await store.write(lambda t: add(t, "lost"))
    assert await store.write(lambda t: add(t, "kept")) == "kept"
    assert await count(store) == 1


async def test_closing_finishes_what_is_queued_and_takes_nothing_new(tmp_path: Path) -> None:
    from watchd.store.database import open_database

    database = await open_database(tmp_path, MONDAY)
    waiting = [asyncio.create_task(database.write(lambda t, n=f"{i}": add(t, n))) for i in range(20)]  # type: ignore[misc]
    await asyncio.sleep(0)
    await database.close()
    assert len(await asyncio.gather(*waiting)) == 20
    with pytest.raises(Unavailable, match="closed"):
        await database.write(lambda t: add(t, "late"))
