"""Lessons from verdicts: every number that feedback changes, always computed from all valid verdicts.

Only verdicts are stored as facts. The lessons are derived from them in the order in which they were given: the word list,
what the judged pages pay, what the links on the path to them were worth, and the threshold. So a verdict that is changed or
withdrawn has no effect any more: the result is the same, bit for bit, as if it had never been given.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, structs

from watchd.core.feedback.contrast import Contrast, JudgedPage, comparable, contrast_of, is_word
from watchd.core.feedback.link_lessons import LinkLesson, LinkTaken, lessons_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.score_scale import FORMER_SCALE, present_score
from watchd.core.relevance.score_shift import NO_SHIFT, ScoreShift
from watchd.core.relevance.term_rarity import is_surrounding_key, surrounding_key, unit_vector
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_list import WordList, after_feedback, assessed_payoff
from watchd.model.finding import Verdict
from watchd.model.page import PageState
from watchd.model.profile import ProfileSpec

MAX_TEXT_TERMS = 8  # words of a text that a verdict marks; the others say little about it
MAX_SURROUNDING_TERMS = 12  # words of its title, address and surroundings
# Pages can be wrong for many reasons, so a wrong page says less about its words (measured-learning.md).
MARKS = {"relevant": 1.0, "irrelevant": -0.5, "neutral": 0.0}
MAX_COMPARED_TERMS = 40  # words of a text, and as many around it, by which other pages are compared with it
MAX_JUDGEMENTS = 200  # the newest ones, that scores are computed from
MIN_THRESHOLD = 0.01


class VerdictEvidence(Struct, frozen=True, kw_only=True):
    """Judged page as it was at the time of the verdict; later changes of the page change no lesson."""

    url: str
    language: str | None
    terms: tuple[str, ...]  # its most informative words, the most informative first
    score: float  # as if nothing had been judged
    # Its terms, with those around its text; verdicts of earlier versions have none.
    weights: dict[str, float] | UnsetType = UNSET
    visits: int = 0  # of the profile before the verdict
    links: tuple[LinkTaken, ...] = ()  # the path to it, from the start page


class Judgement(Struct, frozen=True):
    """Valid verdict with its evidence."""

    verdict: Verdict
    evidence: VerdictEvidence


class PageMark(Struct, frozen=True):
    """Verdict on a page as a number."""

    value: float
    visits: int  # of the profile before the verdict

    def payoff(self, visits: int) -> float:
        """Return what the page pays at its next visit: less each time, and limited in total."""
        return assessed_payoff(self.value, max(0, visits - self.visits))


class Movement(Struct, frozen=True):
    """One number that a verdict changed."""

    part: Literal["word_list", "score", "threshold", "energy", "link_model"]
    name: str
    before: float
    after: float


class Lessons(Struct, frozen=True):
    """Everything that the verdicts of a profile have changed."""

    words: WordList = WordList()
    threshold: float = 0.0  # to add to min_score
    marks: dict[str, PageMark] = {}  # by address
    lessons: tuple[LinkLesson, ...] = ()
    # Lessons of earlier versions have none, and are computed again when they are read.
    contrast: Contrast | UnsetType = UNSET

    @property
    def shift(self) -> ScoreShift:
        """Return how judged pages move the scores of other pages."""
        return self.contrast.shift if self.contrast else NO_SHIFT


NO_LESSONS = Lessons()


def informative_terms(document: Document, topic: Topic) -> tuple[str, ...]:
    """Return the words that a verdict on this page marks."""
    text, surroundings = topic.vector(document), topic.surroundings(document)
    return (*_heaviest(text, MAX_TEXT_TERMS), *_heaviest(surroundings, MAX_SURROUNDING_TERMS))


def compared_terms(document: Document, topic: Topic) -> dict[str, float]:
    """Return the terms by which other pages are compared with this one, each with its weight."""
    text, places = topic.vector(document), unit_vector(topic.surroundings(document))
    return {
        term: round(weights[term], 4)
        for weights in (text, places)
        for term in _heaviest(weights, MAX_COMPARED_TERMS)
    }


def _heaviest(weights: Mapping[str, float], limit: int) -> list[str]:
    words = filter(is_word, weights)
    return sorted(words, key=lambda term: (-weights[term], term))[:limit]


def taught_by(judgements: Sequence[Judgement], *, asked: Iterable[str], min_score: float) -> Lessons:
    """Compute the lessons of all verdicts together. `asked` are the words of the query."""
    if not judgements:
        return NO_LESSONS
    queried = frozenset(asked)
    own = queried | frozenset(map(surrounding_key, queried))
    words = WordList()
    for judgement in judgements:
        mark, terms = MARKS[judgement.verdict], judgement.evidence.terms
        # Every page that was found has words of the query: a wrong page says nothing against these. Numbers are learned
        # only where the person asked for them; the evidence of older verdicts still has others.
        marked = [term for term in terms if (mark > 0 and term in own) or (term not in own and is_word(term))]
        words = after_feedback(words, marked, mark, own)
    contrast = contrast_of([_judged_page(j, queried) for j in judgements[-MAX_JUDGEMENTS:]], min_score)
    return Lessons(
        words=words,
        threshold=contrast.threshold,
        marks={j.evidence.url: PageMark(MARKS[j.verdict], j.evidence.visits) for j in judgements},
        lessons=tuple(lesson for j in judgements for lesson in _lessons(j)),
        contrast=contrast,
    )


def _judged_page(judgement: Judgement, asked: frozenset[str]) -> JudgedPage:
    evidence = judgement.evidence
    # Verdicts of earlier versions have their most informative terms only, without weights, and a score on the former scale.
    known = evidence.weights if evidence.weights is not UNSET else dict.fromkeys(evidence.terms, 1.0)
    weights = comparable(known, asked)
    words = {term: weight for term, weight in weights.items() if not is_surrounding_key(term)}
    places = {term: weight for term, weight in weights.items() if is_surrounding_key(term)}
    score = evidence.score
    if evidence.weights is UNSET:
        words, places = unit_vector(words), unit_vector(places)
        score = present_score(score, FORMER_SCALE)
    return JudgedPage(judgement.verdict == "relevant", score, evidence.url, words, places)


def threshold_of(min_score: float, taught: Lessons) -> float:
    """Return the threshold that runs use. At 0 every edit is wanted: verdicts never move a threshold from or to 0."""
    return round(min(1.0, max(MIN_THRESHOLD, min_score + taught.threshold)), 4) if min_score else 0.0


def with_threshold(spec: ProfileSpec, min_score: float) -> ProfileSpec:
    """Return the profile with the threshold that runs use."""
    return structs.replace(spec, report=structs.replace(spec.report, min_score=min_score))


def movements(
    before: Lessons,
    after: Lessons,
    *,
    min_score: float,
    url: str,
    state: PageState | None,
    links: tuple[Mapping[str, float], Mapping[str, float]],
) -> tuple[Movement, ...]:
    """Return every number that changed: words, scores, the threshold, what the judged page pays, the weights of links."""
    words = before.words.importance, after.words.importance
    threshold = threshold_of(min_score, before), threshold_of(min_score, after)
    share = share_left(before.marks.get(url), state), share_left(after.marks.get(url), state)
    moved = [Movement("word_list", name, *pair) for name, pair in _differing(*words)]
    moved += [
        Movement("score", name, *pair) for name, pair in _differing(score_weights(before), score_weights(after))
    ]
    moved += [Movement("threshold", "min_score", *pair) for pair in [threshold] if pair[0] != pair[1]]
    moved += [Movement("energy", url, *pair) for pair in [share] if pair[0] != pair[1]]
    moved += [Movement("link_model", name, *pair) for name, pair in _differing(*links)]
    return tuple(moved)


def score_weights(taught: Lessons) -> dict[str, float]:
    """Return by how much judged pages move scores: by words, by words around texts, and by sites and folders."""
    folders = {f"{folder}/": weight for folder, weight in taught.shift.folders.items()}
    return taught.shift.words | taught.shift.places | folders


def share_left(mark: PageMark | None, state: PageState | None) -> float:
    """Return u of a page at its next visit, as far as it is known before: a mark decides, less with every visit."""
    unspent, visits = (state.unspent, state.visits) if state else (0.0, 0)
    if mark is None:
        return unspent
    return min(1.0, max(unspent, mark.payoff(visits))) if mark.value > 0 else 0.0


def _differing(one: Mapping[str, float], other: Mapping[str, float]) -> list[tuple[str, tuple[float, float]]]:
    """Return the numbers that differ, the largest difference first."""
    pairs = {name: (one.get(name, 0.0), other.get(name, 0.0)) for name in {*one, *other}}
    differing = [(name, pair) for name, pair in pairs.items() if pair[0] != pair[1]]
    return sorted(differing, key=lambda item: (-abs(item[1][1] - item[1][0]), item[0]))


def _lessons(judgement: Judgement) -> list[LinkLesson]:
    evidence = judgement.evidence
    return lessons_of(evidence.links, evidence.language, is_relevant=judgement.verdict == "relevant")
