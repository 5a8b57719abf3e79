"""Steps of an explanation: every known fact about an address, in the order of the data flow."""

from collections.abc import Iterator

from watchd.core.explain.explain_input import AlertAbout, ExplainInput, ExplainStep, Ref
from watchd.core.explain.next_look import NextLook
from watchd.core.explain.wording import WHY_LEFT, evidence, on, route, score, when
from watchd.model.visit import PageJudgement, Route

JUDGED: dict[PageJudgement, str] = {
    "finding": "it is a finding",
    "list": "it is a feed or sitemap, which is not reported itself",
    "other_language": "it is in a language that the profile does not want",
    "excluded_word": "it has a word that the query excludes",
    "below_bar": "it is not relevant enough",
    "kind_not_wanted": "report.kinds does not have such a finding",
    "front_page": "it is a front page or a list of other pages",
    "unchanged": "its text is the one that the profile knew",
    "no_text": "it has no main text",
    "minor_change": "its text changed, but not in a way that is news for the profile",
    "withdrawn": "it seemed relevant, and the end of the first run withdrew the finding",
}


def steps_of(given: ExplainInput, look: NextLook) -> Iterator[ExplainStep]:
    """Yield all steps."""
    yield from _address(given)
    yield _scope(given)
    yield from _rules(given)
    yield from _seen(given)
    yield from _queued(given)
    yield from _fetched(given)
    yield from _judged(given)
    yield from _found(given)
    yield from _alerts(given)
    yield ExplainStep("next", look.fact, look.at, Ref("profile", given.profile.id))


def _address(given: ExplainInput) -> Iterator[ExplainStep]:
    if given.asked != given.url:
        yield ExplainStep("address", f"watchd knows this address in the spelling {given.url}.")
    if given.page is not None and given.page.url != given.url:
        yield ExplainStep(
            "address",
            f"It leads to {given.page.url} by a redirect or a canonical link; what follows is about that page.",
            ref=Ref("address", given.page.url),
        )
    if given.similar is not None:
        yield ExplainStep(
            "address",
            f"{given.similar} is known, which differs only in its spelling.",
            ref=Ref("address", given.similar),
        )


def _scope(given: ExplainInput) -> ExplainStep:
    fact = f"{given.scope_rule} excludes it." if given.scope_rule else "The scope of the profile allows it."
    return ExplainStep("scope", fact, ref=Ref("profile", given.profile.id))


def _rules(given: ExplainInput) -> Iterator[ExplainStep]:
    rules, visit = given.rules, given.visit
    if rules.refused is not None:
        yield ExplainStep("rules", rules.refused.detail)
    elif rules.is_robots_known:
        yield ExplainStep("rules", "The host's robots.txt allows it.")
    elif visit is not None and visit.failure in ("robots", "guard", "trap"):
        yield ExplainStep("rules", f"At the last visit: {visit.reason}", visit.at)
    elif visit is not None and visit.outcome in ("fetched", "not_modified", "gone"):
        yield ExplainStep("rules", "The host's robots.txt allowed it at the last visit.", visit.at)
    else:
        yield ExplainStep(
            "rules", "Whether the host's robots.txt allows it is not known: it was not read in the last day."
        )
    if given.rests_until is not None:
        yield ExplainStep(
            "rules", f"The host gets no request before {when(given.rests_until)}.", given.rests_until
        )


def _seen(given: ExplainInput) -> Iterator[ExplainStep]:
    visit, stored = given.visit, given.waiting
    if given.named_as is not None:
        yield ExplainStep(
            "seen", f"The profile names it in {given.named_as}.", ref=Ref("profile", given.profile.id)
        )
    if visit is not None:
        yield _route_step(visit.route, f"The first visit came from {route(visit.route)}.", given)
    elif given.state is not None and given.state.source == "shared":
        yield ExplainStep("seen", "Another profile read it and passed it on.")
    if stored is not None and (visit is None or visit.at < stored.at):
        yield _route_step(stored.link.route, f"A run knew it from {route(stored.link.route)}.", given)
    if given.news is not None:
        yield _route_step(given.news, f"It had just appeared as {route(given.news)}.", given)
    for entry in given.lists:
        dated = f", dated {when(entry.dated)}" if entry.dated else ", without a date"
        title = f" “{entry.title}”" if entry.title else ""
        yield ExplainStep(
            "seen",
            f"The {entry.kind} {entry.list_url} has an entry{title}{dated}.",
            entry.dated,
            Ref("address", entry.list_url),
        )
    for hit in given.hits:
        yield ExplainStep(
            "seen",
            f"The search provider {hit.provider} named it as result {hit.rank} for “{hit.question}”.",
            hit.asked_at,
        )
    carriers = {way.carrier for way in (visit and visit.route, stored and stored.link.route, given.news) if way}
    for link in (link for link in given.links if not (link.may_follow and link.route.carrier in carriers)):
        follow = "" if link.may_follow else "; the site asks robots not to follow it"
        yield _route_step(link.route, f"It is {route(link.route)}{follow}, as that page was read last.", given)
    if given.seen_at is not None:
        yield ExplainStep(
            "seen", f"A page or list that watchd read showed it first{on(given.seen_at)}.", given.seen_at
        )
    if not any(
        (
            given.named_as,
            visit,
            given.page,
            stored,
            given.news,
            given.lists,
            given.hits,
            given.links,
            given.seen_at,
        )
    ):
        yield ExplainStep(
            "seen", "No page, feed, sitemap or search result that watchd read has shown this address."
        )


def _route_step(way: Route, fact: str, given: ExplainInput) -> ExplainStep:
    carrier = way.carrier or way.source.partition(":")[2]
    at = given.visit.first_at if given.visit is not None and way == given.visit.route else None
    return ExplainStep("seen", fact, at, Ref("address", carrier) if carrier else None)


def _queued(given: ExplainInput) -> Iterator[ExplainStep]:
    stored = given.waiting
    if stored is None:
        return
    link = stored.link
    name = {"news": "news", "start": "start pages", "link": "links"}[link.queue]
    expected = f" with the expected score {score(max(0.0, link.score))}" if link.queue == "link" else ""
    yield ExplainStep(
        "queued",
        f"When a run ended, it was number {link.place} of {link.of} {name} that waited{expected}; "
        f"{WHY_LEFT[link.reason]}.",
        stored.at,
        Ref("run", stored.run_id),
    )


def _fetched(given: ExplainInput) -> Iterator[ExplainStep]:
    visit = given.visit
    if visit is not None:
        status = f", status {visit.status}" if visit.status else ""
        text = {
            "fetched": f"A run fetched it{status}.",
            "not_modified": "A run asked for it, and the server answered that it is not modified.",
            "recalled": "A run took it from memory, as it had been read for this or another profile.",
            "gone": f"A run asked for it: {visit.reason}",
            "refused": f"A run did not fetch it: {visit.reason}",
        }.get(
            visit.outcome,
            f"A run asked for it, and the request failed ({visit.failure}{status}): {visit.reason}",
        )
        yield ExplainStep("fetched", text, visit.at, Ref("run", visit.run_id))
        if visit.read_at is not None and visit.read_at != visit.at:
            yield ExplainStep("fetched", "The last visit that brought the page was earlier.", visit.read_at)
    elif given.state is not None and given.state.visited_at is not None:
        yield ExplainStep(
            "fetched", "A run visited it; details are not known any more.", given.state.visited_at
        )
    for other in given.others:
        yield ExplainStep(
            "fetched",
            f"A run of the profile “{other.profile_name}” visited it ({other.outcome}).",
            other.at,
            Ref("run", other.run_id),
        )


def _judged(given: ExplainInput) -> Iterator[ExplainStep]:
    visit = given.visit
    if visit is None or visit.judged is None:
        if given.score is not None:
            yield ExplainStep(
                "judged",
                f"Its score is {score(given.score)}; {score(given.min_score)} is needed.",
                given.read_at,
            )
        return
    bar = visit.bar if visit.bar is not None else given.min_score
    value = given.score if given.score is not None else visit.score or 0.0
    reasons = f" ({evidence(visit.evidence)})" if evidence(visit.evidence) else ""
    scored = "" if visit.judged == "list" else f" Its score is {score(value)}{reasons}; {score(bar)} is needed."
    yield ExplainStep(
        "judged", f"Judged: {JUDGED[visit.judged]}.{scored}", visit.read_at, Ref("run", visit.run_id)
    )
    if visit.change_judged is not None and visit.changed_at != visit.read_at:
        yield ExplainStep(
            "judged", f"Its newest text was judged before: {JUDGED[visit.change_judged]}.", visit.changed_at
        )


def _found(given: ExplainInput) -> Iterator[ExplainStep]:
    finding = given.finding
    if finding is None:
        return
    verdict = f" You called it {finding.verdict}." if finding.verdict else ""
    yield ExplainStep(
        "found",
        f"Finding of the kind {finding.kind}, with the score {score(finding.score)}.{verdict}",
        finding.found_at,
        Ref("finding", finding.id),
    )
    if given.former is not None:
        yield ExplainStep(
            "found",
            f"It belongs to the same story as {given.former.url}.",
            given.former.found_at,
            Ref("finding", given.former.id),
        )


def _alerts(given: ExplainInput) -> Iterator[ExplainStep]:
    for about in given.alerts:
        yield ExplainStep(
            "alert", _alert_fact(about), about.alert.sent_at or about.alert.due_at, Ref("alert", about.alert.id)
        )
    if given.finding is not None and not given.alerts:
        yield ExplainStep("alert", "There is no alert about it.")


def _alert_fact(about: AlertAbout) -> str:
    alert = about.alert
    kind = "report of the first run" if alert.kind == "baseline" else "alert"
    named = "" if about.is_named else " It names only the best pages, and this one is not among them."
    error = (
        f" The last error: {alert.last_error}"
        if alert.last_error and alert.state in ("retrying", "failed")
        else ""
    )
    return f"The {kind} to {alert.channel_name} is {alert.state}.{named}{error}"
