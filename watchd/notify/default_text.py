"""The default words of a message: its title, and its text where nothing but text can be shown."""

from collections.abc import Callable

from watchd.core.policy import describe
from watchd.model.alert import Message, MessageEntry
from watchd.model.finding import Finding
from watchd.notify import escaping

KINDS = {"new": "new", "changed": "changed", "gone": "gone", "newly_relevant": "newly relevant"}
MAX_TITLE = 200
Escape = Callable[[str], str]


def as_it_is(text: str) -> str:
    return text


def title(message: Message, escape: Escape = as_it_is) -> str:
    """One line."""
    name = escape(escaping.line(message.profile_name, 100))
    match message.kind:
        case "findings" if message.total == 1 and message.entries:
            said = f"{name}: {escape(headline(message.entries[0].finding))}"
        case "findings":
            said = f"{name}: {message.total} findings"
        case "baseline":
            said = f"{name}: here is what exists, {pages(message.total)}"
        case "health":
            said = f"{name}: how this profile is doing"
        case "channel":
            said = "A channel refuses its messages"
        case "test":
            said = "A test message from watchd"
    return escaping.cut(said, MAX_TITLE)


def opening(message: Message) -> str:
    """The sentence above the findings, if there is one."""
    if message.kind == "baseline":
        return "This is the first look, with the best of what exists. From now on only what is new or changed is told."
    return escaping.lines(message.text, 2000)


def headline(finding: Finding) -> str:
    return escaping.line(finding.title, 150) or escaping.line(finding.url, 150)


def facts(finding: Finding) -> str:
    """What kind of finding it is, how good, where and when."""
    parts = [KINDS[finding.kind], f"score {describe.score(finding.score)}", host(finding.url)]
    if finding.published_at is not None:
        parts.append(f"published {finding.published_at:%Y-%m-%d}")
    return " · ".join(part for part in parts if part)


def reason(finding: Finding) -> str:
    """Why it was reported: the words that spoke for it, and where the page came from."""
    terms = ", ".join(escaping.line(term.term, 40) for term in finding.why.matched_terms[:5])
    parts = [f"matched {terms}" if terms else "", escaping.line(describe.origin(finding.why), 300)]
    return "; ".join(part for part in parts if part)


def host(url: str) -> str:
    return escaping.line(describe.host(url), 80)


def sources(entry: MessageEntry) -> str:
    """Where else the same story stands."""
    named = ", ".join(dict.fromkeys(host(url) for url in entry.sources))
    if not named:
        return ""
    return f"also at {named}" + (f" and {entry.more_sources} more" if entry.more_sources else "")


def pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"


def and_more(message: Message, shown: int) -> str:
    """What is not shown is counted, never dropped silently."""
    more = message.total - shown
    return f"and {more} more" if more else ""


def and_more_at(message: Message, shown: int) -> str:
    """The same with the address, where a link cannot have a text."""
    said = and_more(message, shown)
    return f"{said}: {message.alert_link}" if said and message.alert_link else said


def text(message: Message, *, most: int = 20, longest: int | None = None, escape: Escape = as_it_is) -> str:
    """The whole message as plain text. Of what would make it too long, whole findings are left out and counted."""
    said = [entry_text(entry, escape) for entry in message.entries[:most]]
    while True:
        parts = [escape(opening(message)), *said, and_more_at(message, len(said))]
        text = "\n\n".join(part for part in parts if part)
        if longest is None or len(text) <= longest or len(said) <= 1:
            return text
        said.pop()


def entry_text(entry: MessageEntry, escape: Escape = as_it_is) -> str:
    finding = entry.finding
    rows = [
        escape(headline(finding)),
        facts(finding),
        escaping.address(finding.url) or escape(escaping.line(finding.url, 500)),
        escape(escaping.lines(finding.summary, 600)),
        *(escape(change) for change in changes(finding, 400)),
        escape(reason(finding)),
        sources(entry),
        f"Relevant: {entry.relevant_link}" if entry.relevant_link else "",
        f"Not relevant: {entry.irrelevant_link}" if entry.irrelevant_link else "",
    ]
    return "\n".join(row for row in rows if row)


def changes(finding: Finding, longest: int) -> list[str]:
    if finding.change is None:
        return []
    added = escaping.lines(finding.change.added, longest)
    removed = escaping.lines(finding.change.removed, longest)
    return [
        *(f"+ {row}" for row in added.splitlines() if row),
        *(f"- {row}" for row in removed.splitlines() if row),
    ]
