"""Tests of web addresses of chat services: Apprise reads the converted URL as it reads the address itself."""

import pytest
from apprise import Apprise

from watchd.notify import channel_url, web_addresses

SECRET = "s3cretTOKEN0123456789abc"
SLACK = f"https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/{SECRET}"
POWER = "d1.a2.environment.api.powerplatform.com:443"
WORKFLOW = "workflows/643e69f83c8944438d68119179a10a64/triggers/manual/paths/invoke"
NATIVE = {
    SLACK: f"slack://T1JJ3T3L2/A1BRTD4JD/{SECRET}",
    f"https://discord.com/api/webhooks/123456789/{SECRET}": f"discord://123456789/{SECRET}",
    f"https://discordapp.com/api/webhooks/123456789/{SECRET}/": f"discord://123456789/{SECRET}",
    "https://ntfy.sh/my-topic": "ntfys://my-topic",
    f"https://chat.googleapis.com/v1/spaces/AAAA/messages?key=K1&token={SECRET}%3D": f"gchat://AAAA/K1/{SECRET}%3D",
    f"https://prod-12.westeurope.logic.azure.com:443/{WORKFLOW}?api-version=2016-06-01&sp=%2Frun&sv=1.0&sig={SECRET}": (
        "workflows://prod-12.westeurope.logic.azure.com:443/643e69f83c8944438d68119179a10a64/"
        f"{SECRET}?ver=2016-06-01"
    ),
    f"https://{POWER}/powerautomate/automations/direct/{WORKFLOW}?api-version=1&sig={SECRET}": (
        f"workflows://{POWER}/643e69f83c8944438d68119179a10a64/{SECRET}?ver=1&pa=yes"
    ),
}


@pytest.mark.parametrize(("address", "channel"), NATIVE.items(), ids=lambda url: url[:40])
def test_the_address_that_a_service_shows_becomes_its_channel_url(address: str, channel: str) -> None:
    assert web_addresses.as_channel_url(address) == channel
    assert channel_url.what_is_wrong(channel) is None
    native, converted = Apprise.instantiate(address), Apprise.instantiate(channel)
    assert native is not None
    assert converted is not None
    assert converted.url_identifier == native.url_identifier  # the same receiver


@pytest.mark.parametrize("query", ["chat_id=-100123", "text=x&chat_id=-100123&y=1"])
def test_the_address_of_a_telegram_bot_becomes_its_channel_url(query: str) -> None:
    token = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
    channel = web_addresses.as_channel_url(f"https://api.telegram.org/bot{token}/sendMessage?{query}")
    assert channel == f"tgram://{token}/-100123"
    assert channel_url.what_is_wrong(channel) is None


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (f"https://hooks.slack.com/workflows/T1/{SECRET}", "or slack://TokenA/TokenB/TokenC"),
        (f"https://api.telegram.org/bot{SECRET}/getMe", "tgram://TOKEN/CHAT"),
        (f"https://team.webhook.office.com/webhookb2/{SECRET}", "make a workflow for webhook requests"),
        (f"https://example.org/{SECRET}", "webhook+https://…"),
        (f"http://[bad/{SECRET}", "webhook+https://…"),
    ],
)
def test_another_web_address_is_refused_with_what_to_write_and_without_the_secret(
    address: str, sentence: str
) -> None:
    assert web_addresses.as_channel_url(address) == address
    problem = channel_url.what_is_wrong(address)
    assert problem is not None
    assert sentence in problem
    assert SECRET not in problem


@pytest.mark.parametrize(
    "url",
    [
        "json://localhost:port/x",
        "json://localhost:99999/x",
        "ntfy://user:pass@localhost:8o80/topic",
        "gotify://localhost:0/token12345678",
        "mailto://user:pass@example.org:smtp?to=a@example.org",
        "json://[::1]:x/",
        "webhook+https://example.org:port/hook",
    ],
)
def test_a_port_that_is_not_a_number_is_refused(url: str) -> None:
    problem = channel_url.what_is_wrong(url)
    assert problem is not None
    assert "port" in problem


@pytest.mark.parametrize(
    "url",
    [
        "json://localhost:8080/x",
        "json://[::1]:8080/x",
        "mailto://user:pa:ss@example.org:587?to=a@example.org",
        "tgram://123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr/-100123",
        "matrix://user:pass@localhost/#room:example.org",
    ],
)
def test_other_colons_are_not_ports(url: str) -> None:
    assert channel_url.what_is_wrong(url) is None
