"""Evidence for pages that have just appeared or changed near the topic: how likely it is that they are relevant.

A page that has just been published in the neighbourhood of relevant pages belongs to the topic more often than an old page
that agents meet while they explore, and it need not name the words of the query: a page on queues in a manual of network
programming does not say "network". So such a page is judged a second time, by how much it is like the clearest pages of the
topic, by its place on the site, by the pages that it links to and by the pages of its folder. Its score becomes the better
of both. The link graph keeps the first score, so such pages cannot make each other relevant.

The weights lie between those of two logistic regressions, over 59 and 29 topics of drawn worlds
(docs/explanation/measured-relevance.md).
"""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.neighbours import NeighbourLinks
from watchd.core.relevance.topic import Topic, cosine

MAX_RATIO = 1.5  # of a page to the clearest pages; a page that is even more alike shows nothing more
MIN_TYPICAL_LIKENESS, MIN_TYPICAL_CLOSENESS = 0.05, 0.02
MIN_CHANCE, MAX_CHANCE = 3e-4, 0.997  # bounds of scores, so that their log-odds are finite
# The chance from which news is reported, at the usual `report.min_score` of 0.3.
ENOUGH, USUAL_MIN_SCORE = 0.25, 0.3


class ClearPages(Struct, frozen=True):
    """The pages that show the topic most clearly, as one mean vector, and how alike they are to it themselves."""

    centre: dict[str, float] = {}
    likeness: float = 1.0
    closeness: float = 1.0  # of the pages that name the query best

    @classmethod
    def of(cls, vectors: Sequence[Mapping[str, float]], closeness: Sequence[float]) -> "ClearPages":
        """Return the mean of the vectors; `closeness` has the values of the best pages."""
        total: dict[str, float] = {}
        for vector in vectors:
            for term, weight in vector.items():
                total[term] = total.get(term, 0.0) + weight
        length = math.sqrt(sum(weight * weight for weight in total.values()))
        if length == 0.0:
            return cls()
        centre = {term: weight / length for term, weight in total.items()}
        alike = [cosine(vector, centre) for vector in vectors]
        best = sorted(closeness, reverse=True)[:3]
        return cls(centre, sum(alike) / len(alike), sum(best) / len(best) if best else 1.0)

    def likeness_of(self, vector: Mapping[str, float]) -> float:
        """Return how alike a page is to the centre, compared with the clear pages themselves."""
        return min(MAX_RATIO, cosine(vector, self.centre) / max(MIN_TYPICAL_LIKENESS, self.likeness))

    def closeness_of(self, closeness: float) -> float:
        """Return how well a page names the query, compared with the best pages."""
        return min(MAX_RATIO, closeness / max(MIN_TYPICAL_CLOSENESS, self.closeness))


def share_named(topic: Topic, document: Document) -> float:
    """Return the share of what was asked that the title, the address and the surroundings of a text name."""
    rarity, named = topic.rarity(document.language), document.around | document.heading
    wanted = {term: rarity(term) for term in topic.terms(document.language)}
    total = sum(wanted.values())
    if not document.around or total <= 0.0:
        return 0.0
    return sum(weight for term, weight in wanted.items() if term in named) / total


class Whereabouts(Struct, frozen=True):
    """Scores around a page: of the pages that it links to, of its folder and of its site."""

    links: NeighbourLinks = NeighbourLinks()
    folder: tuple[float, int] = (0.0, 0)  # sum of the scores, and number of the other pages that were read
    site: tuple[float, int] = (0.0, 0)


class NewsCurve(Struct, frozen=True):
    """Weights of the evidence, in log-odds."""

    base: float = -3.2
    words: float = 0.04  # of the log-odds by the page's own words
    likeness: float = 8.0
    closeness: float = 4.8
    place: float = 7.0  # the share of the query that title, address and surroundings of the text name
    links: float = 1.0
    folder: float = 0.35
    site: float = -0.12  # where much of a site is relevant, being there says less

    def __call__(
        self, *, words: float, likeness: float, closeness: float, place: float, around: Whereabouts
    ) -> float:
        """Return the score: the chance of being relevant, scaled so that a page to report has the usual minimum."""
        links = around.links
        mean = (links.kept + 0.075) / (links.weight + 0.5)
        trust = links.weight / (links.weight + 1.0)
        log_odds = (
            self.base
            + self.words * _log_odds(words)
            + self.likeness * likeness
            + self.closeness * closeness
            + self.place * place
            + self.links * trust * _log_odds(mean)
            + self.folder * _log_odds((around.folder[0] + 0.2) / (around.folder[1] + 2.0))
            + self.site * _log_odds((around.site[0] + 0.1) / (around.site[1] + 2.0))
        )
        return chance_of(log_odds + _log_odds(USUAL_MIN_SCORE) - _log_odds(ENOUGH))


NEWS_CURVE = NewsCurve()


def _log_odds(chance: float) -> float:
    return log_odds_of(min(MAX_CHANCE, max(MIN_CHANCE, chance)))
