"""The name of a site and the words of its navigation say nothing about one of its pages."""

import pytest

from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.site_wording import MIN_PAGES, SiteWording
from watchd.core.relevance.words import words
from watchd.model.page import Page

ASKED = frozenset(words("heat pump propane refrigerant", "en"))
SHOP = "https://nordwind.example"


def page(title: str, text: str = "We bake bread.", around: str = "", site: str = SHOP) -> Page:
    path = title.partition(" ")[0].lower().strip(":")
    terms = tuple(words(f"{around} {text}", "en"))
    return Page(url=f"{site}/{path}", title=title, text=text, language="en", terms=terms)


def wording(*pages: Page) -> SiteWording:
    known = SiteWording()
    for one in pages:
        known.add(one, document_of(one))
    return known


def seen(known: SiteWording, one: Page) -> Document:
    return known.without_shared(one, document_of(one), ASKED)


TITLES = ("Careers", "Imprint", "Christmas cards", "Football")


@pytest.mark.parametrize(
    "form",
    [
        "{} | Nordwind Heating",
        "{} – Nordwind Heating",
        "{} - Nordwind Heating",
        "{} · Nordwind Heating",
        "{} » Nordwind Heating",
        "Nordwind Heating: {}",
        "Nordwind Heating :: {}",
        "NORDWIND HEATING | {}",
    ],
)
def test_the_name_of_a_site_leaves_its_titles_whatever_separates_it(form: str) -> None:
    pages = [page(form.format(title)) for title in TITLES]
    document = seen(wording(*pages), pages[0])
    assert "heat" not in document.heading
    assert "heat" not in document.counts
    assert "career" in document.heading


def test_a_name_inside_another_part_of_a_title_leaves_it_too() -> None:
    pages = [page(f"{title} | Nordwind Heating") for title in TITLES]
    document = seen(wording(*pages), page("Jobs at Nordwind Heating in Kassel | Nordwind Heating"))
    assert "heat" not in document.heading
    assert "kassel" in document.heading


def test_a_title_part_that_only_some_pages_share_stays() -> None:
    pages = [page(f"{title} | Nordwind") for title in (*TITLES, "Aero 8: Heat pumps", "Aero 12: Heat pumps")]
    assert "heat" in seen(wording(*pages), pages[-1]).heading


def test_too_few_pages_do_not_show_a_name() -> None:
    pages = [page(f"{title} | Nordwind Heating") for title in TITLES[: MIN_PAGES - 1]]
    assert "heat" in seen(wording(*pages), pages[0]).heading


def test_a_site_whose_pages_all_have_its_name_as_their_title_has_no_titles() -> None:
    pages = [page("Nordwind Heating", f"Text number {number}.") for number in range(4)]
    assert seen(wording(*pages), pages[0]).counts == {"text": 1, "number": 1, "0": 1}


def test_a_company_that_texts_mention_is_not_the_topic_on_any_site() -> None:
    known = wording(*(page(f"{title} | Nordwind Heating") for title in TITLES))
    text = "The cycle path to Nordwind Heating is late. Nordwind Heating pays for the heating of the school."
    elsewhere = page("Cycle path to Nordwind Heating", text, site="https://tidings.example")
    document = seen(known, elsewhere)
    assert document.counts["heat"] == 1  # that of the school
    assert "nordwind" not in document.counts
    assert "heat" not in document.heading


def test_a_name_that_is_the_topic_itself_stays_in_texts() -> None:
    known = wording(*(page(f"{title} | Heat pump") for title in TITLES))
    document = seen(known, page("Advice | Heat pump", "A heat pump with propane."))
    assert document.counts["pump"] == 1
    assert "pump" not in document.heading


def test_words_around_most_texts_of_a_site_say_nothing_about_a_page() -> None:
    menu = "Heat pumps Careers Contact"
    pages = [page(title, around=menu) for title in TITLES] + [page("Safety", around=f"{menu} propane")]
    document = seen(wording(*pages), pages[-1])
    assert "heat" not in document.around
    assert document.around == {"propan"}


def test_a_verdict_learns_the_place_of_a_page_and_not_the_menu_of_its_site() -> None:
    menu = "Heat pumps Careers Contact"
    news = "Field test of forty homes"
    pages = [page(title, around=f"{menu} {news}") for title in TITLES]
    pages += [page(news, around=f"{menu} sensors")]
    place = wording(*pages).place_of(pages[-1], document_of(pages[-1]))
    assert place.around == frozenset(words("sensors", "en"))
    assert place.heading == frozenset()  # every page of the site shows this title in its list of news


def test_a_page_keeps_some_surroundings() -> None:
    menu = "Heat pumps Careers Contact"
    pages = [page(title, around=menu) for title in TITLES]
    assert seen(wording(*pages), pages[0]).around == {"career", "contact"}


def test_what_is_known_of_sites_survives_a_run() -> None:
    pages = [page(f"{title} | Nordwind Heating") for title in TITLES]
    again = SiteWording(wording(*pages).stored())
    assert "heat" not in seen(again, pages[0]).heading
