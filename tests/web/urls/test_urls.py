"""Each URL has one meaning; each page has one URL (FAULTS F10, F12, F13, F14, F15)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.web.urls.hosts import registrable_domain
from watchd.web.urls.urls import BadUrl, canonical, credible_canonical, join, masked, parse


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("http://example.org:80/", "http://example.org/"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("https://example.org:8443/a", "https://example.org:8443/a"),
        ("http://example.org./a", "http://example.org/a"),
        ("http://example.org/a#part", "http://example.org/a"),
        ("http://example.org/a?", "http://example.org/a"),
        ("http://example.org?a=1", "http://example.org/?a=1"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/../../a", "http://example.org/a"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/a/%2e%2e/b", "http://example.org/b"),
        ("http://example.org/%7euser/%c3%a9", "http://example.org/~user/%C3%A9"),
        ("http://example.org/é b", "http://example.org/%C3%A9%20b"),
        ("http://example.org/100%", "http://example.org/100%25"),
        ("http://example.org/a?q=%41&x=ü", "http://example.org/a?q=A&x=%C3%BC"),
        ("http://example.org/a%2Fb", "http://example.org/a%2Fb"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://faß.example/", "http://xn--fa-hia.example/"),
        ("http://my_host.example/", "http://my_host.example/"),
        ("http://[2606:2800:0220:0001::1]:80/", "http://[2606:2800:220:1::1]/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://①②⑦.0.0.①/", "http://127.0.0.1/"),
        ("  http://example.org/a \n", "http://example.org/a"),
        ("http://example.org/a?utm_source=x&b=2&fbclid=9&gclid=1", "http://example.org/a?b=2"),
        ("http://example.org/a?utm_source=x", "http://example.org/a"),
        ("http://example.org/a;jsessionid=1A2B?x=1", "http://example.org/a?x=1"),
        ("http://example.org/a?PHPSESSID=0123456789abcdef0123456789abcdef", "http://example.org/a"),
        ("http://example.org/a?sid=3", "http://example.org/a?sid=3"),
        ("http://example.org/a?sid=4006381333931", "http://example.org/a?sid=4006381333931"),
        ("http://example.org/a?sid=defaced", "http://example.org/a?sid=defaced"),
        ("http://example.org/a?sid=23f97268dea6&b=1", "http://example.org/a?b=1"),
        ("http://example.org/a?b=2&a=1", "http://example.org/a?b=2&a=1"),
        ("http://example.org//a", "http://example.org//a"),
    ],
)
def test_a_page_has_one_address(url: str, expected: str) -> None:
    assert canonical(url) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize(
    ("url", "by"),
    [
        *(
            (f"{scheme}:x", "scheme")
            for scheme in ("javascript", "data", "mailto", "tel", "blob", "about", "unknown")
        ),
        *(
            (f"{scheme}://host/x", "scheme")
            for scheme in ("file", "ftp", "gopher", "ws", "unix", "http+unix", "jar")
        ),
        ("", "scheme"),
        ("/relative", "scheme"),
        ("example.org", "scheme"),
        ("http:", "url"),
        ("http:/example.org", "url"),
        ("http:example.org", "url"),
        ("http://", "url"),
        ("http:///path", "url"),
        ("http://:80/", "url"),
        ("http://a..b/", "url"),
        ("http://.example.org/", "url"),
        ("http://-a.example/", "url"),
        (f"http://{'a' * 64}.example/", "url"),
        (f"http://{'a.' * 130}example/", "url"),
        ("http://xn--a/", "url"),
        ("http://xn--a.example/", "url"),
        ("http://.1.2.3.4/", "url"),
        ("http://1.2.3.4.5/", "url"),
        ("http://256.1.1.1/", "url"),
        ("http://1.2.3.09/", "url"),
        ("http://0xfffffffff/", "url"),
        ("http://exa mple.org/", "url"),
        ("http://exa%6dple.org/", "url"),
        ("http://example.org%00/", "url"),
        ("http://[::1/", "url"),
        ("http://[::1%25eth0]/", "url"),
        ("http://[v1.x]/", "url"),
        ("http://a<b>.example/", "url"),
        ("http://example.org:x/", "port"),
        ("http://example.org:0/", "port"),
        ("http://example.org:99999/", "port"),
        ("http://example.org:-1/", "port"),
        ("http://example.org:٨٠/", "port"),
        ("http://example.org:80:80/", "url"),
        ("http://user:pass@example.org/", "credentials"),
        ("http://user@example.org/", "credentials"),
        ("http://@example.org/", "credentials"),
        ("http://example.org\\@evil.example/", "url"),
        ("http://example.org/a\tb", "url"),
        ("http://example.org/a\r\nX: y", "url"),
        ("http://exam\0ple.org/", "url"),
        ("http://example.org/\ud800", "url"),
        ("http://example.org/" + "a" * 2100, "url"),
    ],
)
def test_what_is_not_a_web_address_is_refused_with_its_rule(url: str, by: str) -> None:
    with pytest.raises(BadUrl) as refusal:
        parse(url)
    assert refusal.value.by == by


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("", "http://h.example/a/b?q=1"),
        ("#x", "http://h.example/a/b?q=1"),
        ("c", "http://h.example/a/c"),
        ("./c", "http://h.example/a/c"),
        ("../c", "http://h.example/c"),
        ("/c", "http://h.example/c"),
        ("?z=2", "http://h.example/a/b?z=2"),
        ("c?z=2#f", "http://h.example/a/c?z=2"),
        ("//other.example/c", "http://other.example/c"),
        ("HTTPS://other.example", "https://other.example/"),
        (" c ", "http://h.example/a/c"),
        ("c:d", None),
        ("javascript:alert(1)", None),
        ("//user@other.example/", None),
        ("a\\b", None),
    ],
)
def test_links_are_joined_to_their_page(reference: str, expected: str | None) -> None:
    base = parse("http://h.example/a/b?q=1")
    if expected is None:
        with pytest.raises(BadUrl):
            join(base, reference)
    else:
        assert join(base, reference).url == expected


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_and_reading_settles_at_once(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.org/{text}"):
        try:
            once = canonical(url)
        except BadUrl:
            continue
        assert once.isascii()
        assert "\r" not in once
        assert "\n" not in once
        assert " " not in once
        assert canonical(once) == once


@given(st.text(max_size=60))
def test_any_reference_is_joined_or_refused(text: str) -> None:
    base = parse("http://example.org/a/b")
    try:
        there = join(base, text)
    except BadUrl:
        return
    assert parse(there.url) == there


@given(st.text(max_size=60))
def test_masked_urls_can_be_logged(text: str) -> None:
    for slashes in ("//", "\\\\", "/\\"):
        shown = masked(f"http:{slashes}user:secret@{text}")
        assert "secret@" not in shown
        assert shown.isascii()
        assert shown.isprintable()


@pytest.mark.parametrize(
    ("page", "claimed", "expected"),
    [
        ("http://a.example.org/x?p=1", "/x", "http://a.example.org/x"),
        ("http://m.example.org/x", "http://www.example.org/x", "http://www.example.org/x"),
        ("http://example.org/x", "http://evil.example/x", None),
        ("http://example.org/x", "/", None),
        ("http://example.org/index.html", "/", "http://example.org/"),
        ("http://example.org/x", "javascript:x", None),
        ("http://one.co.uk/x", "http://two.co.uk/x", None),
    ],
)
def test_a_page_s_claim_is_believed_when_it_is_sane(page: str, claimed: str, expected: str | None) -> None:
    assert credible_canonical(page, claimed) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("www.example.org", "example.org"),
        ("example.org", "example.org"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("localhost", "localhost"),
    ],
)
def test_the_registered_part_of_a_name(host: str, expected: str) -> None:
    assert registrable_domain(host) == expected
