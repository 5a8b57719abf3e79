"""Extraction finds titles, texts, links with their positions, feeds, dates and robots directives."""

from datetime import UTC, datetime

import pytest

from watchd.model.page import Page
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

ARTICLE = "The agents look at a page as a stream of words, and every word has its place between the links. " * 3


def page(html: str, *, url: str = "http://a.example/dir/page.html", **how: object) -> Page:
    body = html.encode()
    return extract(SourceDocument(url, body, **how), robot="watchd", max_links=100)  # type: ignore[arg-type]


def test_a_block_ends_where_the_next_begins_also_after_a_link() -> None:
    assert (
        page("<div><a href=/x>one</a><p>two</p><a href=/y>three</a></div>four").full_text
        == "one\ntwo\nthree\nfour"
    )


@pytest.mark.parametrize(("depth", "is_read"), [(250, True), (2000, True), (10_000, False), (1_000_000, False)])
def test_text_that_is_nested_deep_is_read_up_to_a_bound(depth: int, is_read: bool) -> None:
    body = "<title>Deep</title>" + "<div>" * depth + f"<p>{ARTICLE}</p><a href=/x>x</a>" + "</div>" * depth
    found = page(body)
    assert found.title == "Deep"
    assert (ARTICLE.strip() in found.text, len(found.links)) == (is_read, int(is_read))


def test_a_page_that_is_offered_for_a_time_is_not_indexed_after_it() -> None:
    body = b"<meta name=robots content='unavailable_after: 25 Jun 2025 15:00:00 GMT'><p>x"
    before, after = (
        extract(
            SourceDocument("http://a.example/", body),
            robot="watchd",
            max_links=9,
            now=datetime(year, 1, 1, tzinfo=UTC),
        )
        for year in (2025, 2026)
    )
    assert (before.noindex, after.noindex) == (False, True)


def test_terms_have_the_coordinates_of_the_agents_window() -> None:
    found = page("<p>before <a href=x>one two</a> gap <a href=y>three</a> after <a href=#z>here</a> end</p>")
    assert list(zip(found.terms, found.coordinates, strict=True)) == [
        ("before", -1),
        ("one", 0),
        ("two", 0),
        ("gap", 1),
        ("three", 2),
        ("after", 3),
        ("here", 3),
        ("end", 3),
    ]
    assert [link.url for link in found.links] == ["http://a.example/dir/x", "http://a.example/dir/y"]


def test_links_carry_anchor_context_tag_path_and_rel() -> None:
    found = page(
        "<main><ul><li>see <a href='/x?a=1#part' rel='nofollow ugc'><b>The</b> page</a> of Ann</li></ul></main>"
        "<nav><a href='//b.example/'><img alt='Home page'></a></nav>"
    )
    first, second = found.links
    assert (first.url, first.anchor, first.context) == ("http://a.example/x?a=1", "The page", "see of Ann")
    assert (first.tag_path, first.rel) == ("main/ul/li", ("nofollow", "ugc"))
    assert (second.url, second.anchor, second.tag_path) == ("http://b.example/", "Home page", "nav")


@pytest.mark.parametrize(
    "href", ["javascript:void(0)", "mailto:a@b.example", "data:text/html,x", "#top", "", "http://[", "ftp://a/"]
)
def test_what_cannot_be_visited_is_text_and_no_link(href: str) -> None:
    found = page(f"<p>a <a href='{href}'>word</a></p>")
    assert found.links == ()
    assert found.full_text == "a word"


def test_the_base_of_the_page_is_respected() -> None:
    found = page("<base href='http://c.example/d/'><a href=e>x</a>")
    assert found.links[0].url == "http://c.example/d/e"


def test_the_address_a_page_claims_is_believed_if_it_is_sane() -> None:
    assert page("<link rel=canonical href='/dir/page'><p>x").url == "http://a.example/dir/page"
    assert page("<link rel=canonical href='http://evil.example/'><p>x").url == "http://a.example/dir/page.html"
    assert page("<p>x", url="http://a.example/x?utm_source=y").url == "http://a.example/x"


def test_words_end_at_blocks_and_links_but_not_at_inline_elements() -> None:
    found = page("<p>un<b>break</b>able</p><p>one<br>two<a href=x>three</a>four</p>")
    assert found.full_text.split() == ["unbreakable", "one", "two", "three", "four"]


def test_scripts_styles_and_forms_are_no_text() -> None:
    found = page("<p>a<script>b</script><style>c</style><select><option>d</select><noscript>e</noscript> f</p>")
    assert found.full_text == "a f"


def test_main_text_leaves_navigation_out() -> None:
    menu = "".join(f"<li><a href=/{i}>Menu entry {i}</a></li>" for i in range(9))
    for around in (
        f"<nav>{menu}</nav>",
        f"<div role=navigation>{menu}</div>",
        f"<ul class=topmenu>{menu}</ul>",
    ):
        found = page(f"{around}<h1>Agents</h1><p>{ARTICLE}</p><footer>All rights</footer>")
        assert found.text.startswith("Agents\nThe agents")
        assert "Menu entry" not in found.text
        assert "Menu entry" in found.full_text
        assert "rights" not in found.text


def test_a_page_of_links_keeps_them_as_its_text() -> None:
    entries = "".join(f"<li><a href=/{i}>Chapter number {i}</a></li>" for i in range(30))
    assert "Chapter number 29" in page(f"<h1>Contents</h1><ul>{entries}</ul>").text


def test_a_statement_that_would_take_the_whole_page_is_not_believed() -> None:
    assert "stream of words" in page(f"<nav><p>{ARTICLE}</p></nav>").text


@pytest.mark.parametrize(
    ("what", "around"),
    [
        (
            "a row of links that is as long as a sentence",
            "<div><p>Next: <a href=/n>Other agents and their lives</a>, Previous: <a href=/p>The first of all agents</a>, "
            "Up: <a href=/u>All about agents</a> [<a href=/c>Contents</a>]</div>",
        ),
        (
            "what is called a header and made of links",
            "<div id=page-header><p><a href=/m>Modules here</a> | <a href=/d>Directives</a></p><p>Server 2.4</p></div>",
        ),
        (
            "the contents of the page",
            "<p>Before the agents there was a page of words that no agent had read, and it waited for them.</p>"
            "<div><h3>Topics</h3><ul><li><a href=#a>Where to begin</a><li><a href=#b>How to go on with it</a>"
            "<li><a href=#c>When to stop</a></ul></div>",
        ),
        (
            "the languages of the page",
            "<p>Before the agents there was a page of words that no agent had read, and it waited for them.</p>"
            "<div><p>Available Languages: <a href=/en>en</a> | <a href=/de hreflang=de>de</a></div>",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "<" not in value else "",
)
def test_main_text_leaves_out(what: str, around: str) -> None:
    found = page(f"{around}<h1>Agents</h1><p>{ARTICLE}</p>")
    assert "stream of words" in found.text, what
    leaked = {"Next:", "Modules", "Server", "begin", "go", "Languages:"} & set(found.text.split())
    assert not leaked


def test_a_long_legal_notice_at_the_end_is_not_main_text_but_a_box_in_the_middle_is() -> None:
    notice = "The words provided herein are licensed under the terms that their owners have chosen. " * 4
    found = page(f"<p>{ARTICLE}</p><div class=footer><p>{notice}</p></div>")
    assert "herein" not in found.text
    found = page(f"<p>{ARTICLE}</p><div class=sidebar><p>{notice}</p></div><p>{ARTICLE}</p>")
    assert "herein" in found.text


@pytest.mark.parametrize(
    "around",
    [
        "<body class=wy-body-for-nav><div class=wy-grid-for-nav>{}</div>",
        "<nav>{}</nav>",
        "<div aria-hidden=true>{}</div>",
        "<aside>{}</aside>",
        "<div id=header>{}</div>",
        "<div class=toc>{}</div>",
    ],
)
@pytest.mark.parametrize("main", ["<main>{}</main>", "<div role=main>{}</div>", "<article>{}</article>"])
def test_what_surrounds_the_stated_main_part_is_not_navigation(around: str, main: str) -> None:
    menu = "".join(f"<li class=toctree-l1><a href=/{i}>Chapter {i}</a></li>" for i in range(20))
    side = f"<div class=wy-side-nav-search><a href=/>Manual</a></div><ul>{menu}</ul>"
    for text in (ARTICLE, "The agents rest on Sundays."):
        for top in ("", side if text == ARTICLE else ""):
            found = page(around.format(top + main.format(f"<h1>Agents</h1><p>{text}</p>")))
            assert found.text == f"Agents\n{text.strip()}"


@pytest.mark.parametrize(
    "html",
    [
        "<body class=wy-body-for-nav><div><a href=/a>One chapter</a> <a href=/b>Another chapter</a></div>",
        "<div class=sidebar><p>Sold out</p></div>",
        "<main><div class='share tags'><p>Sold out</p></div></main>",
        "<main><nav><a href=/a>One</a></nav></main><p>Two</p>",
        "<main><ul class=toc><li><a href=#a>One</a></ul></main>",
    ],
)
def test_a_page_with_words_has_a_main_text(html: str) -> None:
    assert page(html).text


COMMENT = "I have read this twice, and I still do not know where the agents were on that day in May. "
MENU = "".join(f"<li><a href=/{i}>Menu entry {i}</a></li>" for i in range(9))


@pytest.mark.parametrize(
    "extra",
    [
        f"<div id=comments class=comments-area><p>{COMMENT * 9}</p></div>",
        f"<div class=related-posts><p><a href=/x>Other</a> {COMMENT}</p></div>",
        f"<div class=cookie-notice>{COMMENT}</div>",
        f"<section class=newsletter><p>{COMMENT}</p></section>",
    ],
)
@pytest.mark.parametrize("text", [ARTICLE, "The agents rest on Sundays."])
def test_comments_and_related_pages_are_not_main_text(extra: str, text: str) -> None:
    for html in (f"<main><h1>Agents</h1><p>{text}</p>{extra}</main>", f"<h1>Agents</h1><p>{text}</p>{extra}"):
        assert page(html).text == f"Agents\n{text.strip()}"


def test_a_page_of_comments_keeps_them() -> None:
    assert "twice" in page(f"<ul>{MENU}</ul><div class=comments><p>{COMMENT * 9}</p></div>").text


def test_a_section_is_not_judged_by_the_id_of_its_heading() -> None:
    for names in ("id=related-tools", "id=comments class=level2", "id=author"):
        found = page(
            f"<main><h1>Agents</h1><p>{ARTICLE}</p><section {names}><h2>It</h2><p>rests.</p></section></main>"
        )
        assert "rests" in found.text, names


@pytest.mark.parametrize("around", ["<main>{}</main>", "<div role=main>{}</div>", "<article>{}</article>"])
def test_the_main_heading_stays_beside_the_links_of_its_header(around: str) -> None:
    header = f"<header><h1>Agents</h1><ul>{MENU}</ul></header>"
    assert page(around.format(f"{header}<p>{ARTICLE}</p>")).text == f"Agents\n{ARTICLE.strip()}"


def test_a_short_article_with_the_main_heading_is_the_main_part() -> None:
    found = page(
        f"<div>{MENU * 5}</div><article><h1>Agents</h1><p>They rest on Sundays.</p></article><ul>{MENU}</ul>"
    )
    assert found.text == "Agents\nThey rest on Sundays."


def test_a_list_of_links_below_a_sentence_belongs_to_it() -> None:
    sentence = "These are the pages that every agent should have read before the winter comes:"
    found = page(
        f"<ul>{MENU}</ul><h1>Agents</h1><p>{ARTICLE}</p><div><p>{sentence}</p><ul>{MENU}</ul></div><p>End</p>"
    )
    assert found.text.count("Menu entry 3") == 1


def test_prose_is_found_beside_a_stated_main_part_that_has_hardly_a_sentence() -> None:
    html = "<main><h1>Agents</h1><p>They rest.</p></main><div>{}</div>"
    assert page(html.format("")).text == "Agents\nThey rest."
    assert "stream of words" in page(html.format(f"<p>{ARTICLE * 2}</p>")).text


def test_a_layout_that_names_its_sidebar_is_not_the_sidebar() -> None:
    inside = f"<h1>Agents</h1><p>{ARTICLE}</p><ul>{MENU * 9}</ul>"
    html = f"<main><ul>{MENU}</ul><div class='Layout Layout--sidebarPosition-end'>{inside}</div></main>"
    assert "stream of words" in page(html).text


def test_a_paragraph_without_spaces_is_prose() -> None:
    text = "港の事務所は潮の満ち引きを丁寧に記録しています。その結果は専門家を驚かせました。" * 2
    menu = "".join(f"<li><a href=/{i}>時刻表の歴史</a></li>" for i in range(9))
    found = page(f"<div>{menu}</div><div><h1>潮の歴史</h1><p>{text}</p></div><div>{menu}</div>")
    assert found.text == f"潮の歴史\n{text}"


def test_articles_within_an_article_do_not_replace_it() -> None:
    items = "".join(f"<article><h3>item{i}</h3><p>{ARTICLE}</p></article>" for i in range(3))
    introduction = "What is said before the items belongs to the article as well, and there is much of it. " * 9
    assert "said before" in page(f"<div><p>{introduction}</p>{items}</div>").text
    teaser = "Read this as well, because others have read it and have never been the same again since then."
    found = page(f"<div>{items}</div><p>{teaser}</p>")
    assert "item2" in found.text
    assert "never been the same" not in found.text


def test_hidden_parts_are_not_main_text() -> None:
    found = page(f"<div style='display:none'>secret words</div><p>{ARTICLE}</p>")
    assert "secret" not in found.text


def test_head_is_read_and_cut_to_size() -> None:
    found = page(
        f"""<head><title> A
        title {"x" * 1000}</title><meta name=description content="{"d " * 1000}">
        <meta name=keywords content="a, b,,a">
        <link rel="alternate" type="application/rss+xml" href="/feed"><link rel=sitemap href="/sitemap.xml">
        <link rel="alternate" hreflang=de href="/de"></head>"""
    )
    assert found.title.startswith("A title xxx")
    assert len(found.title) == 300
    assert len(found.description) <= 500
    assert found.keywords == ("a", "b")
    assert found.feeds == ("http://a.example/feed",)
    assert found.sitemaps == ("http://a.example/sitemap.xml",)


def test_a_page_without_title_is_called_by_its_heading() -> None:
    assert page("<h1>One <i>Two</i></h1>").title == "One Two"


@pytest.mark.parametrize(
    ("head", "header", "noindex", "nofollow"),
    [
        ("<meta name=robots content=noindex>", "", True, False),
        ("<meta name=ROBOTS content='NOFOLLOW, noarchive'>", "", False, True),
        ("<meta name=watchd content=none>", "", True, True),
        ("<meta name=googlebot content=none>", "", False, False),
        ("", "noindex", True, False),
        ("", "otherbot: noindex", False, False),
        ("", "watchd: nofollow", False, True),
        ("", "", False, False),
    ],
)
def test_what_the_page_allows_is_understood(head: str, header: str, noindex: bool, nofollow: bool) -> None:
    headers = (("x-robots-tag", header),) if header else ()
    found = page(head + "<p>text", headers=headers)
    assert (found.noindex, found.nofollow) == (noindex, nofollow)


@pytest.mark.parametrize(
    ("html", "url", "published", "modified"),
    [
        (
            "<meta property=article:published_time content=2024-03-05T10:00:00+02:00>",
            "",
            "2024-03-05T08:00",
            None,
        ),
        ("<meta name=dcterms.modified content=20240306>", "", None, "2024-03-06T00:00"),
        (
            '<script type="application/ld+json">{"datePublished": "2024-03-07"}</script>',
            "",
            "2024-03-07T00:00",
            None,
        ),
        ("<time datetime=2024-03-08 itemprop=datePublished>", "", "2024-03-08T00:00", None),
        ("<time datetime=2024-03-08>", "", None, None),
        ("<p>on 5 March 2024 we met", "", None, None),
        ("", "http://a.example/2024/03/09/story", "2024-03-09T00:00", None),
        ("", "http://a.example/2024/13/09/story", None, None),
    ],
)
def test_dates_are_taken_from_statements_only(
    html: str, url: str, published: str | None, modified: str | None
) -> None:
    found = page(html + "<p>text", url=url or "http://a.example/")
    for date, expected in ((found.published, published), (found.modified, modified)):
        assert date == (datetime.fromisoformat(expected).replace(tzinfo=UTC) if expected else None)


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=de-AT><p>text", "de"),
        ("<html xml:lang=fr><p>text", "fr"),
        ("<meta http-equiv=content-language content=it><p>text", "it"),
        (f"<p>{ARTICLE}", "en"),
        (
            "<p>"
            + "Das ist der Hund, und die Katze sitzt auf dem Dach, weil sie nicht mit ihm spielen will. " * 3,
            "de",
        ),
        ("<p>" + "これは日本語の文章です。" * 5, "ja"),
        ("<p>" + "这是一个中文句子。" * 5, "zh"),
        (
            "<p>"
            + "Це речення українською мовою, і воно не дуже довге, але цього має бути досить для нас. " * 2,
            "uk",
        ),
        ("<p>x y", None),
    ],
)
def test_language_is_stated_or_guessed(html: str, language: str | None) -> None:
    assert page(html).language == language


def test_plain_text_is_a_page_too() -> None:
    found = page("A title\n\nSome  words here", content_type="text/plain")
    assert (found.title, found.text, found.links) == ("A title", "A title\nSome words here", ())
    assert found.content_hash
    assert found.signature


@pytest.mark.parametrize("body", ["", " ", "<", "<!--", "<html>", "\ufeff", "\0\0\0"])
def test_next_to_nothing_is_an_empty_page(body: str) -> None:
    found = page(body)
    assert found.text in ("", "<")
    assert found.links == ()


def test_a_counter_moves_neither_hash_nor_signature_much() -> None:
    one, two = (
        page(f"<p>{ARTICLE}</p><p>{n} views, {d}</p>") for n, d in ((7, "2026-01-01"), (9, "2026-01-02"))
    )
    assert one.content_hash == two.content_hash
    assert (one.signature ^ two.signature).bit_count() <= 8


@pytest.mark.parametrize(
    "markup",
    [
        "<!doctype html><title>T</title><main><p>The cells are ready. <a href='/next'>Next</a></main>",
        "<html lang=en><title>T</title><article><p>The cells are ready. <a href=/next>Next</a></article></html>",
        "<title>T</title><p>The cells are ready. <a href=/next>Next</a>",
    ],
)
def test_a_page_without_a_body_tag_is_read_all_the_same(markup: str) -> None:
    read = page(markup, url="https://example.org/")
    assert "The cells are ready." in read.text
    assert [link.url for link in read.links] == ["https://example.org/next"]


def linking(*hrefs: str) -> str:
    return "".join(f"<p><a href='{href}'>a link</a></p>" for href in hrefs)


def test_a_session_id_that_looks_like_a_number_is_known_by_standing_on_every_link() -> None:
    site = [f"/{name}?sid=327818850972" for name in "abcdefgh"]
    found = page(
        linking(*site, "/k?x=1&sid=327818850972", "http://b.example/?sid=327818850972"),
        url="http://a.example/?sid=327818850972",
    )
    assert found.url == "http://a.example/"
    assert [link.url for link in found.links] == [
        *(f"http://a.example/{name}" for name in "abcdefgh"),
        "http://a.example/k?x=1",
        "http://b.example/",
    ]


@pytest.mark.parametrize(
    "hrefs",
    [
        [f"/shop?sid=40063813339{number}" for number in range(20, 40)],  # products
        [*(f"/{name}?sid=3" for name in "abcdef"), *(f"/{name}" for name in "ghijkl")],  # a part of the site
        [f"/{name}?sid=3" for name in "abcd"],  # few
        [f"/{name}?id=327818850972" for name in "abcdefgh"],  # no name that sessions have
    ],
)
def test_a_number_that_names_what_is_shown_stays(hrefs: list[str]) -> None:
    assert [link.url for link in page(linking(*hrefs)).links] == [f"http://a.example{href}" for href in hrefs]
