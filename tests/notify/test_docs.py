"""What the reference says about messages is so."""

import json

import jsonschema_rs

from tests.notify.messages import changed, finding, message
from tests.support import MONDAY, ROOT
from tests.test_docs import listed
from watchd.notify import default_text, template_values
from watchd.notify.channels import mail_html, slack, webhook
from watchd.notify.sample import sample

SCHEMA = json.loads((ROOT / "docs" / "reference" / "webhook.schema.json").read_text())


def test_every_value_of_a_template_is_documented() -> None:
    values = template_values.values(message(changed()), default_text.as_it_is)
    assert {*values, *values["findings"][0]} <= listed("templates.md")


def test_webhooks_follow_the_schema_in_the_docs() -> None:
    validator = jsonschema_rs.validator_for(SCHEMA)
    messages = [
        message(),
        message(changed(), finding(2, language=None, published_at=MONDAY)),
        message(kind="baseline", more=7),
        message(kind="health", entries=(), text="The profile is well again."),
        message(kind="channel", entries=(), profile_id=None, more_link=""),
        sample("id", MONDAY),
    ]
    for said in messages:
        validator.validate(json.loads(webhook.body(said, "A title", "A text")))


def test_the_schema_refuses_what_is_not_a_webhook() -> None:
    body = json.loads(webhook.body(message(), "A title", "A text"))
    del body["data"]["findings"][0]["why"]
    assert not jsonschema_rs.validator_for(SCHEMA).is_valid(body)


def test_the_numbers_in_the_docs_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "reference" / "alerts.md").read_text()
    assert f"({mail_html.MAX_ENTRIES} in a mail, 10 in plain text, {slack.MAX_ENTRIES} in Slack)" in text
