"""Where a channel goes is known for those that can be tried without sending anything."""

import pytest

from watchd.notify.channel_url import place_of


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
    assert place_of(url) == place
