"""A message says everything once, on every channel: titles, sentences of a change, terms."""

import re
from html import unescape
from typing import Any

import pytest
from msgspec import structs

from tests.notify.messages import changed, finding, message
from watchd.model.alert import Message
from watchd.model.finding import Change, MatchedTerm, Why
from watchd.notify import default_text
from watchd.notify.channels import mail_html, slack

TITLE = "First cells leave the pilot line"
SENTENCE = "Two car makers get the first hundred cells."
NEW = finding(title=f"{TITLE} | Battery Weekly", summary=f"{TITLE} · {SENTENCE}")
EDIT = changed(
    title="Roadmap of the plant",
    summary="Deliveries begin in May. A second line follows.",
    change=Change("Deliveries begin in May.\nA second line follows.", "Deliveries begin in June.", 0.2),
)


def as_mail_text(sent: Message) -> str:
    return default_text.text(sent)


def as_mail_html(sent: Message) -> str:
    whole = mail_html.html(sent, default_text.title(sent), default_text.heading(sent))
    return unescape(re.sub(r"<[^>]+>", " ", whole.partition("<body")[2]))


def as_slack(sent: Message) -> str:
    payload = slack.payload(sent, default_text.title(sent), None, heading=default_text.heading(sent))
    return "\n".join(_texts(payload["blocks"]))


def as_plain_text_with_heading(sent: Message) -> str:
    return f"{default_text.heading(sent)}\n\n{default_text.text(sent)}"


def _texts(node: Any) -> list[str]:
    if isinstance(node, dict):
        return [part for name, value in node.items() if name != "type" for part in _texts(value)]
    if isinstance(node, list):
        return [part for value in node for part in _texts(value)]
    return [node] if isinstance(node, str) else []


FORMS = [as_mail_text, as_mail_html, as_slack, as_plain_text_with_heading]


@pytest.mark.parametrize("form", FORMS)
def test_the_title_of_a_new_page_and_its_sentence_stand_once_in_a_message(form: Any) -> None:
    for sent in (message(NEW), message(NEW, finding(2))):
        text = form(sent)
        assert (text.count(TITLE), text.count(SENTENCE)) == (1, 1)


@pytest.mark.parametrize("form", FORMS)
def test_a_changed_sentence_stands_once_in_a_message(form: Any) -> None:
    text = form(message(EDIT))
    for said in (
        "Roadmap of the plant",
        "Deliveries begin in May",
        "A second line follows",
        "Deliveries begin in June",
    ):
        assert text.count(said) == 1, said


def test_a_sentence_that_the_shown_lines_leave_out_stays_in_the_summary() -> None:
    long = changed(
        summary="It matters most.", change=Change("Filling text. " * 50 + "\nIt matters most.", "", 0.3)
    )
    assert default_text.summary(long, default_text.changes(long, 400), 600) == "It matters most."


def test_a_summary_that_shares_words_with_the_title_stays() -> None:
    near = finding(title="The pilot line", summary="The pilot line makes cells. The pilot line")
    assert default_text.summary(near, [], 600) == "The pilot line makes cells."


def test_a_summary_keeps_the_separator_after_a_heading() -> None:
    parts = finding(title="Cells", summary="What is new · The dry room is ready. Visitors come")
    assert default_text.summary(parts, [], 600) == "What is new · The dry room is ready. Visitors come"


def test_a_page_that_is_gone_is_quoted_as_the_past() -> None:
    gone = finding(kind="gone", title="Call", summary="Partners are wanted.")
    assert default_text.summary(gone, [], 600) == "Its last text: Partners are wanted."
    assert 'href="https://news.example/1"' not in mail_html.html(message(gone), "t", "h")


def test_the_title_of_a_message_about_one_finding_says_what_happened_to_the_page() -> None:
    assert default_text.title(message(NEW)) == f"Batteries: {TITLE} | Battery Weekly"
    assert default_text.title(message(EDIT)) == "Batteries: Roadmap of the plant (changed)"
    long = default_text.title(message(changed(title="x " * 200), profile_name="y" * 100))
    assert (len(long) <= default_text.MAX_TITLE_CHARS, long[-11:]) == (True, "… (changed)")


def test_words_of_a_matched_phrase_are_not_named_again() -> None:
    terms = [MatchedTerm(term, 0.2) for term in ("pilot line", "Pilot", "battery", "line")]
    assert default_text.reason(finding(why=Why(tuple(terms)))) == "matched pilot line, battery"


def test_the_date_of_publication_is_shown_when_it_is_known() -> None:
    dated = finding(published_at=message().created_at)
    for form in FORMS:
        assert "published 2026-11-16" in form(message(dated))
        assert "published" not in form(message(finding()))


def test_a_mail_follows_the_colours_of_its_reader_and_marks_changes_by_signs_too() -> None:
    whole = mail_html.html(message(EDIT), "t", "h")
    assert "prefers-color-scheme:dark" in whole
    assert ">+ Deliveries begin in May.<" in whole
    assert ">− Deliveries begin in June.<" in whole


@pytest.mark.parametrize("form", [as_mail_text, as_slack])
def test_a_changed_page_has_a_link_to_all_of_its_changes(form: Any) -> None:
    sent = message(EDIT)
    entry = structs.replace(sent.entries[0], changes_link="http://localhost:8420/a/all/f1")
    assert "http://localhost:8420/a/all/f1" in form(structs.replace(sent, entries=(entry,)))
    assert "All changes" not in form(sent)
