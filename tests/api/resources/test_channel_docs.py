"""The guides for alerts: every channel URL in them is accepted, and the limits in them are those of the services."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from apprise import Apprise

from tests.support import ROOT

HOW_TO = ROOT / "docs" / "how-to"
GUIDES = sorted(HOW_TO.glob("alerts-*.md"))
URL = re.compile(
    r"\b(?:mailtos?|slack|tgram|discord|ntfys?|workflows?|webhook\+https?)://[^\s'\"`…]+(?![^\s'\"`]*…)"
)
# Guide, and a URL whose service splits long texts.
LIMITED = {
    "alerts-in-telegram.md": "tgram://1:a/1",
    "alerts-in-discord.md": "discord://1/a",
    "alerts-by-ntfy.md": "ntfys://topic",
    "alerts-in-teams.md": "workflows://host:443/id/signature",
}


def urls(guide: Path) -> list[str]:
    return list(dict.fromkeys(URL.findall(guide.read_text())))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
async def test_every_channel_url_of_a_guide_is_accepted(guide: Path, admin: httpx.AsyncClient) -> None:
    assert urls(guide)
    for number, url in enumerate(urls(guide)):
        stored = await admin.post("/api/v1/channels", json={"name": f"channel-{number}", "url": url})
        assert stored.status_code == 201, (url, stored.text)


@pytest.mark.parametrize(("name", "url"), LIMITED.items())
def test_the_longest_message_in_a_guide_is_that_of_the_service(name: str, url: str) -> None:
    service: Any = Apprise.instantiate(url)
    assert f"{service.body_maxlen:,} characters" in (HOW_TO / name).read_text()
