"""Facts that the store has about one address and one profile, as input of an explanation. Nothing is requested or stored.

At most a few dozen lists, answers of search providers and pages with a link are searched, as they were read last. So an
answer takes well under a second.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from urllib.parse import urlsplit

from msgspec import UNSET, structs

from watchd.core.changes.summary import written_forms
from watchd.core.explain.answer import explain
from watchd.core.explain.explain_input import (
    AlertAbout,
    ExplainInput,
    Explanation,
    LinkSeen,
    ListEntry,
    SearchHit,
)
from watchd.core.feedback.feedback import Lessons, threshold_of
from watchd.core.policy.scope import rule_against
from watchd.core.population.agent_view import NOT_FOLLOWED
from watchd.core.relevance.link_graph import StoredLinkGraph, key_of
from watchd.core.revisits.news import link_key
from watchd.errors import Fault, FieldErrors
from watchd.flow.alerts.message import MAX_BASELINE_ENTRIES, MAX_ENTRIES
from watchd.model import values
from watchd.model.finding import Finding, MatchedTerm
from watchd.model.outcome import AddressRules
from watchd.model.page import Page, StoredPage
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.visit import Route
from watchd.store.tables import Tables
from watchd.web.urls.urls import BadUrl, canonical

MAX_LISTS = 30  # feeds and sitemaps that are searched for the address
MAX_ENTRIES_SHOWN = 3  # lists, answers, links and visits of others
MAX_CARRIERS_READ = 10  # pages that probably have a link to it


def canonical_address(url: str) -> str:
    """Return an address in the spelling in which watchd visits it; raise FieldErrors for one that it never visits."""
    if problem := values.url_problem(url):
        raise FieldErrors([Fault("url", problem)])
    try:
        return canonical(url)
    except BadUrl as error:
        raise FieldErrors([Fault("url", f"cannot be visited: {error}")]) from None


async def explained(
    tables: Tables, profile: Profile, url: str, rules: AddressRules, *, now: datetime
) -> Explanation:
    """Return why the page at an address was or was not reported to a profile."""
    return explain(await _input(tables, profile, url, rules, now))


async def _input(
    tables: Tables, profile: Profile, asked: str, rules: AddressRules, now: datetime
) -> ExplainInput:
    url, spec = canonical_address(asked), profile.spec
    page = await tables.pages.by_url(url)
    at = page.url if page else url
    named = dict(_named(spec))
    taught = await tables.learned.get(profile.id, "taught", Lessons) or Lessons()
    given = ExplainInput(
        profile=profile,
        min_score=threshold_of(spec.report.min_score, taught),
        asked=asked,
        url=url,
        now=now,
        rules=rules,
        rests_until=await _rests_until(tables, at, rules, now),
        scope_rule=rule_against(spec.scope, at, named),
        named_as=named.get(at) or named.get(url),
        page=page,
        state=await tables.page_states.get(profile.id, page.id) if page else None,
        visit=await tables.visits.get(profile.id, at) or await tables.visits.get(profile.id, url),
        waiting=await tables.visits.waiting(profile.id, at),
        others=tuple(await tables.visits.of_others(profile.id, at, MAX_ENTRIES_SHOWN)),
        last_run=await tables.runs.last_ended(profile.id),
        active_run=await tables.runs.active_of(profile.id),
    )
    if given.visit is not None and given.waiting is not None and given.visit.at >= given.waiting.at:
        given = structs.replace(given, waiting=None)  # a later run has visited it
    given = await _with_routes(tables, await _with_written_terms(tables, given), at)
    return await _with_finding(tables, given, page)


def _named(spec: ProfileSpec) -> Iterator[tuple[str, str]]:
    """Yield the addresses that the profile itself names, each with its setting; the first setting is yielded last."""
    for setting, urls in (
        ("seeds.sitemaps", spec.seeds.sitemaps),
        ("seeds.feeds", spec.seeds.feeds),
        ("query.examples", spec.query.examples),
        ("seeds.urls", spec.seeds.urls),
    ):
        for url in urls:
            with suppress(BadUrl):
                yield canonical(url), setting


async def _rests_until(tables: Tables, url: str, rules: AddressRules, now: datetime) -> datetime | None:
    """Return until when the host gets no request, by the fetcher or by what it stored before a restart."""
    stored = await tables.hosts.get(urlsplit(url).hostname or "")
    until = now.timestamp() + rules.rest_seconds if rules.rest_seconds > 0.0 else 0.0
    if stored is not None and stored.failures + stored.openings > 0:
        until = max(until, stored.free_at)
    return datetime.fromtimestamp(until, UTC) if until > now.timestamp() else None


async def _with_written_terms(tables: Tables, given: ExplainInput) -> ExplainInput:
    """Write the terms that matched as the page writes them, if its text is stored; else they stay stems."""
    visit = given.visit
    page = (
        await tables.pages.snapshot(given.page.id) if given.page and visit and visit.evidence.matched else None
    )
    if visit is None or page is None:
        return given
    evidence = visit.evidence
    forms = written_forms((term.term for term in evidence.matched), f"{page.title}\n{page.text}", page.language)
    written = tuple(MatchedTerm(forms.get(term.term, term.term), term.weight) for term in evidence.matched)
    visit = structs.replace(visit, evidence=structs.replace(evidence, matched=written))
    return structs.replace(given, visit=visit)


async def _with_routes(tables: Tables, given: ExplainInput, url: str) -> ExplainInput:
    """Add every place that has shown the address."""
    profile_id = given.profile.id
    news = await tables.news.get(url)
    seen = (await tables.news.seen([link_key(url)])).get(link_key(url))
    lists = await _list_entries(tables, profile_id, url)
    links = await _links(tables, given, url, news.carrier if news and news.kind == "link" else "")
    return structs.replace(
        given,
        news=Route("" if news.kind == "link" else f"{news.kind}:{news.carrier}", news.carrier, news.anchor)
        if news
        else None,
        seen_at=datetime.fromtimestamp(seen.seen_at, UTC) if seen else None,
        lists=lists,
        hits=await _hits(tables, url),
        links=links,
        similar=await _similar(tables, profile_id, url) if given.page is None and given.visit is None else None,
    )


async def _list_entries(tables: Tables, profile_id: str, url: str) -> tuple[ListEntry, ...]:
    """Return the entries of feeds and sitemaps with this address, as the lists were read last."""
    found: list[ListEntry] = []
    for page_id, list_url, kind in await tables.page_states.lists(profile_id, urlsplit(url).netloc, MAX_LISTS):
        page = await tables.pages.snapshot(page_id)
        await asyncio.sleep(0)  # a list has up to 2,000 entries
        link = next((link for link in page.links if link.url == url), None) if page else None
        if page is None or link is None:
            continue
        dates = page.entry_dates if page.entry_dates is not UNSET else {}
        found.append(ListEntry(list_url, kind, link.anchor, dates.get(url)))
        if len(found) == MAX_ENTRIES_SHOWN:
            break
    return tuple(found)


async def _hits(tables: Tables, url: str) -> tuple[SearchHit, ...]:
    """Return the stored results of search providers with this address."""
    return tuple(
        SearchHit(source, result.rank, question, answer.asked_at)
        for source, question, answer in await tables.seed_answers.naming(url, MAX_ENTRIES_SHOWN)
        for result in answer.results
        if result.url == url
    )


async def _links(tables: Tables, given: ExplainInput, url: str, news_carrier: str) -> tuple[LinkSeen, ...]:
    """Return links to the address on pages that are known to have one, else on those that the link graph names.

    The link graph has hashes of links within a site, of the strongest pages of the profile.
    """
    known = [news_carrier]
    known += [given.visit.route.carrier] if given.visit else []
    known += [given.waiting.link.route.carrier] if given.waiting else []
    carriers = [carrier for carrier in dict.fromkeys(known) if carrier]
    if not carriers:
        graph = await tables.learned.get(given.profile.id, "circle", StoredLinkGraph) or StoredLinkGraph()
        key = key_of(url)
        carriers = sorted(page_url for page_url, page in graph.members.items() if key in page.links)
    found: list[LinkSeen] = []
    for carrier in carriers[:MAX_CARRIERS_READ]:
        stored = await tables.pages.by_url(carrier)
        page = await tables.pages.snapshot(stored.id) if stored else None
        found += [seen] if page is not None and (seen := _link_on(page, url)) is not None else []
        if len(found) == MAX_ENTRIES_SHOWN:
            break
    return tuple(found)


def _link_on(page: Page, url: str) -> LinkSeen | None:
    links = [link for link in page.links if link.url == url]
    if not links:
        return None
    allowed = [link for link in links if not page.nofollow and NOT_FOLLOWED.isdisjoint(link.rel)]
    link = (allowed or links)[0]
    return LinkSeen(Route("", page.url, link.anchor, link.tag_path), bool(allowed))


async def _similar(tables: Tables, profile_id: str, url: str) -> str | None:
    """Return a known address that differs only in scheme, www. or the slash at its end."""
    for other in _spellings(url):
        if await tables.pages.by_url(other) or await tables.visits.get(profile_id, other):
            return other
    return None


def _spellings(url: str) -> Iterator[str]:
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    hosts = (host, host.removeprefix("www.") if host.startswith("www.") else f"www.{host}")
    paths = (path, path.removesuffix("/") if path.endswith("/") else f"{path}/") if path else ("",)
    for other_scheme in (scheme, "https" if scheme == "http" else "http"):
        for other_host in hosts:
            for other_path in paths:
                other = f"{other_scheme}://{other_host}{slash}{other_path}"
                if other != url:
                    yield other


async def _with_finding(tables: Tables, given: ExplainInput, page: StoredPage | None) -> ExplainInput:
    """Add the newest finding about the page, its story and its alerts, and the channels of the profile."""
    channels = [await tables.channels.get(name) for name in given.profile.spec.delivery.channels]
    given = structs.replace(given, channels=tuple(channel for channel in channels if channel))
    finding = await tables.findings.newest_of(given.profile.id, page.id) if page else None
    if finding is None:
        return given
    alerts = []
    for alert in await tables.alerts.of_finding(finding.id):
        limit = MAX_BASELINE_ENTRIES if alert.kind == "baseline" else MAX_ENTRIES
        best = await tables.alerts.findings(alert.id, limit)
        channel = await tables.channels.get(alert.channel_name)
        alerts.append(AlertAbout(alert, any(one.id == finding.id for one in best), channel))
    return structs.replace(given, finding=finding, former=await _former(tables, finding), alerts=tuple(alerts))


async def _former(tables: Tables, finding: Finding) -> Finding | None:
    """Return the first finding of the same story, if it is about another page."""
    if finding.story_id is None:
        return None
    ids = (await tables.findings.of_stories([finding.story_id]))[finding.story_id]
    first = await tables.findings.get(ids[0]) if ids and ids[0] < finding.id else None
    return first if first is not None and first.page_id != finding.page_id else None
