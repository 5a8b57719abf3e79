"""Verdicts about an address that no visit brought a page of: rules, failures, queues, routes."""

from watchd.core.explain.explain_input import ExplainInput
from watchd.core.explain.verdict import ExplainedVerdict
from watchd.core.explain.wording import WHY_LEFT, on, route, score, when
from watchd.model.outcome import Refused
from watchd.model.visit import LastVisit, StoredWaitingLink, WaitingReason

ADD_SEED = "Add it to seeds.urls: every run visits the pages that a profile names."
TEMPORARY = "The next run may try again; there is nothing to do unless it lasts."

# A visit that was refused or that failed for such a reason would end in the same way today, whatever came before.
LASTING = {
    "robots": "robots",
    "trap": "trap",
    "guard": "refused",
    "url": "refused",
    "scheme": "refused",
    "port": "refused",
    "credentials": "refused",
    "type": "not_readable",
    "size": "not_readable",
    "encoding": "not_readable",
    "unreadable": "not_readable",
    "redirects": "not_readable",
    "gone": "gone",
}


def out_of_scope(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain an address that the scope of the profile excludes."""
    if given.scope_rule is None:
        return None
    setting = given.scope_rule.partition(" ")[0]
    change = {
        "scope.named_pages_only": "Set scope.named_pages_only to false, or add the page to seeds.urls.",
        "scope.hosts_allow": "Add its host to scope.hosts_allow.",
    }.get(setting, f"Remove the pattern from {setting}.")
    return ExplainedVerdict(
        "out_of_scope",
        f"The scope of the profile excludes this address by {given.scope_rule}, so no run visits it.",
        change,
    )


def refused_or_failed(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain an address whose last visit was refused or failed, or whose known rules forbid it."""
    visit = given.visit
    if visit is not None and visit.failure is not None:
        if visit.outcome == "gone" or (visit.failure in LASTING and visit.outcome != "failed"):
            return _lasting(given, visit, LASTING.get(visit.failure, "gone"))
        if visit.failure in ("unreadable", "redirects"):
            return _lasting(given, visit, "not_readable")
        if given.read_at is None:
            return _failing(given, visit)
    if given.rules.refused is not None:
        return _known_rule(given.rules.refused)
    if (
        visit is None
        and given.read_at is None
        and given.page is not None
        and given.state is not None
        and given.state.missed
    ):
        return ExplainedVerdict(
            "gone",
            f"The server said{on(given.page.fetched_at)} that there is no such page (status "
            f"{given.page.status}), and no run "
            "asks for it again.",
            ADD_SEED,
        )
    return None


def _known_rule(refused: Refused) -> ExplainedVerdict:
    if refused.by == "robots":
        return _robots("The host's robots.txt forbids this page, so watchd does not read it.")
    return ExplainedVerdict(
        "refused", f"watchd does not visit this address: {refused.detail}", _open_network(refused.by)
    )


def _robots(summary: str) -> ExplainedVerdict:
    return ExplainedVerdict(
        "robots",
        summary,
        "watchd obeys robots.txt. Ask the owner of the site to allow the robot watchd, or follow a feed or "
        "another page that "
        "carries the same news.",
    )


def _open_network(by: str) -> str:
    if by == "guard":
        return "If it is a host of your own network, add its network to fetch.allow_networks."
    if by == "port":
        return "Add the port to fetch.ports."
    return "Use the http or https address of the page, without credentials."


def _lasting(given: ExplainInput, visit: LastVisit, code: str) -> ExplainedVerdict:
    read = f" It was read before{on(given.read_at)}." if given.read_at is not None else ""
    match code:
        case "robots":
            return _robots(f"The host's robots.txt forbids this page{_as_of(visit)}.{read}")
        case "refused":
            return ExplainedVerdict(
                "refused",
                f"watchd did not visit the address{_as_of(visit)}: {visit.reason}{read}",
                _open_network(visit.failure or ""),
            )
        case "trap":
            return ExplainedVerdict(
                "trap",
                f"The run did not visit the address{_as_of(visit)}, because it looks like a part of an "
                "endless site: "
                f"{visit.reason}{read}",
                f"If the page is real: {ADD_SEED[0].lower()}{ADD_SEED[1:]}",
            )
        case "gone":
            return ExplainedVerdict(
                "gone",
                f"{visit.reason} That was{on(visit.at)}.{read}",
                "If the page exists now: " + ADD_SEED[0].lower() + ADD_SEED[1:],
            )
    return ExplainedVerdict(
        "not_readable",
        f"The address was visited{on(visit.at)}, but watchd could not use what it got: {visit.reason}{read} "
        "It is not visited "
        "again by itself.",
        "Look at it with `watchd fetch URL`. If it is a page now: " + ADD_SEED[0].lower() + ADD_SEED[1:],
    )


def _as_of(visit: LastVisit) -> str:
    return f" (as of {when(visit.at)})"


def _failing(given: ExplainInput, visit: LastVisit) -> ExplainedVerdict:
    if visit.failure == "budget":
        return ExplainedVerdict(
            "over_budget",
            f"The page was larger than what was left of the run's bytes{on(visit.at)}: {visit.reason}",
            "Raise budget.megabytes.",
        )
    status = f" (status {visit.status})" if visit.status else ""
    rest = f" The host gets no request before {when(given.rests_until)}." if given.rests_until else ""
    return ExplainedVerdict(
        "failing",
        f"The page was asked for{on(visit.at)}, but the request failed{status}: {visit.reason}{rest}",
        f"{TEMPORARY} `watchd fetch URL` shows what the server answers now; "
        f"{ADD_SEED[0].lower()}{ADD_SEED[1:]}",
    )


def waiting(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain an address that a run knew and left, or that another profile has left for this one."""
    stored, state = given.waiting, given.state
    if stored is not None:
        return _left(stored)
    if state is not None and state.visited_at is None:
        return ExplainedVerdict(
            "waiting_shared",
            "A run of another profile read this page and found it relevant to this profile too. It waits "
            "until a run of this "
            "profile takes it from memory.",
            "Start a run with `watchd profile run PROFILE`; a larger budget.pages lets a run take more such "
            "pages.",
        )
    return None


def _left(stored: StoredWaitingLink) -> ExplainedVerdict:
    link = stored.link
    shown = f"The run that ended on {when(stored.at)} knew this address from {route(link.route)}, and did not visit it: "
    why = WHY_LEFT[link.reason]
    if link.queue == "link":
        return ExplainedVerdict(
            "not_chosen",
            f"{shown}{why}. Its link had the expected score {score(max(0.0, link.score))} and was number "
            f"{link.place} of "
            f"{link.of} links that waited.",
            f"{ADD_SEED} {_more(link.reason)}",
        )
    kind = "news" if link.queue == "news" else "start pages"
    return ExplainedVerdict(
        "queued",
        f"{shown}{why}. It was number {link.place} of {link.of} {kind} that waited.",
        _more(link.reason),
    )


def _more(reason: WaitingReason) -> str:
    """Return what lets runs visit more pages."""
    match reason:
        case "budget_pages":
            return "Or raise budget.pages."
        case "budget_bytes":
            return "Or raise budget.megabytes."
        case "budget_seconds":
            return "Or give runs more time: raise budget.seconds, or a longer schedule.every."
        case "busy_site":
            return "The host's pace decides; give runs more time: raise budget.seconds, or a longer schedule.every."
        case "explored_share":
            return "Pages that were relevant before get most of the requests; call a page like it relevant to change that."
    return "The next run may visit it."


def seen(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain an address that something has shown and no run of the profile has visited."""
    if given.links and not any(link.may_follow for link in given.links):
        return ExplainedVerdict(
            "nofollow",
            f"Only {route(given.links[0].route)} leads to this address, and the site asks robots not to "
            "follow that link.",
            ADD_SEED,
        )
    if given.lists or given.hits or given.news or given.seen_at or any(link.may_follow for link in given.links):
        where = _first_route(given)
        return ExplainedVerdict(
            "seen_not_visited",
            f"watchd knows this address from {where}, but no run of the profile has visited it. It was not "
            "among the best links "
            "that the last runs left, or the run that saw it belongs to another profile.",
            ADD_SEED,
        )
    if given.others:
        other = given.others[0]
        return ExplainedVerdict(
            "other_profile",
            f"Only the profile “{other.profile_name}” has visited this address, on {when(other.at)}. No "
            "page that a run of this "
            "profile read has a link to it, and its words were not close enough to this profile to pass it on.",
            ADD_SEED,
        )
    return None


def _first_route(given: ExplainInput) -> str:
    if given.lists:
        entry = given.lists[0]
        return f"an entry of the {entry.kind} {entry.list_url}" + (
            f", dated {when(entry.dated)}" if entry.dated else ""
        )
    if given.news:
        return route(given.news)
    if given.links:
        return route(next(link.route for link in given.links if link.may_follow))
    if given.hits:
        hit = given.hits[0]
        return f"the search provider {hit.provider} (result {hit.rank} for “{hit.question}”{on(hit.asked_at)})"
    assert given.seen_at is not None
    return f"a page or list that was read{on(given.seen_at)}; which one is not known any more"


def unseen(given: ExplainInput) -> ExplainedVerdict:
    """Explain an address that nothing has shown."""
    hint = (
        f" But {given.similar} is known, which differs only in its spelling; ask about that address."
        if given.similar
        else ""
    )
    if given.last_run is None:
        run = " A run is active." if given.active_run else ""
        named = f" The profile names it in {given.named_as}." if given.named_as else ""
        return ExplainedVerdict(
            "not_run_yet",
            f"No run of this profile has ended yet, so nothing is known of this address.{named}{run}{hint}",
            "Wait until the first run ends, or start it with `watchd profile run PROFILE`.",
        )
    if given.named_as:
        return ExplainedVerdict(
            "queued",
            f"The profile names this address in {given.named_as}, but no run has visited it since.{hint}",
            "Start a run with `watchd profile run PROFILE`.",
        )
    return ExplainedVerdict(
        "never_seen",
        f"No page, feed, sitemap or search result that watchd read has shown this address.{hint}",
        f"{ADD_SEED} Or add a page, feed or sitemap that links to it, or a search provider that knows it.",
    )
