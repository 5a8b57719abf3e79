"""For any answer and any query nothing raises, and the results keep their limits."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.query import parse
from watchd.web.providers import preset_files
from watchd.web.providers.results import has_more, results_of
from watchd.web.providers.search_request import wordings
from watchd.web.urls.urls import canonical

PRESETS = {name: preset_files.definition(name) for name in preset_files.preset_names()}
JSON_PRESETS = sorted(name for name, definition in PRESETS.items() if definition.answer.format == "json")
# The names that definitions look for, so that chance gets past the first step.
NAMES = st.sampled_from(
    [
        "results",
        "web",
        "news",
        "url",
        "link",
        "title",
        "content",
        "date-time",
        "created",
        "data",
        "search",
        "query",
        "message",
        "items",
        "articles",
        "hits",
        "channels",
        "0",
    ]
)
ADDRESSES = st.sampled_from(
    ["https://a.example/?utm_source=x", "http://b.example", "javascript:x", "//c", "https://[::1"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | ADDRESSES
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES | st.text(), inner, max_size=5),
    max_leaves=30,
)


@given(st.sampled_from(JSON_PRESETS), ANYTHING)
def test_any_json_gives_results_that_can_be_visited_or_none(name: str, body: Any) -> None:
    part = PRESETS[name].answer
    has_more(part, body)
    for result in results_of(part, body, "en") or ():
        assert canonical(result.url) == result.url
        assert len(result.title) <= 300
        assert len(result.snippet) <= 500
        assert result.rank >= 1


@given(
    st.sampled_from(sorted(PRESETS)), st.text(max_size=600), st.lists(st.sampled_from(["en", "de", "zh", "xx"]))
)
def test_any_query_can_be_written_for_any_provider(name: str, text: str, languages: list[str]) -> None:
    definition = PRESETS[name]
    for wording in wordings(parse(text), languages, definition):
        assert 0 < len(wording.text) <= definition.query.longest + len(definition.query.suffix) + 20
