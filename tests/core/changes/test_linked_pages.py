"""What stands beside a link is about the page behind it, and that page reports it itself."""

import pytest

from tests.core.changes.test_assess import ALL, BEFORE, RELEVANT, TOPIC, known, page
from watchd.core.changes.assess import Assessment, LinkedTexts, assess
from watchd.core.changes.values import value_changes
from watchd.core.relevance.document import document_of
from watchd.core.relevance.link_features import is_known_front_page
from watchd.model.page import Link, Page

TITLE = "Pilot line for solid state cells opens in March"
TEASER = f"{TITLE}\n{RELEVANT}"


def judged(text: str, linked: LinkedTexts) -> Assessment | None:
    seen = page(text)
    return assess(known(), seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=ALL, linked=linked)


def test_the_teaser_of_a_new_page_is_not_a_change_of_the_page_that_shows_it() -> None:
    assert judged(f"{BEFORE}\n{TEASER}", LinkedTexts()) is not None
    assert judged(f"{BEFORE}\n{TEASER}", LinkedTexts(new=frozenset([TITLE]))) is None


def test_a_date_in_the_line_of_the_title_does_not_hide_the_title() -> None:
    text = f"{BEFORE}\n{TITLE} 18 November 2026\n{RELEVANT}"
    assert judged(text, LinkedTexts(new=frozenset([TITLE]))) is None


def test_what_the_page_adds_elsewhere_is_still_a_change() -> None:
    lines = BEFORE.splitlines()
    text = "\n".join([lines[0], RELEVANT, *lines[1:], TEASER])
    found = judged(text, LinkedTexts(new=frozenset([TITLE])))
    assert found is not None
    assert found.kind == "changed"


def test_a_link_of_two_words_announces_nothing() -> None:
    text = f"{BEFORE}\nRead more\n{RELEVANT}"
    assert judged(text, LinkedTexts(new=frozenset(["Read more"]))) is not None


SHOP = "All devices ship from stock.\nAero 8 outdoor heat pump\nFor small houses.\n€7,490\nOur hotline is open."


@pytest.mark.parametrize(
    ("linked", "number"), [((), 1), (("Aero 8 outdoor heat pump",), 0), (("Terra 10 heat pump",), 1)]
)
def test_the_price_in_a_list_belongs_to_the_page_that_the_list_links_to(
    linked: tuple[str, ...], number: int
) -> None:
    assert len(value_changes(SHOP, SHOP.replace("7,490", "6,990"), linked)) == number


def test_the_price_of_a_related_product_is_not_the_price_of_this_one() -> None:
    text = (
        "The Aero 12 is for larger houses.\n€8,990\nSold with a buffer tank.\nAero 8 outdoor heat pump €7,490"
    )
    linked = ["Aero 8 outdoor heat pump"]
    assert value_changes(text, text.replace("7,490", "6,990"), linked) == ()
    assert len(value_changes(text, text.replace("8,990", "8,490"), linked)) == 1


def test_a_price_is_found_although_a_counter_before_it_changed() -> None:
    old = "Aero 8\nProducts · Read 1,387 times\n€7,490\nIn stock\nThe Aero 8 is a heat pump for houses.\nMore text."
    (change,) = value_changes(old, old.replace("1,387", "1,390").replace("7,490", "6,990"))
    assert (change.before, change.after) == ("€7,490", "€6,990")


def front(url: str, *links: str) -> Page:
    return Page(url=url, links=tuple(Link(link) for link in links))


def test_a_front_page_of_a_site_whose_pages_were_read_is_known() -> None:
    site = "https://a.example"
    pages = [f"{site}/{name}" for name in "abc"]
    assert is_known_front_page(front(f"{site}/", *pages), set(pages))
    assert is_known_front_page(front(f"{site}/index.html", *pages), set(pages))
    assert not is_known_front_page(front(f"{site}/", *pages), set(pages[:2]))
    assert not is_known_front_page(front(f"{site}/news", *pages), set(pages))
    elsewhere = [f"https://b.example/{name}" for name in "abc"]
    assert not is_known_front_page(front(f"{site}/", *elsewhere), set(elsewhere))
