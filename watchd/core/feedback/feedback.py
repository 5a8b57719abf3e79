"""What do verdicts teach? Everything that feedback has moved, computed afresh from the verdicts that stand.

Verdicts are the truth, and what they taught is derived from them in the order in which they were given: the word
list, what the judged pages pay, what the links on the way to them were worth, and the threshold. So a verdict that
is changed or withdrawn leaves no trace: the rest comes out as if it had never been given, bit for bit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, structs

from watchd.core.feedback.link_lessons import LinkLesson, LinkTaken, lessons_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.term_rarity import surrounding_key
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_list import WordList, after_feedback, assessed_payoff
from watchd.model.finding import Verdict
from watchd.model.page import PageState
from watchd.model.profile import ProfileSpec

TELLING = 8  # words of a text that a verdict marks; the others say little about it
PLACED = 12  # words of its title, its address and what stands around it
# There are many ways of being wrong, so a wrong page says less about its words (measured-learning.md).
MARKS = {"relevant": 1.0, "irrelevant": -0.5, "neutral": 0.0}
FURTHEST = 0.1  # the threshold stays this close to the one that the person wrote
GRID = 0.01
ONE_MISTAKE = 0.05  # how far the threshold may move to avoid one mistake


class VerdictEvidence(Struct, frozen=True, kw_only=True):
    """A judged page as it was when it was judged; later changes of the page change no lesson."""

    url: str
    language: str | None
    terms: tuple[str, ...]  # its most telling words, the most telling first
    score: float
    visits: int = 0  # that the profile had made by then
    links: tuple[LinkTaken, ...] = ()  # the way to it, from the start page


class Judgement(Struct, frozen=True):
    """A verdict that stands."""

    verdict: Verdict
    evidence: VerdictEvidence


class PageMark(Struct, frozen=True):
    """What a person made of a page."""

    value: float
    visits: int  # that had been made when it was given

    def payoff(self, visits: int) -> float:
        """What the page pays at its next visit, after so many in all: less each time, and no more than a cap in all."""
        return assessed_payoff(self.value, max(0, visits - self.visits))


class Movement(Struct, frozen=True):
    """One number that a verdict moved."""

    part: Literal["word_list", "threshold", "energy", "link_model"]
    name: str
    before: float
    after: float


class Lessons(Struct, frozen=True):
    """All that the verdicts of a profile have moved."""

    words: WordList = WordList()
    threshold: float = 0.0  # to add to min_score
    marks: dict[str, PageMark] = {}  # by address
    lessons: tuple[LinkLesson, ...] = ()


def telling_terms(document: Document, topic: Topic) -> tuple[str, ...]:
    """The words that a verdict on this page is about."""
    said, placed = topic.vector(document), topic.surroundings(document)
    return (*_heaviest(said, TELLING), *_heaviest(placed, PLACED))


def _heaviest(weights: Mapping[str, float], most: int) -> list[str]:
    return sorted(weights, key=lambda term: (-weights[term], term))[:most]


def taught_by(judgements: Sequence[Judgement], *, asked: Iterable[str], min_score: float) -> Lessons:
    """What these verdicts teach together. `asked` are the words of the query."""
    queried = frozenset(asked)
    own = queried | frozenset(map(surrounding_key, queried))
    words = WordList()
    for judgement in judgements:
        mark, terms = MARKS[judgement.verdict], judgement.evidence.terms
        # What the person asked for is on every page that was found: a wrong page says nothing against those words.
        against = [term for term in terms if mark > 0 or term not in own]
        words = after_feedback(words, against, mark, own)
    return Lessons(
        words=words,
        threshold=_threshold(judgements, min_score),
        marks={j.evidence.url: PageMark(MARKS[j.verdict], j.evidence.visits) for j in judgements},
        lessons=tuple(lesson for j in judgements for lesson in _lessons(j)),
    )


def threshold_of(min_score: float, taught: Lessons) -> float:
    """The threshold that runs use. At 0 every edit is wanted: verdicts move no threshold there, nor away from there."""
    return round(min(1.0, max(GRID, min_score + taught.threshold)), 4) if min_score else 0.0


def with_threshold(spec: ProfileSpec, min_score: float) -> ProfileSpec:
    """The profile as runs see it."""
    return structs.replace(spec, report=structs.replace(spec.report, min_score=min_score))


def _threshold(judgements: Sequence[Judgement], min_score: float) -> float:
    """How far to move the threshold: as far as fewer mistakes on the judged pages are worth it, and no further."""
    steps = round(FURTHEST / GRID)
    offsets = [GRID * step for step in range(-steps, steps + 1)]

    def cost(offset: float) -> float:
        at = min_score + offset
        wrong = sum((j.evidence.score >= at) != (j.verdict == "relevant") for j in judgements)
        return wrong + abs(offset) / ONE_MISTAKE

    best = min(offsets, key=lambda offset: (round(cost(offset), 9), abs(offset), offset))
    return round(best, 2)


def movements(
    before: Lessons,
    after: Lessons,
    *,
    min_score: float,
    url: str,
    state: PageState | None,
    links: tuple[Mapping[str, float], Mapping[str, float]],
) -> tuple[Movement, ...]:
    """Every number that is not what it was: words, the threshold, what the judged page pays, the weights of links."""
    words = before.words.importance, after.words.importance
    threshold = threshold_of(min_score, before), threshold_of(min_score, after)
    share = share_left(before.marks.get(url), state), share_left(after.marks.get(url), state)
    moved = [Movement("word_list", name, *pair) for name, pair in _differing(*words)]
    moved += [Movement("threshold", "min_score", *pair) for pair in [threshold] if pair[0] != pair[1]]
    moved += [Movement("energy", url, *pair) for pair in [share] if pair[0] != pair[1]]
    moved += [Movement("link_model", name, *pair) for name, pair in _differing(*links)]
    return tuple(moved)


def share_left(mark: PageMark | None, state: PageState | None) -> float:
    """u of a page at its next visit, as far as it is known before the visit: a mark decides, and fades."""
    unspent, visits = (state.unspent, state.visits) if state else (0.0, 0)
    if mark is None:
        return unspent
    return min(1.0, max(unspent, mark.payoff(visits))) if mark.value > 0 else 0.0


def _differing(one: Mapping[str, float], other: Mapping[str, float]) -> list[tuple[str, tuple[float, float]]]:
    """The largest movement first."""
    pairs = {name: (one.get(name, 0.0), other.get(name, 0.0)) for name in {*one, *other}}
    differing = [(name, pair) for name, pair in pairs.items() if pair[0] != pair[1]]
    return sorted(differing, key=lambda item: (-abs(item[1][1] - item[1][0]), item[0]))


def _lessons(judgement: Judgement) -> list[LinkLesson]:
    evidence = judgement.evidence
    return lessons_of(evidence.links, evidence.language, is_relevant=judgement.verdict == "relevant")
