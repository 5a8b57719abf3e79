"""Experiment on the assessment of changes: known edits of real pages, and which of them are reported.

A profile is the title of a topic and one of its pages as the example; as in a run, a search provider that knows half
of the pages has named some. The other pages of the topic with a sufficient score get one edit at a time, as on
the web: paragraphs or one sentence of a relevant page that the profile does not know (news), the same from a page off
the topic, a build stamp, two letters that changed places, other line breaks, sentences in another order (none of them
news). The off-topic text is from the same manual, in the same style, which is more difficult than the advertisement
that a site would show.
"""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct, structs

from watchd.core.changes.assess import KnownVersion, assess
from watchd.core.changes.sentences import sentences
from watchd.core.changes.signature import content_hash
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.lab.corpus import Corpus, CorpusTopic, TopicTask
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.model import profile

MAX_NAMED = 10  # pages that the search provider names
MIN_PARAGRAPH_CHARS = 180
MAX_PARAGRAPHS = 3  # of an edit
_LONG_WORD = re.compile(r"(?<=[a-z] )[a-z]{6,}(?= [a-z])")


class ChangePlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 20  # of each folder
    pages: int = 10  # of each topic
    entropy: int = 1


class _Source(Struct, frozen=True):
    """Texts that an edit may insert."""

    random: Random
    on_topic: Sequence[str]  # texts of other relevant pages
    off_topic: Sequence[str]


Edit = Callable[[str, _Source], str]


def run(corpora: Sequence[Corpus], plan: ChangePlan) -> ExperimentReport:
    """Edit pages, judge the edits, and count the reported ones."""
    rows: list[tuple[Any, ...]] = []
    for corpus in corpora:
        reported = {name: [0, 0] for name in EDITS}
        for subject in [s for s in corpus.subjects(plan.topics) if s.held_out]:
            for name, is_reported in _judged(corpus, subject, plan):
                reported[name][0] += 1
                reported[name][1] += is_reported
        rows += [
            (corpus.name, name, "yes" if name in NEWS else "no", cases, found / cases if cases else 0.0)
            for name, (cases, found) in reported.items()
        ]
    return _report(plan, rows)


def _judged(corpus: Corpus, subject: CorpusTopic, plan: ChangePlan) -> list[tuple[str, bool]]:
    """Return each edit of each page, and whether it was reported."""
    random = Random(f"{plan.entropy} {subject.title}")  # noqa: S311 - an experiment, not a secret
    example = random.choice(sorted(subject.relevant))
    task = TopicTask(corpus, subject)
    named = _named(task)
    topic = Topic(
        subject.title,
        languages=("en",),
        examples=[corpus.document(example)],
        own=task.portal(),
        hints=[corpus.document(url) for url in named],
    )
    rule = profile.Report()
    hidden = subject.relevant | subject.hidden | corpus.overviews
    off_topic = [page.text for url, page in sorted(corpus.pages.items()) if url not in hidden]
    scored = [(url, topic.score(corpus.document(url)).value) for url in sorted(subject.relevant - {example})]
    chosen = [url for url, score in scored if score >= rule.min_score]
    unseen = subject.relevant - {example, *named}
    found: list[tuple[str, bool]] = []
    for url in random.sample(chosen, min(plan.pages, len(chosen))):
        page = corpus.pages[url]
        others = [corpus.pages[other].text for other in sorted(unseen - {url})]
        if not any(map(_paragraphs, others)):
            continue
        source = _Source(random, others, off_topic)
        known = KnownVersion(page.text, content_hash(page.text), dict(scored)[url], "en")
        for name, edit in EDITS.items():
            text = edit(page.text, source)
            after = structs.replace(page, text=text, language="en", content_hash=content_hash(text))
            change = assess(known, after, topic.score(document_of(after)), topic=topic, report=rule)
            found.append((name, change is not None))
    return found


def _named(task: TopicTask) -> list[str]:
    """Return the pages that the search provider names for the title; it knows pages of the topic too."""
    known = [url for url in task.corpus.known if url not in task.subject.hidden]
    return sorted(known, key=lambda url: (-task.relevance(url), url))[:MAX_NAMED]


def _paragraphs(text: str) -> list[str]:
    found, paragraph = [], ""
    for sentence in sentences(text):
        paragraph += sentence
        if len(paragraph) >= MIN_PARAGRAPH_CHARS:
            found.append(paragraph.strip())
            paragraph = ""
    return found


def _insert(text: str, addition: str) -> str:
    """Insert text in the middle, between two sentences."""
    parts = sentences(text)
    at = len(parts) // 2
    return "".join([*parts[:at], f"\n{addition}\n", *parts[at:]])


def _paragraphs_of(texts: Sequence[str], random: Random, limit: int) -> str:
    candidates = [found for text in random.sample(texts, min(20, len(texts))) if (found := _paragraphs(text))]
    return "\n".join(random.sample(candidates[0], min(limit, len(candidates[0])))) if candidates else ""


def _sentence_of(texts: Sequence[str], random: Random) -> str:
    return max(sentences(_paragraphs_of(texts, random, 1)), key=len, default="")


def _swap_letters(text: str, _: _Source) -> str:
    words = list(_LONG_WORD.finditer(text))
    at = words[len(words) // 2].start() if words else 0
    return text[: at + 1] + text[at + 2 : at + 3] + text[at + 1 : at + 2] + text[at + 3 :]


def _reordered(text: str, source: _Source) -> str:
    parts = [part.strip() for part in sentences(text)]
    source.random.shuffle(parts)
    return "\n".join(parts)


EDITS: dict[str, Edit] = {
    "paragraphs on the topic": lambda t, s: _insert(t, _paragraphs_of(s.on_topic, s.random, MAX_PARAGRAPHS)),
    "one sentence on the topic": lambda t, s: _insert(t, _sentence_of(s.on_topic, s.random)),
    "paragraphs off the topic": lambda t, s: _insert(t, _paragraphs_of(s.off_topic, s.random, MAX_PARAGRAPHS)),
    "one sentence off the topic": lambda t, s: _insert(t, _sentence_of(s.off_topic, s.random)),
    "a build stamp": lambda t, s: f"{t}\nLast updated: build {s.random.randrange(10**6)}",
    "a typing error": _swap_letters,
    "other line breaks": lambda t, _: "\n".join(sentences(t)),
    "another order": _reordered,
}
NEWS = ("paragraphs on the topic", "one sentence on the topic")
NOISE = ("a build stamp", "a typing error", "other line breaks", "another order")


def _report(plan: ChangePlan, rows: list[tuple[Any, ...]]) -> ExperimentReport:
    def share(*names: str) -> float:
        chosen = [(cases, share) for _, name, _, cases, share in rows if name in names]
        reported: float = sum(cases * share for cases, share in chosen)
        return reported / max(1, sum(int(cases) for cases, _ in chosen))

    news, off = share("paragraphs on the topic"), share("paragraphs off the topic")
    noise = share(*NOISE)
    corpora = list(dict.fromkeys(row[0] for row in rows))
    series = [Series(name, [row[4] for row in rows if row[0] == name]) for name in corpora]
    return ExperimentReport(
        name="changes",
        title="Which edits of relevant pages are reported, on held-out topics",
        settings={"topics": plan.topics, "pages": plan.pages, "entropy": plan.entropy},
        columns=("corpus", "edit", "news", "cases", "reported"),
        rows=rows,
        claims=[
            PaperClaim("paragraphs on the topic are reported", "at least 0.85", f"{news:.2f}", news >= 0.85),
            PaperClaim("paragraphs off the topic are reported", "at most 0.2", f"{off:.2f}", off <= 0.2),
            PaperClaim("noise is reported", "at most 0.02", f"{noise:.3f}", noise <= 0.02),
        ],
        panels=[Panel("reported", "edit, in the order of the table", "share", series)],
    )
