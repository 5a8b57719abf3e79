"""Assessment of a visit: from the version that a profile knew to a finding, or to none.

- *new*: the profile never saw the page, and it is relevant. Or the page was not reported, and is relevant now: because of
  its neighbours, or because of what it says since.
- *newly_relevant*: the profile knew the page as irrelevant, and now it is relevant, because its text or the query changed.
  If the profile reports changes but not this kind, a changed text is reported as *changed*.
- *changed*: the page is relevant, and the added text is relevant too. An addition is scored by what it says, not by its
  size: an advertisement on a relevant page is not a finding, one sentence may be. Removed text counts when no relevant text
  was added, the removed text itself was relevant, and most of the page is still there.
  A price, a stock word or a date of availability that changed on a relevant page is a finding by itself, whatever its score
  (core/changes/values.py), unless the profile switches `report.values` off.
- *gone*: a relevant page that no longer exists.

With a `min_score` of 0 the person chose the pages and wants every edit of them. Then neither a score nor the content of an
edit decides. Text that changes by itself or only changed its place is never an edit (core/changes/diff.py).

A page that was reported stays one that matters, even when its score falls a little: scores change as a profile learns, and
the profile follows what it reported once.

A login or a notice of maintenance may replace a page for a while. Such a text is not a version to compare with later, so
the version that mattered is kept beside it (`still_followed`). When the former text returns, that is not a change. A text
that was edited meanwhile is compared with the version that it differs from least. Changed values are reported also when a
former text returns, because "in stock" again is news; but not a change that was reported lately, because prices may
alternate.

An addition is too short for the curve of whole pages: a paragraph on the topic rarely repeats all words of the query. So
additions have a curve of their own. It also uses the likeness of the addition to the rest of the page, or to another page
that shows what the profile wants, because a relevant page is a long example of that. `watchd lab changes` measures how well
this separates additions on the topic from others.
"""

from collections.abc import Sequence

from msgspec import Struct

from watchd.core.changes.additions import MIN_NEW_WORDS, added_runs, edited_runs, removed_runs
from watchd.core.changes.diff import Difference, difference
from watchd.core.changes.sentences import sentences
from watchd.core.changes.summary import shortened, summary, written_forms
from watchd.core.changes.values import value_changes
from watchd.core.relevance.curve import logistic_chance
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.topic import Score, TermMatch, Topic, cosine
from watchd.model.finding import Change, MatchedTerm, ValueChange
from watchd.model.page import Page
from watchd.model.profile import FindingKind, Report

MIN_REMOVED_WORDS = 8  # a removed heading is not a finding
# A page that mattered may fall to this part of min_score: an addition can make it a little less relevant.
STILL_RELEVANT = 0.5
# Few words are similar to a page by chance: below this number their likeness counts less.
FULL_LIKENESS_WORDS = 12
MIN_ADDED_SCORE = 0.2  # with a lower min_score for pages, most additions would be findings
MAX_LOST_SHARE = 0.5  # a page that lost more is behind a login or is an error page, and was not edited
MAX_CHANGE_CHARS = 4_000  # of added and of removed text that a finding keeps; the diff has all


class AdditionCurve(Struct, frozen=True):
    """Curve from closeness, coverage and likeness to the chance that an addition is on the topic.

    Fitted to paragraphs and sentences moved between pages of the manuals of Python, PostgreSQL and GIMP, half of them on
    topic. The base is not the fitted one (-2.1). It is chosen, on the same topics, so that about every fifth paragraph off
    the topic is reported at the usual `min_score`: a person who watches a page would rather hear of an addition.
    """

    base: float = -2.6
    closeness: float = 10.0
    coverage: float = 0.6
    likeness: float = 22.0

    def __call__(self, score: Score, likeness: float) -> float:
        evidence = self.closeness * score.closeness + self.coverage * score.coverage + self.likeness * likeness
        return logistic_chance(self.base, evidence)


ADDITION_CURVE = AdditionCurve()


class LinkedTexts(Struct, frozen=True):
    """Texts of links to other pages. What stands beside them is about those pages."""

    known: frozenset[str] = frozenset()  # to pages of the same site that the profile knows
    new: frozenset[str] = (
        frozenset()
    )  # to pages that the profile does not know, and that appeared since the last visit


NO_LINKS = LinkedTexts()


class KnownVersion(Struct, frozen=True):
    """Last version of a page that a profile saw."""

    text: str
    content_hash: str
    relevance: float
    language: str | None = None
    was_reported: bool = False  # the person knows of the page and has not marked it irrelevant
    before: "KnownVersion | None" = None  # the newest version that mattered, when this one does not
    reported_texts: frozenset[str] = frozenset()  # content hashes of reported versions
    recent_values: frozenset[ValueChange] = frozenset()  # reported lately

    def mattered(self, report: Report) -> bool:
        """Return whether the profile follows the page."""
        return self.was_reported or self.before is not None or self.relevance >= report.min_score

    def versions(self) -> "tuple[KnownVersion, ...]":
        """Return the versions that a new text may be an edit of, the last first."""
        return (self,) if self.before is None else (self, self.before)

    def has_text(self, content_hash: str) -> bool:
        """Return whether the profile knows this text already."""
        return content_hash in self.reported_texts or any(
            v.content_hash == content_hash for v in self.versions()
        )


class Assessment(Struct, frozen=True):
    """Result of an assessment: the finding to report."""

    kind: FindingKind
    score: float
    summary: str = ""
    change: Change | None = None
    matched: tuple[MatchedTerm, ...] = ()
    new_share: float = 0.0  # of the text, for the energy of the page


class _Edit(Struct, frozen=True):
    """A text that differs from the last one that the profile saw."""

    former: KnownVersion  # the version that it is an edit of
    seen: Difference
    is_known: bool  # the profile saw this text before
    has_values: bool  # changed values are news: the profile followed the page
    linked: LinkedTexts


class _Part(Struct, frozen=True):
    """Sentences of a difference with their score."""

    sentences: tuple[str, ...] = ()
    score: float = 0.0
    matched: tuple[TermMatch, ...] = ()


def assess(
    known: KnownVersion | None,
    page: Page,
    score: Score,
    *,
    topic: Topic,
    report: Report,
    is_same_query: bool = False,
    linked: LinkedTexts = NO_LINKS,
) -> Assessment | None:
    """Return what to report about a page that was just read; None: nothing.

    `is_same_query`: the query has not changed. So a page that was not reported and is relevant now was scored too low, or
    says more than before. It is new to the person.
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
    # A page without a main text was not read, so nothing is known about a change.
    if "changed" in report.kinds and page.text and not is_same:
        edit = _Edit(*_edited(known, page, report), is_known, mattered, linked)
        changed = _changed(known, page, score, topic, report, edit)
        if changed is not None:
            return changed
    if is_same_query and not mattered and "new" in report.kinds:
        return _whole("new", page, score, topic, known if is_same else None)
    return None


def still_followed(
    known: KnownVersion | None, page: Page, score: Score, judged: Assessment | None, *, report: Report
) -> str | None:
    """Return the content hash of the version that mattered, if the text just read cannot replace it; else None.

    It cannot when it is irrelevant or has less than half of the text, and nothing in it was reported.
    """
    if judged is not None or known is None or not known.mattered(report):
        return None
    former = known.before or known
    if page.content_hash == former.content_hash:
        return None
    is_stub = len(page.text) < MAX_LOST_SHARE * len(former.text)
    return None if _is_relevant(score, report, mattered=True) and not is_stub else former.content_hash


def _is_relevant(score: Score, report: Report, mattered: bool) -> bool:
    min_score = report.min_score * (STILL_RELEVANT if mattered else 1.0)
    return score.value >= min_score and score.excluded_by is None


def assess_gone(known: KnownVersion, *, topic: Topic, report: Report) -> Assessment | None:
    """Return what to report about a page that no longer exists; None when the profile did not follow it."""
    if "gone" not in report.kinds or not known.mattered(report):
        return None
    document = document_of(Page(url="", text=known.text, language=known.language))
    text = summary(sentences(known.text), topic, known.language)
    matched = _matched(topic.score(document).matched, known.text, topic.language_of(known.language))
    return Assessment("gone", known.relevance, text, matched=matched)


def _whole(
    kind: FindingKind, page: Page, score: Score, topic: Topic, known: KnownVersion | None = None
) -> Assessment:
    """Assess a page as a whole."""
    text = page.text or page.full_text
    summed_up = summary(sentences(text), topic, page.language)
    matched = _matched(score.matched, f"{page.title}\n{text}", topic.language_of(page.language))
    if known is None or known.content_hash == page.content_hash:
        return Assessment(kind, score.value, summed_up, None, matched, 0.0 if known else 1.0)
    seen = difference(known.text, page.text)
    return Assessment(kind, score.value, summed_up, _change(seen, known), matched, seen.new_share)


def _changed(
    known: KnownVersion,
    page: Page,
    score: Score,
    topic: Topic,
    report: Report,
    edit: _Edit,
) -> Assessment | None:
    """Assess a text that differs from the last one. A text that the profile knows can only have changed values."""
    former, seen = edit.former, edit.seen
    values = _values(known, edit, page, report) if edit.has_values and report.values else ()
    language = page.language or known.language
    best = None if edit.is_known else _reported_part(edit, page, topic, language, report)
    if best is None and not values:
        return None
    if best is None:
        # The page decides: "6,990 €" has no words that could be on the topic.
        lines = _value_lines(values, page.text)
        best = _Part(lines, score.value, score.matched)
    summed_up = summary(best.sentences, topic, language)
    text = "\n".join([*best.sentences, page.title, page.text])
    matched = _matched(best.matched or score.matched, text, topic.language_of(language))
    return Assessment("changed", best.score, summed_up, _change(seen, former, values), matched, seen.new_share)


def _values(known: KnownVersion, edit: _Edit, page: Page, report: Report) -> tuple[ValueChange, ...]:
    """Return the values that changed: those of this page, and not reported lately; all of them if every edit is wanted."""
    if report.wants_every_edit:
        return value_changes(edit.former.text, page.text)
    found = value_changes(edit.former.text, page.text, edit.linked.known | edit.linked.new)
    return tuple(value for value in found if value not in known.recent_values)


def _value_lines(values: Sequence[ValueChange], text: str) -> tuple[str, ...]:
    """Return the sentences of a text that have the new values; without any, the values themselves."""
    shown = [value.after or value.before for value in values]
    lines = [line for line in sentences(text) if any(part in line for part in shown)]
    return tuple(lines) or tuple(shown)


def _reported_part(edit: _Edit, page: Page, topic: Topic, language: str | None, report: Report) -> _Part | None:
    """Return the part of a difference that makes it a finding; None when no part does."""
    seen = edit.seen
    rest = document_of(Page(url="", title=page.title, text=seen.kept, language=language))
    unchanged = [topic.vector(rest)]
    if report.wants_every_edit:
        whole = _best(edited_runs(seen), unchanged, topic, language, min_terms=0)
        return whole if whole.sentences else None
    anchors = [link.anchor for link in page.links]
    on_topic = [*unchanged, *topic.shown_vectors()]
    added = added_runs(seen, language, anchors, known=edit.linked.known, announced=edit.linked.new)
    best = _best(added, on_topic, topic, language, MIN_NEW_WORDS)
    min_score = max(report.min_score, MIN_ADDED_SCORE)
    if best.score < min_score and seen.lost_share < MAX_LOST_SHARE:
        # This page itself may be among the shown ones, and then any removed text would be similar to it.
        best = _best(removed_runs(seen, language), unchanged, topic, language, MIN_REMOVED_WORDS)
    return best if best.score >= min_score else None


def _edited(known: KnownVersion, page: Page, report: Report) -> tuple[KnownVersion, Difference]:
    """Return the version that the page is an edit of: the one with the smallest new share; of equals the last.

    If every edit is wanted, the last version is the right one, because it was reported.
    """
    versions = (known,) if report.wants_every_edit else known.versions()
    compared = [(version, difference(version.text, page.text)) for version in versions]
    return min(compared, key=lambda pair: pair[1].new_share)


def _best(
    runs: Sequence[Sequence[str]],
    pages: Sequence[dict[str, float]],
    topic: Topic,
    language: str | None,
    min_terms: int,
) -> _Part:
    """Return the run of sentences with the highest score beside pages on the topic; of equals the first."""
    best = _Part()
    for run in runs:
        document = document_of(Page(url="", text="\n".join(run), language=language))
        if len(document.terms) < min_terms:
            continue
        score = topic.score(document)
        value = 0.0 if score.excluded_by else ADDITION_CURVE(score, _likeness(document, pages, topic))
        if value > best.score or not best.sentences:
            best = _Part(tuple(run), value, score.matched)
    return best


def _likeness(document: Document, pages: Sequence[dict[str, float]], topic: Topic) -> float:
    """Return the likeness to the most similar page."""
    vector = topic.vector(document)
    return max(cosine(vector, page) for page in pages) * min(1.0, len(document.terms) / FULL_LIKENESS_WORDS)


def _change(seen: Difference, known: KnownVersion, values: tuple[ValueChange, ...] = ()) -> Change:
    added, removed = (shortened(text, MAX_CHANGE_CHARS) for text in (seen.added, seen.removed))
    return Change(added, removed, round(seen.ratio, 4), known.content_hash, values)


def _matched(matches: Sequence[TermMatch], text: str, language: str | None) -> tuple[MatchedTerm, ...]:
    """Return the matches with each term as the text writes it."""
    forms = written_forms((match.term for match in matches), text, language)
    return tuple(MatchedTerm(forms.get(match.term, match.term), round(match.weight, 4)) for match in matches)
