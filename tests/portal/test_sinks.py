"""A sink gets exactly the documents of the portal, also after crashes on either side."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.portal.receiver import KEY, documents
from tests.portal_pages import PAGES, fill, keep, profile, sighting
from tests.support import MONDAY, ROOT, HandWoundClock
from tests.web.site import settings
from watchd import validation
from watchd.errors import FieldErrors
from watchd.model.outcome import Answered
from watchd.model.page import Page
from watchd.model.portal import ChangeRange
from watchd.portal.push import SinkPusher, feed_sinks
from watchd.portal.receivers import SinkBusy, Taken, TooLarge, read_answer
from watchd.portal.settings import SinkSettings
from watchd.store.database import Database
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.settings import FetchBounds

KINDS = ("opensearch", "meilisearch", "typesense", "http")
KEYS = {"opensearch": f"ApiKey {KEY}", "meilisearch": KEY, "typesense": KEY, "http": KEY}


class Receiver:
    """A receiver in a process of its own, always on the same port."""

    def __init__(self, kind: str, folder: Path, fall_over: int = 0) -> None:
        self.kind, self.folder, self._fall_over = kind, folder, fall_over
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def ensure_running(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        command = [sys.executable, "-m", "tests.portal.receiver", self.kind, str(self.port), str(self.folder)]
        self._process = subprocess.Popen([*command, "--fall-over", str(self._fall_over)], cwd=ROOT)
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError("the receiver does not start")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)

    def sink(self, **changes: Any) -> SinkSettings:
        url = f"http://127.0.0.1:{self.port}" + ("/hook" if self.kind == "http" else "")
        return SinkSettings(**({"kind": self.kind, "url": url, "api_key": KEYS[self.kind]} | changes))


@pytest.fixture
def receivers(tmp_path: Path) -> Iterator[Any]:
    made = list[Receiver]()

    def make(kind: str, **options: Any) -> Receiver:
        folder = tmp_path / f"{kind}-receiver"
        folder.mkdir()
        made.append(Receiver(kind, folder, **options))
        made[-1].ensure_running()
        return made[-1]

    yield make
    for receiver in made:
        receiver.kill()


async def push_all(store: Database, pushing: SinkPusher, clock: HandWoundClock, receiver: Receiver) -> None:
    """Step until everything is confirmed; the clock jumps over pauses."""
    last = await store.read(lambda t: t.portal.last_serial())
    for _ in range(200):
        receiver.ensure_running()
        clock.forward(seconds=await pushing.step() + 0.001)
        if (await store.read(lambda t: t.portal_sinks.get("main"))).serial == last:
            return
    raise AssertionError("the sink was not fed in time")


async def portal(store: Database) -> set[str]:
    found = await store.read(lambda t: t.portal.follow(ChangeRange(0, 2**62), 10_000))
    return {whole.document.id for whole in found}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_sink_follows_new_changed_and_removed_documents(
    store: Database, clock: HandWoundClock, receivers: Any, kind: str
) -> None:
    await fill(store)
    receiver: Receiver = receivers(kind)
    async with WebFetcher(settings()) as fetcher:
        pushing = SinkPusher("main", receiver.sink(), store=store, outbound=fetcher.outbound, clock=clock)
        await push_all(store, pushing, clock, receiver)
        first = documents(receiver.folder)
        assert set(first) == await portal(store)
        assert first["page-0"]["title"] == PAGES[0].title
        await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], title="Changed")))
        await store.write(lambda t: t.portal.remove(["page-1"], MONDAY))
        await push_all(store, pushing, clock, receiver)
    after = documents(receiver.folder)
    assert set(after) == {"page-0", "page-2", "page-3"} == await portal(store)
    assert after["page-0"]["title"] == "Changed"
    state = await store.read(lambda t: t.portal_sinks.get("main"))
    assert (state.serial, state.rejected, state.last_error) == (
        await store.read(lambda t: t.portal.last_serial()),
        0,
        None,
    )


@pytest.mark.parametrize("kind", KINDS)
async def test_a_receiver_that_is_killed_again_and_again_ends_up_with_the_same_documents(
    store: Database, clock: HandWoundClock, receivers: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.portal.push.MAX_BATCH_DOCUMENTS", 4)
    await profile(store)
    pages = [Page(url=f"https://a.example/{n}", title=f"Page {n}", text=f"text {n}") for n in range(40)]
    await keep(store, *(sighting(number, page) for number, page in enumerate(pages)))
    receiver: Receiver = receivers(kind, fall_over=3)
    async with WebFetcher(settings()) as fetcher:
        pushing = SinkPusher("main", receiver.sink(), store=store, outbound=fetcher.outbound, clock=clock)
        for _ in range(8):  # in the middle of it, the portal changes
            receiver.ensure_running()
            clock.forward(seconds=await pushing.step() + 0.001)
        await store.write(lambda t: t.portal.remove([f"page-{n}" for n in range(0, 40, 3)], MONDAY))
        await keep(store, sighting(1, msgspec.structs.replace(pages[1], text="other")))
        # The daemon is replaced too: what was confirmed is in the database.
        pushing = SinkPusher("main", receiver.sink(), store=store, outbound=fetcher.outbound, clock=clock)
        await push_all(store, pushing, clock, receiver)
    received = documents(receiver.folder)
    assert set(received) == await portal(store)
    assert len(received) == 26
    assert received["page-1"]["text"] == "other"


async def test_a_document_that_the_receiver_always_refuses_does_not_block_others(
    store: Database, clock: HandWoundClock, receivers: Any
) -> None:
    await fill(store)
    await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], title="refuse me")))
    receiver: Receiver = receivers("opensearch")
    async with WebFetcher(settings()) as fetcher:
        pushing = SinkPusher("main", receiver.sink(), store=store, outbound=fetcher.outbound, clock=clock)
        await push_all(store, pushing, clock, receiver)
    assert set(documents(receiver.folder)) == {"page-1", "page-2", "page-3"}
    state = await store.read(lambda t: t.portal_sinks.get("main"))
    assert state.rejected == 1
    assert "failed to parse" in (state.last_error or "")


async def test_a_pause_that_a_clock_ahead_has_written_does_not_last_for_years(
    store: Database, clock: HandWoundClock, receivers: Any
) -> None:
    await fill(store)
    receiver: Receiver = receivers("meilisearch")
    async with WebFetcher(settings()) as fetcher:
        clock.forward(days=3650)
        wrong = receiver.sink(api_key="wrong")
        await SinkPusher("main", wrong, store=store, outbound=fetcher.outbound, clock=clock).step()
        clock.forward(days=-3650)
        pushing = SinkPusher("main", receiver.sink(), store=store, outbound=fetcher.outbound, clock=clock)
        assert await pushing.step() == 0.0
    assert documents(receiver.folder) != {}


async def test_a_wrong_key_and_a_guarded_address_wait_with_growing_pauses(
    store: Database, clock: HandWoundClock, receivers: Any
) -> None:
    await fill(store)
    receiver: Receiver = receivers("meilisearch")
    async with WebFetcher(settings()) as fetcher:
        pushing = SinkPusher(
            "main", receiver.sink(api_key="wrong"), store=store, outbound=fetcher.outbound, clock=clock
        )
        pauses = []
        for _ in range(3):
            pauses.append(await pushing.step())
            clock.forward(seconds=pauses[-1] + 0.001)
    assert pauses == [1.0, 2.0, 4.0]
    state = await store.read(lambda t: t.portal_sinks.get("main"))
    assert "403" in (state.last_error or "")
    assert "wrong" not in (state.last_error or "")
    async with WebFetcher(FetchBounds()) as guarded:
        await SinkPusher("other", receiver.sink(), store=store, outbound=guarded.outbound, clock=clock).step()
    refused = await store.read(lambda t: t.portal_sinks.get("other"))
    assert "allow_networks" in (refused.last_error or "")
    assert documents(receiver.folder) == {}


async def test_a_sink_that_is_not_configured_any_more_is_deleted(
    store: Database, clock: HandWoundClock
) -> None:
    await fill(store)
    async with WebFetcher(FetchBounds()) as fetcher:
        sink = SinkSettings("http", "http://127.0.0.1:9/hook")
        await SinkPusher("gone", sink, store=store, outbound=fetcher.outbound, clock=clock).step()
        assert (await store.read(lambda t: t.portal_sinks.get("gone"))).attempts == 1
        async with feed_sinks({}, store=store, outbound=fetcher.outbound, clock=clock):
            assert (await store.read(lambda t: t.portal_sinks.get("gone"))).attempts == 0


@pytest.mark.parametrize(
    ("kind", "status", "body", "expected"),
    [
        ("http", 204, b"", Taken()),
        ("http", 503, b"", SinkBusy("answered 503")),
        ("http", 413, b"", TooLarge()),
        ("opensearch", 200, b'{"errors": false}', Taken()),
        (
            "opensearch",
            200,
            b'{"errors": true, "items": [{"index": {"_id": "a", "status": 429}}]}',
            SinkBusy("could not accept 1 documents now (status 429)"),
        ),
        ("opensearch", 200, b'{"errors": true, "items": [{"delete": {"_id": "a", "status": 404}}]}', Taken()),
        (
            "opensearch",
            200,
            b"<html>",
            SinkBusy("answered in a format that watchd does not understand; check the URL"),
        ),
        ("typesense", 200, b'{"success": true}\n{"success": false, "error": "e", "code": 400}', Taken(("e",))),
    ],
)
def test_what_a_receiver_answers_is_understood(kind: Any, status: int, body: bytes, expected: object) -> None:
    assert read_answer(kind, Answered(url="", status=status, headers=(), body=body)) == expected


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"url": "meili"}, "url"),
        ({"index": "a/b"}, "index"),
        ({"kind": "solr"}, "kind"),
        ({"api_key": "a\nb"}, "api_key"),
    ],
)
def test_a_sink_that_cannot_work_is_refused_at_the_start(changes: dict[str, str], field: str) -> None:
    raw = {"kind": "http", "url": "https://a.example/"} | changes
    with pytest.raises(FieldErrors) as mistakes:
        validation.read(SinkSettings, raw)
    assert [fault.field for fault in mistakes.value.faults] == [field]
