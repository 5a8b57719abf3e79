"""What does an agent inherit? Keywords, a net, beta (trust in the net) and loyalty (how local it stays).

S002 section 3.4: offspring differ a little from their parent, and may take a word of the page they are born
on into their keywords. That is how a population learns the words of a topic without being told.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct, structs

from watchd.core.population.links import net as nets
from watchd.core.population.links.net import Net

BETA_LEAST, BETA_MOST = 0.01, 5.0


class Genome(Struct, frozen=True):
    """Everything that reproduction copies and changes."""

    keywords: tuple[str, ...]
    net: Net
    beta: float = 2.0
    loyalty: float = 1.0  # follow the best link here if it scores this share of the frontier's best


class Mutation(Struct, frozen=True):
    """How far offspring fall from the tree."""

    beta: float = 0.5  # beta' = U[beta(1-.5), beta(1+.5)]
    weights: float = 0.2  # share of weights that change
    noise: float = 0.25  # a changed weight is multiplied by U[1-.25, 1+.25]
    internalise: float = 0.5  # chance that the least important keyword gives way to a word of the birth page
    novelty: float = 0.1  # chi: what a word without importance counts; with 0 no new word could ever enter
    loyalty: float = 0.1


def founder(keywords: Sequence[str], random: Random, *, loyalty: float = 1.0) -> Genome:
    """A first agent: the profile's words and an untrained net."""
    return Genome(keywords=tuple(keywords), net=nets.newborn(len(keywords), random), loyalty=loyalty)


def offspring(
    parent: Genome,
    page_terms: Sequence[str],
    importance: Mapping[str, float],
    random: Random,
    mutation: Mutation | None = None,
) -> Genome:
    """A mutated copy of the parent as it is now: what its net learned is inherited."""
    rule = mutation or Mutation()
    beta = random.uniform(parent.beta * (1 - rule.beta), parent.beta * (1 + rule.beta))
    child = structs.replace(
        parent,
        beta=min(BETA_MOST, max(BETA_LEAST, beta)),
        net=_jolted(parent.net, random, rule),
        loyalty=min(2.0, max(0.0, parent.loyalty + random.uniform(-rule.loyalty, rule.loyalty))),
    )
    if random.random() < rule.internalise:
        return internalised(child, page_terms, importance, random, novelty=rule.novelty)
    return child


def _jolted(net: Net, random: Random, rule: Mutation) -> Net:
    def jolt(weight: float) -> float:
        if random.random() < rule.weights:
            return weight * random.uniform(1 - rule.noise, 1 + rule.noise)
        return weight

    return Net(
        hidden=tuple(tuple(jolt(w) for w in row) for row in net.hidden),
        hidden_bias=tuple(jolt(w) for w in net.hidden_bias),
        output=tuple(jolt(w) for w in net.output),
        output_bias=jolt(net.output_bias),
    )


def internalised(
    genome: Genome,
    page_terms: Sequence[str],
    importance: Mapping[str, float],
    random: Random,
    *,
    novelty: float = 0.1,
) -> Genome:
    """The least important keyword (absent ones first) gives way to a frequent word that matters."""
    frequencies = Counter(page_terms)
    candidates = sorted(set(frequencies) - set(genome.keywords))  # sorted: the draw must not depend on hashing
    if not candidates or not genome.keywords:
        return genome

    def standing(index: int) -> tuple[float, bool, int]:
        word = genome.keywords[index]
        return (abs(importance.get(word, 0.0)), word in frequencies, index)

    odds = [frequencies[w] / len(page_terms) * (novelty + abs(importance.get(w, 0.0))) for w in candidates]
    word = random.choices(candidates, weights=odds)[0]
    loser = min(range(len(genome.keywords)), key=standing)
    keywords = list(genome.keywords)
    keywords[loser] = word
    return structs.replace(genome, keywords=tuple(keywords))


def crossed(mother: Genome, father: Genome, random: Random) -> Genome:
    """Two-point crossover of the keywords; the rest is the mother's. Words that would appear twice stay out."""
    length = min(len(mother.keywords), len(father.keywords))
    if length < 2:
        return mother
    left, right = sorted(random.sample(range(length + 1), 2))
    keywords = list(mother.keywords)
    for i in range(left, right):
        if father.keywords[i] not in keywords:
            keywords[i] = father.keywords[i]
    return structs.replace(mother, keywords=tuple(keywords))
