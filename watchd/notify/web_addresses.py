"""Web addresses that chat services show for their webhooks, converted to channel URLs.

People copy the address from the page of the service. Each form here becomes the URL that Apprise documents for it, so that
only channel URLs are stored.
"""

import re
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit


class ServiceForm(NamedTuple):
    """One service: the hosts of its addresses, the address that can be converted, and both forms with placeholders."""

    name: str
    hosts: re.Pattern[str]
    address: re.Pattern[str]
    channel: str  # a template with the groups of the address
    shown_address: str
    shown_channel: str


def _form(name: str, hosts: str, path: str, channel: str, shown: tuple[str, str]) -> ServiceForm:
    address = re.compile(rf"https?://(?:{hosts})(?::443)?{path}", re.IGNORECASE)
    return ServiceForm(name, re.compile(hosts, re.IGNORECASE), address, channel, *shown)


SERVICES = (
    _form(
        "Slack", r"hooks\.slack\.com", r"/services/(\w+)/(\w+)/(\w+)/?", "slack://{0}/{1}/{2}",
        ("https://hooks.slack.com/services/TokenA/TokenB/TokenC", "slack://TokenA/TokenB/TokenC"),
    ),
    _form(
        "Discord", r"(?:(?:ptb|canary)\.)?discord(?:app)?\.com", r"/api/(?:v\d+/)?webhooks/(\d+)/([\w-]+)/?",
        "discord://{0}/{1}", ("https://discord.com/api/webhooks/ID/TOKEN", "discord://ID/TOKEN"),
    ),
    _form("ntfy", r"ntfy\.sh", r"/([\w-]+)/?", "ntfys://{0}", ("https://ntfy.sh/TOPIC", "ntfys://TOPIC")),
    _form(
        "Telegram", r"api\.telegram\.org", r"/bot(\d+:[\w-]+)/sendMessage/?\?(?:.*&)?chat_id=(@?[\w-]+)(?:&.*)?",
        "tgram://{0}/{1}",
        ("https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT", "tgram://TOKEN/CHAT"),
    ),
    _form(
        "Google Chat", r"chat\.googleapis\.com", r"/v1/spaces/([\w-]+)/messages/?\?(.+)", "",
        ("https://chat.googleapis.com/v1/spaces/SPACE/messages?key=KEY&token=TOKEN", "gchat://SPACE/KEY/TOKEN"),
    ),
    _form(
        "Teams", r"[\w.-]+\.(?:logic\.azure|api\.powerplatform)\.com",
        r"(/powerautomate/automations/direct)?/workflows/([\w-]+)/triggers/manual/paths/invoke/?\?(.+)", "",
        ("https://HOST/workflows/ID/triggers/manual/paths/invoke?…&sig=SIGNATURE", "workflows://HOST:443/ID/SIGNATURE"),
    ),
)  # fmt: skip
ENDED_CONNECTOR = re.compile(r"(?:outlook\.office(?:365)?|[\w-]+\.webhook\.office)\.com", re.IGNORECASE)


def as_channel_url(url: str) -> str:
    """Return the channel URL for the web address of a webhook; any other URL as it is."""
    for service in SERVICES:
        if found := service.address.fullmatch(url.strip()):
            if service.channel:
                return service.channel.format(*found.groups())
            return _google_chat(found) if service.name == "Google Chat" else _workflow(url, found)
    return url


def way_out(url: str) -> str:
    """Return what to write instead of a web address that is not converted. The sentence never repeats the address."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    for service in SERVICES:
        if service.hosts.fullmatch(host):
            return f"must be a webhook of {service.name} such as {service.shown_address}, or {service.shown_channel}"
    if ENDED_CONNECTOR.fullmatch(host):
        return (
            "is a connector of Office 365, which Microsoft replaces with Workflows; make a workflow for webhook requests "
            "in Teams and give its address"
        )
    return (
        "must say how to write to the web address; write webhook+https://… for JSON that watchd signs, jsons://… for "
        "Apprise's JSON, or the scheme of a service (docs/reference/channels.md)"
    )


def _google_chat(found: re.Match[str]) -> str:
    query = parse_qs(found[2])
    parts = [query.get(name, [""])[0] for name in ("key", "token", "threadKey")]
    return "/".join([f"gchat://{found[1]}", *(quote(part, safe="") for part in parts if part)])


def _workflow(url: str, found: re.Match[str]) -> str:
    """Return the URL of a workflow; Apprise needs the version of its interface and the signature."""
    parts, query = urlsplit(url.strip()), parse_qs(found[3])
    options = {"ver": query.get("api-version", [""])[0], "pa": "yes" if found[1] else ""}
    more = "&".join(f"{name}={quote(value, safe='')}" for name, value in options.items() if value)
    signature = quote(query.get("sig", [""])[0], safe="")
    return f"workflows://{parts.hostname}:{parts.port or 443}/{found[2]}/{signature}" + (
        f"?{more}" if more else ""
    )
