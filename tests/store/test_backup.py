"""Copies of the database are complete, private and checked; a restore never loses the former database."""

import asyncio
import contextlib
import gzip
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.test_contract import channel
from tests.support import MONDAY
from watchd.errors import Conflict, DatabaseDamaged, DatabaseTooNew, NotFound, Unavailable
from watchd.store import backup, migrations
from watchd.store.database import FILE_NAME, Database, open_database
from watchd.store.state_folder import StateFolder


@pytest.fixture
def folder(tmp_path: Path, empty_database: Path) -> Path:
    """A state folder with a database, which has one channel."""
    state = tmp_path / "state"
    state.mkdir()
    shutil.copy(empty_database, state / FILE_NAME)
    asyncio.run(_add(state, "first"))
    return state


async def _add(folder: Path, name: str) -> None:
    database = await open_database(folder, MONDAY)
    await database.write(lambda tables: tables.channels.insert(channel(name)))
    await database.close()


def names(file: Path) -> set[str]:
    connection = sqlite3.connect(file)
    try:
        return {name for (name,) in connection.execute("SELECT name FROM channels")}
    finally:
        connection.close()


def test_a_copy_is_private_one_file_and_checked(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    assert names(made.file) == {"first"}
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "state"]
    assert made.bytes == made.file.stat().st_size


async def test_a_copy_made_while_writing_is_the_state_of_one_moment(store: Database, tmp_path: Path) -> None:
    """Channels are written in pairs, one transaction each; a copy must never hold half a pair."""
    stop = asyncio.Event()

    async def write_pairs() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            a, b = channel(f"a{number}"), channel(f"b{number}")

            async def pair(tables, a=a, b=b) -> None:  # type: ignore[no-untyped-def]
                await tables.channels.insert(a)
                await tables.channels.insert(b)

            await store.write(pair)

    writing = asyncio.create_task(write_pairs())
    sizes = []
    for turn in range(10):
        made = await asyncio.to_thread(backup.back_up, tmp_path, tmp_path / f"copy{turn}.db", MONDAY)
        found = names(made.file)
        assert {name[1:] for name in found if name[0] == "a"} == {name[1:] for name in found if name[0] == "b"}
        sizes.append(len(found))
    stop.set()
    await writing
    assert sizes[-1] > sizes[0]


def test_nothing_is_overwritten(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(Conflict, match="exists already"):
        backup.back_up(folder, tmp_path / "precious", MONDAY)
    with pytest.raises(Conflict):
        backup.back_up(folder, folder / FILE_NAME, MONDAY)
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_folder_keeps_the_last_copies_and_all_other_files(folder: Path, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "notes.txt").write_text("mine")
    for minute in range(4):
        now = MONDAY.replace(minute=minute)
        made = backup.back_up(folder, copies, now)
        backup.trim(made.file, 2, now)
    assert sorted(path.name for path in copies.iterdir()) == [
        "notes.txt",
        "watchd-20261116-070200.db",
        "watchd-20261116-070300.db",
    ]


def test_the_new_copy_stays_and_copies_of_a_clock_that_was_ahead_are_deleted_first(
    folder: Path, tmp_path: Path
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for now in (MONDAY.replace(day=14), MONDAY.replace(day=15), MONDAY.replace(year=2036), MONDAY):
        made = backup.back_up(folder, copies, now)
    assert [path.name for path in backup.trim(made.file, 3, MONDAY)] == ["watchd-20361116-073000.db"]
    assert [path.name for path in backup.trim(made.file, 1, MONDAY)] == [
        "watchd-20261114-073000.db",
        "watchd-20261115-073000.db",
    ]
    assert list(copies.iterdir()) == [made.file]


def test_an_error_about_a_copy_names_its_source(folder: Path, tmp_path: Path) -> None:
    _sql(folder / FILE_NAME, "INSERT INTO migrations VALUES (9999, '9999_future', 'x', 'now')")
    with pytest.raises(DatabaseTooNew, match=rf"{FILE_NAME} has schema 9999") as caught:
        backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    assert "draft" not in str(caught.value)


def test_restores_within_a_second_each_keep_what_was_there(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    with StateFolder(folder) as held:
        kept = [backup.restore(made.file, held, MONDAY)[1] for _ in range(3)]
    assert [path.name for path in kept if path] == [
        "watchd-before-restore-20261116-073000.db",
        "watchd-before-restore-20261116-073000-2.db",
        "watchd-before-restore-20261116-073000-3.db",
    ]


def test_a_damaged_database_makes_no_copy(folder: Path, tmp_path: Path) -> None:
    file = folder / FILE_NAME
    good = file.read_bytes()
    file.write_bytes(good[: 4096 * 5] + b"\xff" * 4096 + good[4096 * 6 :])
    with pytest.raises(DatabaseDamaged):
        backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    assert [path.name for path in tmp_path.iterdir()] == ["state"]


def test_a_missing_database_or_folder_is_an_error(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no database"):
        backup.back_up(tmp_path, tmp_path / "copy.db", MONDAY)
    with pytest.raises(Unavailable, match="cannot be written"):
        backup.back_up(folder, tmp_path / "nowhere" / "copy.db", MONDAY)


def test_a_disk_that_fills_up_leaves_no_half_copy(folder: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "watchd", "backup", str(tmp_path / "copy.db")],
        env={**os.environ, "WATCHD_STATE__DIR": str(folder)}, capture_output=True, text=True, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
    )  # fmt: skip
    assert done.returncode == 1
    assert "Nothing was changed" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["state"]


def test_a_copy_is_restored_and_the_former_database_is_kept(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    asyncio.run(_add(folder, "second"))
    with StateFolder(folder) as held:
        restored, aside = backup.restore(made.file, held, MONDAY)
    assert names(restored.file) == {"first"}
    assert aside is not None
    assert names(aside) == {"first", "second"}
    assert stat.S_IMODE(restored.file.stat().st_mode) == 0o600
    asyncio.run(_add(folder, "third"))
    assert names(folder / FILE_NAME) == {"first", "third"}


def test_a_log_that_was_not_written_back_belongs_to_the_former_database(folder: Path, tmp_path: Path) -> None:
    """After SIGKILL the last writes are in the log only. They must not run into the restored file."""
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute(\"UPDATE channels SET name = 'killed'\"); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, folder / FILE_NAME], check=False, timeout=30)
    assert (folder / f"{FILE_NAME}-wal").stat().st_size > 0
    with StateFolder(folder) as held:
        restored, aside = backup.restore(made.file, held, MONDAY)
    assert not (folder / f"{FILE_NAME}-wal").exists()
    assert names(restored.file) == {"first"}
    assert aside is not None
    assert names(aside) == {"killed"}


def test_a_damaged_database_is_replaced_and_kept_with_its_log(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    (folder / FILE_NAME).write_bytes(b"not a database at all")
    (folder / f"{FILE_NAME}-wal").write_bytes(b"a log")
    with StateFolder(folder) as held:
        restored, aside = backup.restore(made.file, held, MONDAY)
    assert names(restored.file) == {"first"}
    assert aside is not None
    assert aside.read_bytes() == b"not a database at all"
    assert Path(f"{aside}-wal").read_bytes() == b"a log"


def _not_sqlite(file: Path) -> None:
    file.write_bytes(b"hello" * 1000)


def _torn(file: Path) -> None:
    good = file.read_bytes()
    file.write_bytes(good[: 4096 * 5] + b"\xff" * 4096 + good[4096 * 6 :])


def _other_program(file: Path) -> None:
    file.unlink()
    _sql(file, "CREATE TABLE songs (name TEXT)")


def _orphan(file: Path) -> None:
    columns, values = (
        "id, profile_id, spec, state, trigger_kind, entropy, queued_at",
        "'r', 'unknown', '', '', '', 1, ''",
    )
    _sql(file, f"INSERT INTO runs ({columns}) VALUES ({values})")


def _sql(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


def _unborn(file: Path) -> None:
    _sql(file, "DELETE FROM migrations")


@pytest.mark.parametrize("spoil", [_not_sqlite, _torn, _other_program, _orphan, _unborn])
def test_a_copy_that_is_not_whole_is_refused_and_nothing_changes(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    spoil(made.file)
    with StateFolder(folder) as held, pytest.raises(DatabaseDamaged, match="Nothing was changed"):
        backup.restore(made.file, held, MONDAY)
    assert names(folder / FILE_NAME) == {"first"}
    assert sorted(path.name for path in folder.iterdir()) == [FILE_NAME, "watchd.lock"]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TRIGGER thief AFTER INSERT ON runs BEGIN DELETE FROM profiles; END", "trigger thief"),
        ("CREATE VIEW spy AS SELECT * FROM tokens", "view spy"),
        ("CREATE TABLE extra (a TEXT)", "table extra"),
        ("CREATE INDEX slow ON profiles (hex(zeroblob(length(name))))", "index slow"),
        ("CREATE VIRTUAL TABLE words USING fts5 (word)", "table words"),
        ("ALTER TABLE profiles ADD COLUMN more TEXT DEFAULT 'x'", "table profiles"),
        ("DROP INDEX runs_by_state", "index runs_by_state"),
        ("DROP TABLE hosts", "table hosts"),
    ],
)
def test_a_copy_whose_schema_the_migrations_do_not_make_is_refused(
    folder: Path, tmp_path: Path, statement: str, named: str
) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    _sql(made.file, statement)
    with StateFolder(folder) as held, pytest.raises(DatabaseDamaged, match=named):
        backup.restore(made.file, held, MONDAY)
    assert names(folder / FILE_NAME) == {"first"}
    assert sorted(path.name for path in folder.iterdir()) == [FILE_NAME, "watchd.lock"]


def test_a_table_that_is_a_view_without_end_is_refused_before_it_is_read(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    _sql(made.file, "ALTER TABLE migrations RENAME TO real")
    _sql(
        made.file,
        "CREATE VIEW migrations AS WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n) "
        "SELECT number, 'a' AS name, 'b' AS checksum FROM n",
    )
    with StateFolder(folder) as held, pytest.raises(DatabaseDamaged, match="not a watchd database"):
        backup.restore(made.file, held, MONDAY)


def test_a_text_of_the_schema_that_was_changed_behind_the_back_of_sqlite_is_refused(
    folder: Path, tmp_path: Path
) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    with contextlib.closing(sqlite3.connect(made.file, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'ON DELETE CASCADE', '') WHERE name = 'alerts'"
        )
    with StateFolder(folder) as held, pytest.raises(DatabaseDamaged, match="table alerts"):
        backup.restore(made.file, held, MONDAY)


def test_a_trigger_that_calls_itself_a_table_is_refused_everywhere(folder: Path, tmp_path: Path) -> None:
    """SQLite refuses such an entry by itself; if it did not, the comparison would."""
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    for file in (made.file, folder / FILE_NAME):
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("CREATE TRIGGER thief AFTER INSERT ON runs BEGIN DELETE FROM profiles; END")
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_schema SET type = 'table' WHERE name = 'thief'")
    with StateFolder(folder) as held, pytest.raises(DatabaseDamaged, match="thief"):
        backup.restore(made.file, held, MONDAY)
    with pytest.raises(DatabaseDamaged, match="thief"):
        asyncio.run(_open_and_close(folder))


@pytest.mark.parametrize("with_log", [False, True], ids=["one file", "with its log"])
def test_a_restore_leaves_the_copy_and_the_files_beside_it_as_they_are(
    folder: Path, tmp_path: Path, with_log: bool
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    shutil.copy(folder / FILE_NAME, copies / "copy.db")
    if with_log:
        _killed_while_writing(copies / "copy.db", "UPDATE channels SET name = 'in the log'")
        (copies / "copy.db-shm").unlink()
    before = {path.name: path.read_bytes() for path in copies.iterdir() if not path.name.endswith("-shm")}
    with StateFolder(folder) as held:
        restored, _ = backup.restore(copies / "copy.db", held, MONDAY)
    assert names(restored.file) == ({"in the log"} if with_log else {"first"})
    after = {path.name: path.read_bytes() for path in copies.iterdir() if not path.name.endswith("-shm")}
    assert after == before


def _killed_while_writing(file: Path, statement: str) -> None:
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute(sys.argv[2]); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, file, statement], check=False, timeout=30)


def test_a_transaction_that_a_crash_interrupted_before_there_was_a_log_is_rolled_back_at_the_start(
    folder: Path,
) -> None:
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA journal_mode = DELETE'); c.execute('PRAGMA cache_size = 1'); c.execute('BEGIN');"
        "c.execute('CREATE TABLE half (a)'); "
        "c.executemany('INSERT INTO half VALUES (?)', [('x' * 3000,)] * 300); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, folder / FILE_NAME], check=False, timeout=30)
    assert (folder / f"{FILE_NAME}-journal").stat().st_size > 0
    asyncio.run(_open_and_close(folder))
    assert backup.verify(folder / FILE_NAME)[1] == 0
    assert names(folder / FILE_NAME) == {"first"}


def test_a_copy_with_statistics_of_analyze_is_restored(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    _sql(made.file, "ANALYZE")
    with StateFolder(folder) as held:
        backup.restore(made.file, held, MONDAY)


@pytest.mark.parametrize("count", range(1, len(migrations.known()) + 1))
def test_a_copy_of_every_earlier_schema_is_restored_and_upgraded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    with monkeypatch.context() as former:
        known = migrations.known()[:count]
        former.setattr(migrations, "known", lambda: known)
        asyncio.run(_open_and_close(older))
    with StateFolder(folder) as held:
        restored, _ = backup.restore(older / FILE_NAME, held, MONDAY)
    assert restored.schema == known[-1].number
    asyncio.run(_open_and_close(folder))
    assert backup.verify(folder / FILE_NAME) == (migrations.known()[-1].number, 0)


async def _open_and_close(folder: Path) -> None:
    await (await open_database(folder, MONDAY)).close()


def _half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _compressed(file: Path) -> None:
    file.write_bytes(gzip.compress(file.read_bytes()))


def _missing(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("spoil", [_half, _folder, _pipe, _compressed, _not_sqlite, _missing])
def test_a_file_that_cannot_be_read_is_one_sentence(
    folder: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    spoil(made.file)
    _assert_one_sentence(_restored_by_command(folder, made.file))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_a_file_without_permission_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    with StateFolder(folder) as held:
        os.seteuid(65534)
        try:
            with pytest.raises(Unavailable, match="as its owner or as root"):
                backup.restore(made.file, held, MONDAY)
        finally:
            os.seteuid(0)


def _restored_by_command(folder: Path, file: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "watchd", "restore", str(file)],
        env={**os.environ, "WATCHD_STATE__DIR": str(folder)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def _assert_one_sentence(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode in (1, 4)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert "copy.db" in done.stderr


def test_a_check_leaves_no_files_beside_a_copy_and_changes_none(folder: Path, tmp_path: Path) -> None:
    """A copy that a person made with cp is in WAL mode, where a usual connection writes."""
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    shutil.copy(folder / FILE_NAME, copy)
    before = copy.read_bytes()
    backup.verify(copy)
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]


def test_a_copy_of_a_newer_version_is_refused(folder: Path, tmp_path: Path) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    _sql(made.file, "INSERT INTO migrations VALUES (9999, '9999_future', 'x', 'now')")
    with StateFolder(folder) as held, pytest.raises(DatabaseTooNew, match="newer version"):
        backup.restore(made.file, held, MONDAY)
    assert names(folder / FILE_NAME) == {"first"}


@pytest.mark.parametrize("step", ["chown", "link", "fsync"])
def test_a_restore_that_dies_half_way_leaves_the_former_database_in_its_place(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    made = backup.back_up(folder, tmp_path / "copy.db", MONDAY)
    asyncio.run(_add(folder, "second"))

    def die(*_words: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, die)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with StateFolder(folder) as held, pytest.raises(KeyboardInterrupt):
        backup.restore(made.file, held, MONDAY)
    monkeypatch.undo()
    assert names(folder / FILE_NAME) == {"first", "second"}
