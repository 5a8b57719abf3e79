"""Where a channel goes is known for those that can be tried without sending anything."""

from typing import Any

import pytest
from apprise import Apprise
from apprise.manager_plugins import NotificationManager

from watchd.notify.channel_url import ALLOWED_SCHEMES, ports_of, receiver_of


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("webhook+https://example.org/hook", ("example.org", 443)),
        ("webhook+http://[::1]:8080/", ("::1", 8080)),
        ("json://user:secret@example.org", ("example.org", 80)),
        ("mailto://user:secret@gmail.com", ("smtp.gmail.com", 587)),
        ("mailtos://user:secret@mail.example.org:465?to=me@example.org", ("mail.example.org", 465)),
        ("slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/", ("slack.com", 443)),
        ("tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/", None),
    ],
)
def test_the_place_of_a_channel(url: str, place: tuple[str, int] | None) -> None:
    assert receiver_of(url) == place


def test_every_default_port_of_apprise_is_permitted() -> None:
    manager: Any = NotificationManager()  # type: ignore[no-untyped-call]
    manager.load_modules()
    for plugin in manager.plugins():
        names = [getattr(plugin, "protocol", None), getattr(plugin, "secure_protocol", None)]
        schemes = {scheme for name in names if name for scheme in ([name] if isinstance(name, str) else name)}
        values = [getattr(plugin, name) for name in dir(plugin) if name.endswith("_port")]
        defaults = {value for value in values if isinstance(value, int)}
        defaults |= {getattr(plugin, "template_tokens", {}).get("port", {}).get("default", 80)}
        permitted = {port for scheme in schemes for port in ports_of(f"{scheme}://example.org")}
        if schemes <= ALLOWED_SCHEMES - {"mailto", "mailtos"}:
            assert defaults <= permitted, plugin


def test_the_port_that_apprise_chooses_for_a_scheme_is_permitted() -> None:
    for scheme in sorted(ALLOWED_SCHEMES - {"mailto", "mailtos"}):
        for url in (f"{scheme}://example.org", f"{scheme}://user:word@example.org/topic"):
            port = getattr(Apprise.instantiate(url, suppress_exceptions=True), "port", None)
            assert port is None or port in ports_of(url), url
