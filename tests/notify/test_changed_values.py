"""Changed prices, stock and dates of availability in every kind of message."""

import json
from datetime import timedelta

import jsonschema_rs
import msgspec
import pytest
from msgspec import structs

from tests.notify.messages import changed, message
from tests.notify.test_docs import SCHEMA
from tests.support import MONDAY
from watchd.core.policy import describe
from watchd.model.finding import Change, Finding, ValueChange
from watchd.model.profile import Health, Profile, ProfileSpec
from watchd.notify import default_text, finding_feed, template_values
from watchd.notify.channels import mail_html, slack, webhook

PRICE = ValueChange("price", "7,490 €", "6,990 €")
STOCK = ValueChange("stock", "", "Sold out until February")
LINES = {
    PRICE: "Price: 7,490 € → 6,990 €",
    ValueChange("price", "€59", "€49", "Filter B"): "Price (Filter B): €59 → €49",
    STOCK: "Now sold out until February",
    ValueChange("stock", "In stock", "SOLD OUT"): "Now SOLD OUT (before: in stock)",
    ValueChange("stock", "", "Ausverkauft", "Filter B"): "Filter B: now ausverkauft",
    ValueChange("stock", "Sold out", ""): "No longer: sold out",
    ValueChange("availability", "Lieferbar ab KW 12", "Lieferbar ab KW 14"): (
        "Availability: Lieferbar ab KW 12 → Lieferbar ab KW 14"
    ),
    ValueChange("availability", "", "Available from 3 March"): "Availability: Available from 3 March",
}


@pytest.mark.parametrize("value", LINES, ids=str)
def test_a_changed_value_is_a_plain_sentence(value: ValueChange) -> None:
    assert describe.value_change(value) == LINES[value]


def offer(*values: ValueChange) -> Finding:
    change = Change("6,990 €\nAsk us.", "7,490 €", 0.01, "h", values or (PRICE, STOCK))
    return changed(title="Model V3", change=change)


def test_title_and_text_of_a_message_say_it_first() -> None:
    said = message(offer())
    assert default_text.title(said) == "Batteries: Model V3 – Price: 7,490 € → 6,990 €"
    rows = default_text.text(said).splitlines()
    assert rows.index(LINES[PRICE]) < rows.index(LINES[STOCK]) < rows.index("+ Ask us.")
    assert "+ 6,990 €" not in rows  # the first line has said it


def test_mail_slack_webhook_and_templates_say_it() -> None:
    said = message(offer())
    html = mail_html.html(said, "title", "heading")
    assert html.index(LINES[PRICE]) < html.index("+ Ask us.")
    posted = json.dumps(slack.payload(said, "title", None, heading="heading"), ensure_ascii=False)
    assert LINES[STOCK] in posted
    sent = msgspec.json.decode(webhook.body(said, "title", "text"))
    jsonschema_rs.validator_for(SCHEMA).validate(sent)
    (first, second) = sent["data"]["findings"][0]["change"]["values"]
    assert first == {"what": "price", "before": "7,490 €", "after": "6,990 €", "about": ""}
    assert second["after"] == "Sold out until February"
    values = template_values.values(said, default_text.as_it_is)
    assert values["findings"][0]["values"] == [LINES[PRICE], LINES[STOCK]]
    assert values["diff"].startswith(LINES[PRICE])


def test_addresses_in_a_value_are_not_links() -> None:
    value = ValueChange("price", "5 €", "4 €", "see https://evil.example/x")
    (quoted,) = describe.quoted(offer(value)).change.values  # type: ignore[union-attr]
    assert quoted.about == "see evil.example/x"


@pytest.mark.parametrize("form", ["atom", "rss", "json"])
def test_a_feed_has_the_value_in_the_title_and_the_date_of_the_page(form: str) -> None:
    published = MONDAY - timedelta(days=3)
    profile = Profile(
        id="p1",
        revision=1,
        spec=msgspec.convert({"name": "Bikes", "query": {"text": "bike"}}, ProfileSpec),
        created_at=MONDAY,
        updated_at=MONDAY,
        next_run_at=None,
        health=Health("new", MONDAY),
    )
    findings = [structs.replace(offer(), published_at=published)]
    text = finding_feed.document(finding_feed.Feed(profile, findings, "http://localhost/f"), form).decode()
    assert f"Model V3 ({LINES[PRICE]})" in text
    assert LINES[STOCK] in text
    # RSS has one date only. Readers sort by it, so it is that of the finding; a changed page may be years old.
    date = "published 2026-11-13" if form == "rss" else "2026-11-13T"
    assert date in text
