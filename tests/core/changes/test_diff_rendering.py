"""A difference as text and as HTML: readable, and harmless whatever the page says."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.diff import difference
from watchd.core.changes.diff_rendering import as_html, as_text

OLD = "First here. Second here. Third here. The line opens in 2027.\nOld advice.\nLast of all."
NEW = "First here. Second here. Third here. The line opens in 2028.\nNew hint with other words.\nLast of all."
HOSTILE = '<script>alert("1")</script><img src=x onerror=alert(1)>\x1b[2J\u202e & "quotes" </ins>'


def test_text_shows_changes_with_a_sentence_around() -> None:
    assert as_text(difference(OLD, NEW)) == (
        "…\n"
        "  Third here.\n"
        "~ The line opens in [-2027.-] {+2028.+}\n"
        "- Old advice.\n"
        "+ New hint with other words.\n"
        "  Last of all.\n"
    )


def test_without_a_change_the_text_is_empty() -> None:
    assert as_text(difference(OLD, OLD)) == ""
    assert as_text(difference("A here.\nB here.\n", "B here.\nA here.\n")) == ""


@given(st.text())
def test_text_has_no_control_characters(text: str) -> None:
    shown = as_text(difference("", f"{text}{HOSTILE}"))
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u202e\u2066" for c in shown if c != "\n")


class Tags(HTMLParser):
    """Which tags and attributes are there, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text: dict[str, str] = {"ins": "", "del": ""}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        if tag in self.tags:
            del self.tags[len(self.tags) - 1 - self.tags[::-1].index(tag)]

    def handle_data(self, data: str) -> None:
        for tag in self.text:
            if tag in self.tags:
                self.text[tag] += data


def read(old: str, new: str, *, title: str = "A page", language: str | None = "en") -> tuple[Tags, str]:
    page = as_html(difference(old, new), title=title, language=language, stylesheet="/pages.css")
    parser = Tags()
    parser.feed(page)
    return parser, page


def test_html_marks_what_came_and_went_for_eyes_and_for_ears() -> None:
    parser, page = read(OLD, NEW)
    assert parser.text == {"ins": "2028.New hint with other words.", "del": "2027.Old advice."}
    assert all(word in page for word in ("Added:", "Removed:", "Edited:", "<summary"))
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert '<article class="difference" lang="en">' in page


def test_html_without_a_change_says_so() -> None:
    assert "Nothing changed." in as_html(difference("", ""), title="", language=None)


@given(st.text(), st.text(), st.text())
def test_html_of_any_page_has_only_our_tags_and_attributes(old: str, new: str, title: str) -> None:
    parser, page = read(
        f"{old}{HOSTILE}", f"{new}{HOSTILE}{new}", title=f"{title}{HOSTILE}", language='x" onload="'
    )
    assert parser.attributes <= {"lang", "dir", "charset", "name", "content", "class", "rel", "href"}
    assert page.count("href=") == page.count('href="/pages.css"') == 1
    assert "<script" not in page
    assert "<img" not in page
