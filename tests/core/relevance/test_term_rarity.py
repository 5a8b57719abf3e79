"""The rarity of words, and the memory that it takes."""

from watchd.core.relevance.term_rarity import MAX_CACHED_TERMS, Rarity, TermCounts, cached_terms
from watchd.core.relevance.topic import Topic


def test_the_cache_of_a_profile_does_not_grow_with_the_words_that_it_reads() -> None:
    rarity = Rarity("en", TermCounts(10, {"tea": 3}))
    for number in range(3 * MAX_CACHED_TERMS):
        rarity(f"unusual{number}")
    assert 0 < rarity.cached <= MAX_CACHED_TERMS


def test_profiles_without_own_counts_share_one_cache() -> None:
    before = cached_terms()
    for number in range(20):
        topic = Topic(f"green tea {number}", languages=["en"])
        for word in range(500):
            topic.rarity("en")(f"shared{word}")
    assert cached_terms() - before <= 600
