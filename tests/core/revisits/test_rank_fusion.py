"""Reciprocal rank fusion: what several sources name together comes first."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.support import MONDAY
from watchd.core.revisits.rank_fusion import alone, by_match, fuse, merge
from watchd.model.seed import FusedSeed, Ranking, SearchResult

LETTERS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def ranking(source: str, urls: str, weight: float = 1.0) -> Ranking:
    results = [SearchResult(f"https://{url}.example/", url, rank=rank) for rank, url in enumerate(urls, 1)]
    return Ranking(source, tuple(results), weight)


def names(seeds: tuple[FusedSeed, ...]) -> str:
    return "".join(seed.title for seed in seeds)


def test_what_two_engines_name_comes_before_what_one_names_first() -> None:
    assert names(fuse([ranking("x", "abc"), ranking("y", "dbe")])) == "badce"


def test_the_first_of_every_list_scores_one() -> None:
    [first, second] = fuse([ranking("x", "ab"), ranking("y", "a", 0.5)])
    assert first.score == 1.0
    assert first.sources == ("x", "y")
    assert second.sources == ("x",)
    assert second.score == (1 / 62) / (1 / 61 + 0.5 / 61)


def test_the_weight_of_a_source_counts() -> None:
    assert names(fuse([ranking("x", "ab"), ranking("y", "ba", 2.0)])) == "ba"


def test_a_list_that_names_a_page_twice_counts_once_with_the_better_place() -> None:
    twice = Ranking("x", (SearchResult("https://a/", rank=3), SearchResult("https://a/", rank=1)))
    [seed] = fuse([twice])
    assert (seed.score, seed.sources) == (1.0, ("x",))


def test_no_lists_are_no_seeds() -> None:
    assert fuse([]) == fuse([Ranking("x", ())]) == ()


def test_an_empty_list_does_not_lower_the_scores_of_the_others() -> None:
    assert fuse([ranking("x", "a"), Ranking("y", ())])[0].score == 1.0


@given(st.lists(LETTERS, max_size=4))
def test_scores_lie_between_zero_and_one_each_page_occurs_once_and_the_order_of_lists_does_not_matter(
    lists: list[list[str]],
) -> None:
    rankings = [ranking(str(number), "".join(urls)) for number, urls in enumerate(lists)]
    fused = fuse(rankings)
    assert len({seed.url for seed in fused}) == len(fused) == len({url for urls in lists for url in urls})
    assert all(0 < seed.score <= 1 for seed in fused)
    backwards = {seed.url: round(seed.score, 12) for seed in fuse(rankings[::-1])}
    assert backwards == {seed.url: round(seed.score, 12) for seed in fused}


@given(LETTERS)
def test_one_list_keeps_its_order(urls: list[str]) -> None:
    assert names(fuse([ranking("x", "".join(urls))])) == "".join(urls)


def test_a_seed_of_several_groups_keeps_everybody_who_named_it_and_its_best_score() -> None:
    named = alone(Ranking("url", (SearchResult("https://a.example/"),)))
    [first, second] = merge([named, fuse([ranking("x", "ba")])])
    assert (first.score, second.score) == (1.0, 1.0)
    seed = next(seed for seed in (first, second) if seed.url == "https://a.example/")
    assert (seed.sources, seed.title) == (("url", "x"), "a")


def test_equal_seeds_have_a_fixed_order_newest_first() -> None:
    old, new = MONDAY - timedelta(days=9), MONDAY
    results = (
        SearchResult("https://b/", published=old),
        SearchResult("https://a/"),
        SearchResult("https://c/", published=new),
    )
    assert [seed.url for seed in alone(Ranking("url", results))] == ["https://b/", "https://a/", "https://c/"]
    merged = [seed.url for seed in merge([alone(Ranking("url", results))])]
    assert merged == ["https://c/", "https://b/", "https://a/"]


def test_results_by_date_are_ranked_by_what_they_show_of_the_query() -> None:
    results = [
        SearchResult("https://1/", "Something else", rank=1),
        SearchResult("https://2/", "A battery", rank=2),
        SearchResult("https://3/", "Solid", "state of the battery", rank=3),
    ]
    ranked = by_match(results, 'solid "battery pack" -toy')
    assert [(r.url[8], r.rank) for r in ranked] == [("3", 1), ("2", 2), ("1", 3)]
