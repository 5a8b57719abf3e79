"""Wording of explanations: times, scores, routes and failures as parts of plain sentences."""

from datetime import datetime

from watchd.core.policy import describe
from watchd.model.visit import JudgementEvidence, Route, WaitingReason

MAX_ANCHOR_CHARS = 80

WHY_LEFT: dict[WaitingReason, str] = {
    "explored_share": "the run had followed as many links as its share for exploring allows",
    "busy_site": "its site had as many requests under way as a run may have at a time",
    "budget_pages": "the run had used up budget.pages",
    "budget_seconds": "the time of the run was over",
    "budget_bytes": "the run had used up budget.megabytes",
    "exhausted": "the run had nothing else that it might visit",
    "extinct": "no agent was alive any more",
    "stopped": "the run was stopped",
    "shutdown": "the daemon was stopped during the run",
    "error": "the run ended with an error",
}


def when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def on(moment: datetime | None) -> str:
    """Return a time as the end of a sentence; empty when it is not known."""
    return f" on {when(moment)}" if moment else ""


def score(value: float) -> str:
    """Format a score with two digits that mean something: a small one is not rounded to zero."""
    return describe.score(value) if value >= 0.005 or value <= 0.0 else f"{value:.1g}"


def route(route: Route) -> str:
    """Describe a route as a sentence without its full stop."""
    source, _, address = route.source.partition(":")
    if address:
        shown = "a new link on" if source == "link" else f"the {source}"
        return f"{'' if source == 'link' else 'an entry of '}{shown} {address}"
    if route.carrier:
        anchor = f" with the text “{shortened(route.anchor)}”" if route.anchor else ""
        place = f", at {route.tag_path}" if route.tag_path else ""
        return f"a link on {route.carrier}{anchor}{place}"
    match source:
        case "url":
            return "seeds.urls of the profile"
        case "example":
            return "query.examples of the profile"
        case "feed" | "sitemap":
            return f"the profile or a relevant page, as a {source}"
        case "remnant" | "ripe":
            return "earlier runs, which had read it"
        case "shared":
            return "another profile, which had read it"
        case "" | "seed":
            return "a start page"
    return f"the search provider {source}"


def shortened(text: str) -> str:
    clean = " ".join(text.split())
    return clean if len(clean) <= MAX_ANCHOR_CHARS else f"{clean[: MAX_ANCHOR_CHARS - 1]}…"


def evidence(given: JudgementEvidence) -> str:
    """Describe the reasons for a score; empty without any."""
    parts = []
    if given.matched:
        parts.append("words that matched: " + ", ".join(term.term for term in given.matched))
    if given.neighbours is not None:
        parts.append(f"mean score of its neighbours: {score(given.neighbours)}")
    return "; ".join(parts)
