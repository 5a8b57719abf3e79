"""Every term of a page has its coordinate for the agents, with any markup around it."""

from html import escape

from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.words import words
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

WORDS = st.lists(
    st.sampled_from(["energy", "agents", "the", "C++", "3.11", "検索", "naïve", "&", "well-known"]), max_size=4
)
WRAPPERS = st.sampled_from(
    [
        "{}",
        "<b>{}</b>",
        "<p>{}</p>",
        "<div class=nav>{}</div>",
        "<ul><li>{}</ul>",
        "<table><tr><td>{}</table>",
        "{}<br>",
    ]
)
TAGS = [
    "<a href=/x>",
    "</a>",
    "<p>",
    "</p>",
    "<nav>",
    "<main>",
    " word ",
    "<table>",
    "<td>",
    "<pre>",
    "</pre>",
    "\n",
]
PARTS = st.lists(st.tuples(st.booleans(), WORDS, WRAPPERS), max_size=12)


def html_of(parts: list[tuple[bool, list[str], str]]) -> str:
    pieces = []
    for number, (is_link, text, wrapper) in enumerate(parts):
        inner = escape(" ".join(text))
        pieces.append(wrapper.format(f"<a href='/{number}'>{inner}</a>" if is_link else f" {inner} "))
    return "<html lang=en><body>" + "".join(pieces)


@given(PARTS)
def test_coordinates_follow_from_the_order_of_words_and_links(parts: list[tuple[bool, list[str], str]]) -> None:
    page = extract(
        SourceDocument("http://a.example/page", html_of(parts).encode()), robot="watchd", max_links=100
    )
    expected = []
    links = 0
    for is_link, text, _ in parts:
        coordinate = 2 * links if is_link else 2 * links - 1
        expected += [(term, coordinate) for term in words(" ".join(text), "en")]
        links += is_link
    assert list(zip(page.terms, page.coordinates, strict=True)) == expected
    assert len(page.links) == links


@given(st.text(max_size=300), st.integers(0, 5))
def test_any_text_as_markup_gives_a_consistent_page(text: str, max_links: int) -> None:
    body = text.encode("utf-8", "surrogatepass")
    page = extract(SourceDocument("http://a.example/page", body), robot="watchd", max_links=max_links)
    assert len(page.terms) == len(page.coordinates)
    assert len(page.links) <= max_links
    assert list(page.coordinates) == sorted(page.coordinates)
    assert set(page.text.split("\n")) <= set(page.full_text.split("\n"))
    page.full_text.encode()


@given(st.lists(st.sampled_from(TAGS), max_size=40))
def test_any_order_of_tags_gives_a_consistent_page(tags: list[str]) -> None:
    page = extract(SourceDocument("http://a.example/", "".join(tags).encode()), robot="watchd", max_links=9)
    assert list(page.coordinates) == sorted(page.coordinates)
    assert all(-1 <= coordinate <= 2 * len(page.links) - 1 for coordinate in page.coordinates)
