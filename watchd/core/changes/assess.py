"""Is what a visit saw worth telling, and as what? From the version a profile knew to a finding.

- *new*: the profile never saw the page, and it is relevant; or it was passed over, and turns out to be relevant: by what is
  known by now of the company that it keeps, or by what it says since.
- *newly_relevant*: the profile knew the page as irrelevant, and now it is relevant, because its text changed or
  because the query did. A profile that reports changes but not this kind gets the former as *changed*.
- *changed*: the page is relevant, and what was added is. An addition is scored by what it says, not by its
  size: an advertisement on a relevant page is no finding, one sentence may be. What was removed counts when
  nothing relevant was added, it was itself relevant, and most of the page is still there.
- *gone*: a relevant page that is no longer there.

With a `min_score` of 0 the person chose the pages themselves and wants every edit of them: no score decides then, nor
how much an edit says. What moves by itself or only changed its place is no edit (core/changes/diff.py).

A page that a person was told of stays one that matters, even when it is worth a little less by now: scores move as a
profile learns, and what was told once is followed.

A page may hide for a while, behind a login or a notice of maintenance. What it says then is no version to go on from: the
one that mattered is kept beside it (`still_followed`). The text that comes back is no news, and what was edited in the
meantime is compared with whichever of the two it is an edit of.

An addition is too short for the scale of whole pages: a paragraph on the topic rarely repeats all words of the
query. So a curve of its own also asks how like the rest of the page it is, or like another page that the profile
was shown, because a relevant page is a long example of what is wanted. `watchd lab changes` measures how well
this tells additions apart.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from watchd.core.changes.additions import MIN_NEW_WORDS, added_runs, edited_runs, removed_runs
from watchd.core.changes.diff import Difference, difference
from watchd.core.changes.sentences import sentences
from watchd.core.changes.summary import shortened, summary, written_forms
from watchd.core.relevance.document import Document, read
from watchd.core.relevance.topic import Score, TermMatch, Topic, cosine
from watchd.model.finding import Change, MatchedTerm
from watchd.model.page import Page
from watchd.model.profile import FindingKind, Report

MIN_REMOVED_WORDS = 8  # a heading that goes is no news
# A page that mattered may fall to this part of min_score: an addition can make it a little less relevant.
STILL_RELEVANT = 0.5
ENOUGH_WORDS = 12  # a few words are like a page by chance: below this their likeness counts less
LEAST_ADDED = 0.2  # with a lower min_score for pages, not everything that is added to them is news
MAX_LOST = 0.5  # a page that lost more is behind a wall, or an error page: nobody edited it
MAX_CHANGE = 4_000  # characters of added and of removed text that a finding keeps; the diff has all


class AdditionCurve(Struct, frozen=True):
    """From closeness, coverage and likeness to pages on the topic to the chance that an addition is on topic.

    Fitted to paragraphs and sentences moved between pages of the manuals of Python, PostgreSQL and GIMP, half of them on
    topic. The base is not the fit's (-2.1) but chosen, on the same topics, so that about every fifth paragraph off the
    topic is reported at the usual `min_score`: whoever watches a page would rather hear of what was added to it.
    """

    base: float = -2.6
    closeness: float = 10.0
    coverage: float = 0.6
    likeness: float = 22.0

    def __call__(self, score: Score, likeness: float) -> float:
        at_nothing = 1.0 / (1.0 + math.exp(-self.base))
        evidence = self.closeness * score.closeness + self.coverage * score.coverage + self.likeness * likeness
        chance = 1.0 / (1.0 + math.exp(-(self.base + evidence)))
        return min(1.0, max(0.0, (chance - at_nothing) / (1.0 - at_nothing)))


CURVE = AdditionCurve()


class KnownVersion(Struct, frozen=True):
    """The last version of a page that a profile saw."""

    text: str
    content_hash: str
    relevance: float
    language: str | None = None
    told: bool = False  # the person knows of the page and has not called it irrelevant
    before: "KnownVersion | None" = None  # the newest version that mattered, when this one does not
    told_texts: frozenset[str] = frozenset()  # content hashes of versions that the person was told of

    def mattered(self, report: Report) -> bool:
        """Whether the page is one to follow."""
        return self.told or self.before is not None or self.relevance >= report.min_score

    def versions(self) -> "tuple[KnownVersion, ...]":
        """The texts that a new one may be an edit of, the last first."""
        return (self,) if self.before is None else (self, self.before)

    def has_text(self, content_hash: str) -> bool:
        """Whether the profile knows this text already."""
        return content_hash in self.told_texts or any(v.content_hash == content_hash for v in self.versions())


class Assessment(Struct, frozen=True):
    """What to tell about a page."""

    kind: FindingKind
    score: float
    summary: str = ""
    change: Change | None = None
    matched: tuple[MatchedTerm, ...] = ()
    new_share: float = 0.0  # of the text, for the energy of the page


class _Part(Struct, frozen=True):
    """Some sentences of a difference and what they are worth."""

    sentences: tuple[str, ...] = ()
    score: float = 0.0
    matched: tuple[TermMatch, ...] = ()


def judge(
    known: KnownVersion | None,
    page: Page,
    score: Score,
    *,
    topic: Topic,
    report: Report,
    may_rise: bool = False,
) -> Assessment | None:
    """What to report about a page that was just read; None: nothing.

    `may_rise`: the query is the same as ever, so a page that was passed over and is relevant now was misjudged, or it
    says more than it did. It is new to the person.
    """
    mattered = known is not None and known.mattered(report)
    if not _is_relevant(score, report, mattered):
        return None
    if known is None:
        return _whole("new", page, score, topic) if "new" in report.kinds else None
    if not mattered and "newly_relevant" in report.kinds:
        return _whole("newly_relevant", page, score, topic, known)
    is_same = known.content_hash == page.content_hash
    is_known = is_same if report.wants_every_edit else known.has_text(page.content_hash)
    # A page whose main text could not be found has not changed, it was not read.
    if "changed" in report.kinds and page.text and not is_known:
        changed = _changed(known, page, score, topic, report)
        if changed is not None:
            return changed
    if may_rise and not mattered and "new" in report.kinds:
        return _whole("new", page, score, topic, known if is_same else None)
    return None


def still_followed(
    known: KnownVersion | None, page: Page, score: Score, judged: Assessment | None, *, report: Report
) -> str | None:
    """The content hash of the version that mattered, if what was just read cannot stand for it; else None.

    It cannot when it is irrelevant or has less than half of the text, and there was nothing in it to tell.
    """
    if judged is not None or known is None or not known.mattered(report):
        return None
    former = known.before or known
    if page.content_hash == former.content_hash:
        return None
    is_stub = len(page.text) < MAX_LOST * len(former.text)
    return None if _is_relevant(score, report, mattered=True) and not is_stub else former.content_hash


def _is_relevant(score: Score, report: Report, mattered: bool) -> bool:
    least = report.min_score * (STILL_RELEVANT if mattered else 1.0)
    return score.value >= least and score.excluded_by is None


def gone(known: KnownVersion, *, topic: Topic, report: Report) -> Assessment | None:
    """What to report about a page that is no longer there, when the profile cared for it."""
    if "gone" not in report.kinds or not known.mattered(report):
        return None
    document = read(Page(url="", text=known.text, language=known.language))
    told = summary(sentences(known.text), topic, known.language)
    matched = _matched(topic.score(document).matched, known.text, topic.language_of(known.language))
    return Assessment("gone", known.relevance, told, matched=matched)


def _whole(
    kind: FindingKind, page: Page, score: Score, topic: Topic, known: KnownVersion | None = None
) -> Assessment:
    """A finding about all of a page."""
    text = page.text or page.full_text
    told = summary(sentences(text), topic, page.language)
    matched = _matched(score.matched, f"{page.title}\n{text}", topic.language_of(page.language))
    if known is None or known.content_hash == page.content_hash:
        return Assessment(kind, score.value, told, None, matched, 0.0 if known else 1.0)
    seen = difference(known.text, page.text)
    return Assessment(kind, score.value, told, _change(seen, known), matched, seen.new_share)


def _changed(known: KnownVersion, page: Page, score: Score, topic: Topic, report: Report) -> Assessment | None:
    former, seen = _edited(known, page, report)
    language = page.language or known.language
    best = _told_part(seen, page, topic, language, report)
    if best is None:
        return None
    told = summary(best.sentences, topic, language)
    text = "\n".join([*best.sentences, page.title, page.text])
    matched = _matched(best.matched or score.matched, text, topic.language_of(language))
    return Assessment("changed", best.score, told, _change(seen, former), matched, seen.new_share)


def _told_part(
    seen: Difference, page: Page, topic: Topic, language: str | None, report: Report
) -> _Part | None:
    """The part of a difference that makes it worth telling; None when none does."""
    rest = read(Page(url="", title=page.title, text=seen.kept, language=language))
    there = [topic.vector(rest)]
    if report.wants_every_edit:
        edit = _best(edited_runs(seen), there, topic, language, fewest=0)
        return edit if edit.sentences else None
    anchors = [link.anchor for link in page.links]
    best = _best(added_runs(seen, language, anchors), [*there, *topic.shown()], topic, language, MIN_NEW_WORDS)
    least = max(report.min_score, LEAST_ADDED)
    if best.score < least and seen.lost_share < MAX_LOST:
        # This very page may have been shown, and then whatever it lost is like it.
        best = _best(removed_runs(seen, language), there, topic, language, MIN_REMOVED_WORDS)
    return best if best.score >= least else None


def _edited(known: KnownVersion, page: Page, report: Report) -> tuple[KnownVersion, Difference]:
    """The version that the page is an edit of: the one beside which the least is new; of equals the last.

    Where every edit is wanted, whatever the page showed last was told.
    """
    versions = (known,) if report.wants_every_edit else known.versions()
    compared = [(version, difference(version.text, page.text)) for version in versions]
    return min(compared, key=lambda pair: pair[1].new_share)


def _best(
    runs: Sequence[Sequence[str]],
    pages: Sequence[dict[str, float]],
    topic: Topic,
    language: str | None,
    fewest: int,
) -> _Part:
    """The run of sentences that matters most beside pages on the topic; on a tie the first."""
    best = _Part()
    for run in runs:
        document = read(Page(url="", text="\n".join(run), language=language))
        if len(document.terms) < fewest:
            continue
        score = topic.score(document)
        worth = 0.0 if score.excluded_by else CURVE(score, _likeness(document, pages, topic))
        if worth > best.score or not best.sentences:
            best = _Part(tuple(run), worth, score.matched)
    return best


def _likeness(document: Document, pages: Sequence[dict[str, float]], topic: Topic) -> float:
    """To the page that is most like it."""
    vector = topic.vector(document)
    return max(cosine(vector, page) for page in pages) * min(1.0, len(document.terms) / ENOUGH_WORDS)


def _change(seen: Difference, known: KnownVersion) -> Change:
    added, removed = (shortened(text, MAX_CHANGE) for text in (seen.added, seen.removed))
    return Change(added, removed, round(seen.ratio, 4), known.content_hash)


def _matched(matches: Sequence[TermMatch], text: str, language: str | None) -> tuple[MatchedTerm, ...]:
    """The terms as the text writes them."""
    forms = written_forms((match.term for match in matches), text, language)
    return tuple(MatchedTerm(forms.get(match.term, match.term), round(match.weight, 4)) for match in matches)
