"""Reader of a whole database: what the tables return, as JSON, in groups that a later version can be compared with.

The names of fields count where the database stores them: in specs, learned parts, evidence, events. A struct that the store
puts together from columns is given as its values, so that the program may use other names for its fields.
"""

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from zstandard import ZstdDecompressor

from watchd.core.feedback.feedback import Lessons, VerdictEvidence
from watchd.core.population.events import Entry
from watchd.core.population.origin import Origin, populate, topic_of
from watchd.core.population.population import Population, replay
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.link_graph import StoredLinkGraph
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.revisits.start_pages import SourceYields
from watchd.core.run.run_start import Hints
from watchd.model.page import KnownState, Page
from watchd.model.portal import ChangeRange
from watchd.model.profile import Profile
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter
from watchd.store.tables.run_log import RunLogTable
from watchd.store.tables.runs import RunFilter

ALL = 100_000
LAST = "~"  # sorts after every id
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
PARTS: dict[str, type] = {
    "memory": Memory,
    "taught": Lessons,
    "source_yields": SourceYields,
    "counts": TermCounts,
    "hints": Hints,
    "circle": StoredLinkGraph,
}
SETS = ("heading", "around")  # fields of documents
# Fields that the recorded version did not have: of report, and of the change of a finding.
LATER_FIELDS = (["values", True], ["values", []])
# Columns that hold packed structs.
PACKED: tuple[tuple[str, type], ...] = (
    ("SELECT body FROM run_journal WHERE step = 0", Origin),
    ("SELECT body FROM run_journal WHERE step > 0", list[Entry]),
    ("SELECT body FROM page_snapshots", Page),
    ("SELECT evidence FROM verdicts", VerdictEvidence),
    *((f"SELECT body FROM learned WHERE part = '{part}'", kind) for part, kind in PARTS.items()),
)


class Journal(Struct, frozen=True):
    """The kept journal of one run."""

    run_id: str
    origin: Origin
    steps: tuple[tuple[Entry, ...], ...]

    def replayed(self) -> tuple[list[bytes], Population]:
        """Return the events that the journal gives, encoded, and the population after the last one."""
        population = populate(self.origin, topic_of(self.origin))
        events = [event for step in self.steps for event in replay(population, step)]
        return [msgspec.json.encode(event) for event in events], population


def unpacked(body: bytes) -> bytes:
    """Return the bytes as msgspec wrote them. Compressed bytes may differ from one version of zstd to the next."""
    return ZstdDecompressor().decompress(body)


def packed_bodies(file: Path) -> list[tuple[type, bytes]]:
    """Return every packed struct of the database and its type."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return [(kind, body) for query, kind in PACKED for (body,) in connection.execute(query)]


def plain_data(body: bytes) -> Any:
    """Return a msgpack body without types. Sets are sorted: their order differs from one process to the next."""

    def sorted_sets(data: Any) -> Any:
        match data:
            case dict():
                return {k: sorted(v) if k in SETS else sorted_sets(v) for k, v in data.items()}
            case list():
                return [sorted_sets(item) for item in data]
        return data

    return sorted_sets(msgspec.msgpack.decode(body))


async def journals(store: Database) -> list[Journal]:
    """Return the journals of all runs that have one, in the order of the ids of the runs."""

    async def work(tables: Tables) -> list[Journal]:
        runs = await tables.runs.listed(RunFilter(), before=LAST, limit=ALL)
        bodies = {run.id: await tables.run_log.journal(run.id) for run in runs}
        return [_journal(run_id, bodies[run_id]) for run_id in sorted(bodies) if bodies[run_id]]

    return await store.read(work)


def _journal(run_id: str, bodies: list[bytes]) -> Journal:
    origin = RunLogTable.unpacked(bodies[0], Origin)
    return Journal(run_id, origin, tuple(tuple(RunLogTable.unpacked(b, list[Entry])) for b in bodies[1:]))


def books(population: Population) -> dict[str, Any]:
    """Return where the energy of a run is."""
    ledger = population.ledger
    return {
        "agents": dict(sorted(ledger.agents.items())),
        "remnants": dict(sorted(ledger.remnants.items())),
        "dissipated": ledger.dissipated,
        "injected": ledger.injected,
        "stop_reason": population.stop_reason,
        "worth": [
            [url, page.relevance, population.energy_left(url)[1]]
            for url, page in population.graph.pages.items()
            if url == page.url and population.payoffs.page_energy(page.relevance) > 0.0
        ],
        "under_way": [values(move) for move in population.under_way],
        "promises": population.promises(ALL),
    }


def values(struct: Struct) -> list[Any]:
    """Return the fields of a struct without their names."""
    return [getattr(struct, name) for name in struct.__struct_fields__]


async def contents(store: Database) -> dict[str, list[Any]]:
    """Return everything that the tables read, by group."""
    return await store.read(_contents)


async def _contents(tables: Tables) -> dict[str, list[Any]]:
    profiles = await tables.profiles.listed(ProfileFilter(), after="", limit=ALL)
    known = [(p, k) for p in profiles for k in sorted(await tables.page_states.known(p.id, ALL), key=_address)]
    pages = sorted({k.state.page_id: k.url for _, k in known}.items())
    tokens = await tables.tokens.listed(after="", limit=ALL)
    channels = await tables.channels.listed(after="", limit=ALL)
    return {
        "profiles": [values(profile) for profile in profiles],
        "page_states": [await _state(tables, profile, one) for profile, one in known],
        "aliases": [[p.id, sorted(await tables.page_states.aliases(p.id, ALL))] for p in profiles],
        "pages": [await _page(tables, *page) for page in pages],
        "learned": [await _learned(tables, p, part) for p in profiles for part in PARTS],
        "verdicts": [[p.id, await tables.verdicts.current(p.id, VerdictEvidence)] for p in profiles],
        "findings": [[n, values(finding)] for n, finding in await tables.findings.after(0, ALL)],
        "stories": [[p.id, await tables.stories.recent(p.id, EARLIEST)] for p in profiles],
        "feed_keys": [[p.id, await tables.feed_keys.digest_of(p.id)] for p in profiles],
        "channels": [values(channel) for channel in channels],
        "tokens": [[values(token), await _digest(tables, token.id)] for token in tokens],
        "answers": [await _answer(tables, token.id) for token in tokens],
        "hosts": [*await tables.hosts.all()],
        "quarantine": [values(entry) for entry in await tables.quarantine.all()],
        "provider_states": [await tables.provider_states.get("searxng")],
        "seed_answers": [await tables.seed_answers.get("searxng", "solid state battery")],
        "portal_sinks": [values(await tables.portal_sinks.get("archive"))],
        **await _runs(tables),
        **await _alerts(tables),
        **await _portal(tables),
    }


def _address(known: KnownState) -> str:
    return known.url


async def _state(tables: Tables, profile: Profile, known: KnownState) -> list[Any]:
    state = await tables.page_states.get(profile.id, known.state.page_id)
    assert state is not None
    return [known.url, known.kind, known.is_unread, values(state)]


async def _page(tables: Tables, page_id: str, url: str) -> list[Any]:
    page = await tables.pages.by_url(url)
    assert page is not None
    versions = await tables.versions.of_page(page_id)
    return [values(page), await tables.pages.snapshot(page_id), [values(version) for version in versions]]


async def _learned(tables: Tables, profile: Profile, part: str) -> list[Any]:
    return [profile.id, part, await tables.learned.get(profile.id, part, PARTS[part])]


async def _digest(tables: Tables, token_id: str) -> str:
    found = await tables.tokens.with_digest(token_id)
    assert found is not None
    return found[1]


async def _answer(tables: Tables, token_id: str) -> list[Any]:
    answer = await tables.answers.get(token_id, "key 1", EARLIEST)
    return [token_id, values(answer) if answer else None]


async def _runs(tables: Tables) -> dict[str, list[Any]]:
    runs = await tables.runs.listed(RunFilter(), before=LAST, limit=ALL)
    groups: dict[str, list[Any]] = {"runs": [], "run_events": [], "agents": [], "run_pages": []}
    for run in runs:
        groups["runs"].append(values(run))
        events = await tables.run_log.events(run.id, after=0, limit=ALL)
        groups["run_events"] += [[run.id, e.number, e.kind, e.body.decode()] for e in events]
        agents = await tables.run_log.agents(run.id, after="", limit=ALL)
        groups["agents"] += [[run.id, values(agent)] for agent in agents]
        ranked = await tables.run_log.ranked(run.id, relevance=2.0, url="", limit=ALL)
        groups["run_pages"] += [[run.id, values(page)] for page in ranked]
    return groups


async def _alerts(tables: Tables) -> dict[str, list[Any]]:
    alerts = await tables.alerts.listed(state=None, before=LAST, limit=ALL)
    return {"alerts": [[values(alert), await tables.alerts.finding_ids(alert.id, ALL)] for alert in alerts]}


async def _portal(tables: Tables) -> dict[str, list[Any]]:
    last = await tables.portal.last_serial()
    followed = await tables.portal.follow(ChangeRange(0, last, removed=True), ALL)
    lexicon = await tables.portal_search.lexicon("", after="", limit=ALL)
    return {
        "portal": [
            [values(one.document), values(one.indexed), [values(score) for score in one.profiles]]
            for one in followed
        ],
        "portal_links": [
            [one.document.id, sorted(await tables.portal.in_links(one.document.id, ALL))] for one in followed
        ],
        "lexicon": [values(term) for term in lexicon],
    }


def lines_of(groups: dict[str, list[Any]]) -> dict[str, list[str]]:
    """Return every row as a line of JSON."""
    return {name: [_line(row) for row in rows] for name, rows in groups.items()}


def _line(row: Any) -> str:
    return msgspec.json.encode(_as_before(plain_data(msgspec.msgpack.encode(row)))).decode()


def _as_before(data: Any) -> Any:
    """Return data without the fields that were added later, where they have the value for rows without them."""
    match data:
        case dict():
            return {k: _as_before(v) for k, v in data.items() if [k, v] not in LATER_FIELDS}
        case list():
            return [_as_before(item) for item in data]
    return data
