"""Genome of an agent: keywords, a neural net, beta (trust in the net) and loyalty (preference for near links).

S002 section 3.4: offspring differ a little from their parent, and may add a word of the page they are born
on to their keywords. So a population learns the words of a topic by itself.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from watchd.core.population.links import net as nets
from watchd.core.population.links.net import Net

MIN_BETA, MAX_BETA = 0.01, 5.0


class Genome(Struct, frozen=True):
    """Everything that a child inherits, with changes."""

    keywords: tuple[str, ...]
    net: Net
    beta: float = 2.0
    loyalty: float = 1.0  # follow the best link of the page if it has this share of the frontier's best score


class Mutation(Struct, frozen=True):
    """Size of the differences between a child and its parent."""

    beta: float = 0.5  # beta' = U[beta(1-.5), beta(1+.5)]
    weights: float = 0.2  # share of weights that change
    noise: float = 0.25  # a changed weight is multiplied by U[1-.25, 1+.25]
    internalise: float = 0.5  # chance that a word of the birth page replaces the least important keyword
    novelty: float = 0.1  # chi: the weight of a word without importance; with 0 no new word could ever enter
    loyalty: float = 0.1


def founder(keywords: Sequence[str], random: Random, *, loyalty: float = 1.0) -> Genome:
    """Return the genome of a first agent: the profile's words and an untrained net."""
    return Genome(keywords=tuple(keywords), net=nets.random_net(len(keywords), random), loyalty=loyalty)


def offspring(
    parent: Genome,
    page_terms: Sequence[str],
    importance: Mapping[str, float],
    random: Random,
    mutation: Mutation | None = None,
) -> Genome:
    """Return a mutated copy of the parent as it is now: what its net learned is inherited."""
    rule = mutation or Mutation()
    beta = random.uniform(parent.beta * (1 - rule.beta), parent.beta * (1 + rule.beta))
    child = structs.replace(
        parent,
        beta=min(MAX_BETA, max(MIN_BETA, beta)),
        net=_perturbed(parent.net, random, rule),
        loyalty=min(2.0, max(0.0, parent.loyalty + random.uniform(-rule.loyalty, rule.loyalty))),
    )
    if random.random() < rule.internalise:
        return internalised(child, page_terms, importance, random, novelty=rule.novelty)
    return child


def _perturbed(net: Net, random: Random, rule: Mutation) -> Net:
    def perturb(weight: float) -> float:
        if random.random() < rule.weights:
            return weight * random.uniform(1 - rule.noise, 1 + rule.noise)
        return weight

    return Net(
        hidden=tuple(tuple(perturb(w) for w in row) for row in net.hidden),
        hidden_bias=tuple(perturb(w) for w in net.hidden_bias),
        output=tuple(perturb(w) for w in net.output),
        output_bias=perturb(net.output_bias),
    )


def internalised(
    genome: Genome,
    page_terms: Sequence[str],
    importance: Mapping[str, float],
    random: Random,
    *,
    novelty: float = 0.1,
) -> Genome:
    """Replace the least important keyword (first one that is not on the page) with a frequent, important word."""
    frequencies = Counter(page_terms)
    candidates = sorted(set(frequencies) - set(genome.keywords))  # sorted: the draw must not depend on hashing
    if not candidates or not genome.keywords:
        return genome

    def rank(index: int) -> tuple[float, bool, int]:
        word = genome.keywords[index]
        return (abs(importance.get(word, 0.0)), word in frequencies, index)

    odds = [frequencies[w] / len(page_terms) * (novelty + abs(importance.get(w, 0.0))) for w in candidates]
    word = random.choices(candidates, weights=odds)[0]
    replaced = min(range(len(genome.keywords)), key=rank)
    keywords = list(genome.keywords)
    keywords[replaced] = word
    return structs.replace(genome, keywords=tuple(keywords))


def crossover(mother: Genome, father: Genome, random: Random) -> Genome:
    """Cross the keywords at two points; the rest is the mother's. A word that would appear twice is left out."""
    length = min(len(mother.keywords), len(father.keywords))
    if length < 2:
        return mother
    left, right = sorted(random.sample(range(length + 1), 2))
    keywords = list(mother.keywords)
    for i in range(left, right):
        if father.keywords[i] not in keywords:
            keywords[i] = father.keywords[i]
    return structs.replace(mother, keywords=tuple(keywords))
