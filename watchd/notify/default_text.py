"""Default text of a message: the title, and the body for channels that show only plain text.

A message says everything once. A channel that shows title and body together has `heading` above the findings, because the
title of a message about one finding repeats the headline of that finding. A summary leaves out what the title of the page
or the shown lines of the change say already.
"""

import re
from collections.abc import Callable, Sequence

from watchd.core.changes.sentences import sentences
from watchd.core.changes.summary import SEPARATOR, joined
from watchd.core.policy import describe
from watchd.model.alert import Message, MessageEntry
from watchd.model.finding import Finding
from watchd.notify import escaping

KINDS = {"new": "new", "changed": "changed", "gone": "gone", "newly_relevant": "newly relevant"}
MAX_TITLE_CHARS = 200
Escape = Callable[[str], str]
_WORD = re.compile(r"\w+")


def as_it_is(text: str) -> str:
    return text


def title(message: Message, escape: Escape = as_it_is) -> str:
    name = escape(escaping.line(message.profile_name, 100))
    match message.kind:
        case "findings" if message.total == 1 and message.entries:
            finding = message.entries[0].finding
            values = "".join(f" – {escape(row)}" for row in value_lines(finding)[:1])
            names_kind = finding.kind in ("changed", "gone") and not values
            ending = f" ({KINDS[finding.kind]})" if names_kind else ""
            result = f"{name}: {escape(headline(finding))}{values}"
            return escaping.cut(result, MAX_TITLE_CHARS - len(ending)) + ending
        case "findings":
            result = f"{name}: {counted(message.total, 'finding')}"
        case "baseline":
            result = f"{name}: {counted(message.total, 'page')} found in the first run"
        case "health":
            result = f"{name}: the health of this profile has changed"
        case "channel":
            result = "A channel refuses its messages"
        case "test":
            result = "A test message from watchd"
    return escaping.cut(result, MAX_TITLE_CHARS)


def heading(message: Message, escape: Escape = as_it_is) -> str:
    """Return the line above the findings, for channels that show it together with them."""
    if message.kind == "findings" and message.total == 1 and message.entries:
        return escape(escaping.line(message.profile_name, 100))
    return title(message, escape)


def opening(message: Message) -> str:
    """Return the sentence above the findings, if there is one."""
    if message.kind == "baseline":
        return (
            "This is the summary of the first run, with the best pages that it found. "
            "From now on you will hear only about new or changed pages."
        )
    return escaping.lines(message.text, 2000)


def headline(finding: Finding) -> str:
    return escaping.line(finding.title, 150) or escaping.line(finding.url, 150)


def facts(finding: Finding) -> str:
    """Return the kind of a finding, its score, its host and its date."""
    parts = [KINDS[finding.kind], f"score {describe.score(finding.score)}", host(finding.url)]
    if finding.published_at is not None:
        parts.append(f"published {finding.published_at:%Y-%m-%d}")
    return " · ".join(part for part in parts if part)


def reason(finding: Finding) -> str:
    """Return why it was reported: the matched terms, and where the page was found."""
    terms = ", ".join(_without_parts([escaping.line(term.term, 40) for term in finding.why.matched_terms])[:5])
    parts = [f"matched {terms}" if terms else "", escaping.line(describe.origin(finding.why), 300)]
    return "; ".join(part for part in parts if part)


def _without_parts(terms: Sequence[str]) -> list[str]:
    """Return the terms without those that are a part of another one: "pilot line" says "pilot" too."""
    said = [_words(term) for term in terms]
    return [
        term
        for term, own in zip(terms, said, strict=True)
        if not any(own != other and own in other for other in said)
    ]


def summary(finding: Finding, shown_changes: Sequence[str], max_chars: int) -> str:
    """Return the summary without the sentences that the title or the shown changes have."""
    said = [_words(text) for text in (finding.title, *shown_changes)]
    parts = [part for piece in " ".join(finding.summary.split()).split(SEPARATOR) for part in sentences(piece)]
    kept = [part.strip() for part in parts if (own := _words(part)) and not any(own in other for other in said)]
    text = escaping.lines(joined(kept), max_chars) if kept else ""
    return f"Its last text: {text}" if text and finding.kind == "gone" else text


def _words(text: str) -> str:
    """Return the words of a text in a form in which a sentence can be found in another text."""
    found = _WORD.findall(text.casefold())
    return f" {' '.join(found)} " if found else ""


def host(url: str) -> str:
    return escaping.line(describe.host(url), 80)


def sources(entry: MessageEntry) -> str:
    """Return the other hosts that have the same story."""
    named = ", ".join(dict.fromkeys(host(url) for url in entry.sources))
    if not named:
        return ""
    return f"also at {named}" + (f" and {entry.more_sources} more" if entry.more_sources else "")


def counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def and_more(message: Message, shown: int) -> str:
    """Return how many findings are not shown."""
    more = message.total - shown
    return f"and {more} more" if more else ""


def and_more_at(message: Message, shown: int) -> str:
    """Return the same with the address, for channels where a link cannot have a text."""
    result = and_more(message, shown)
    return f"{result}: {message.alert_link}" if result and message.alert_link else result


def text(
    message: Message, *, max_entries: int = 20, max_chars: int | None = None, escape: Escape = as_it_is
) -> str:
    """Return the whole message as plain text. Whole findings are left out, and counted, to keep it within `max_chars`."""
    result = [entry_text(entry, escape) for entry in message.entries[:max_entries]]
    while True:
        parts = [escape(opening(message)), *result, and_more_at(message, len(result))]
        text = "\n\n".join(part for part in parts if part)
        if max_chars is None or len(text) <= max_chars or len(result) <= 1:
            return text
        result.pop()


def entry_text(entry: MessageEntry, escape: Escape = as_it_is) -> str:
    finding, shown = entry.finding, changes(entry.finding, 400)
    rows = [
        escape(headline(finding)),
        facts(finding),
        escaping.address(finding.url) or escape(escaping.line(finding.url, 500)),
        escape(summary(finding, shown, 600)),
        *(escape(change) for change in shown),
        escape(capitalised(reason(finding))),
        capitalised(sources(entry)),
        f"All changes: {entry.changes_link}" if entry.changes_link else "",
        f"Relevant: {entry.relevant_link}" if entry.relevant_link else "",
        f"Not relevant: {entry.irrelevant_link}" if entry.irrelevant_link else "",
    ]
    return "\n".join(row for row in rows if row)


def capitalised(text: str) -> str:
    """Return the text as the beginning of a line."""
    return text[:1].upper() + text[1:]


def with_signs(change: str) -> str:
    """Return a line of `changes` for HTML, with a minus sign that is as wide as the plus sign."""
    return f"−{change[1:]}" if change.startswith("- ") else change


def value_lines(finding: Finding) -> list[str]:
    """Return the changed prices, stock words and dates of availability, each as one line."""
    values = finding.change.values if finding.change else ()
    return [escaping.line(describe.value_change(value), 250) for value in values]


def changes(finding: Finding, max_chars: int) -> list[str]:
    """Return what changed as lines: first the values, then "+" was added, "-" was removed.

    Channels show a line without these signs as neutral.
    """
    if finding.change is None:
        return []
    added = escaping.lines(finding.change.added, max_chars)
    removed = escaping.lines(finding.change.removed, max_chars)
    # The line of a value says both already.
    said = {"", *(text for value in finding.change.values for text in (value.before, value.after))}
    return [
        *value_lines(finding),
        *(f"+ {row}" for row in added.splitlines() if row not in said),
        *(f"- {row}" for row in removed.splitlines() if row not in said),
    ]
