"""Channel URLs: permitted schemes, validation, masking, receivers and ports.

A scheme is permitted if it reaches people, and refused if it acts on this machine. The lists below have every scheme of
Apprise. A scheme of a newer Apprise is refused until it is added here; a test shows which schemes are missing.
"""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from watchd.notify import web_addresses

REFUSED_SCHEMES = {
    "blink1": "a lamp on a USB port",
    "dbus": "a desktop session",
    "fcm": "it reads a key file",
    "gio": "a desktop session",
    "glib": "a desktop session",
    "gnome": "a desktop session",
    "growl": "a desktop session",
    "kde": "a desktop session",
    "macosx": "a desktop session",
    "qt": "a desktop session",
    "syslog": "the system log",
    "vapid": "it reads key files",
    "windows": "a desktop session",
}

_NAMES = """
46elks amqp amqps apprise apprises aprs atalk azure bark barks betterstack bluesky brevo bsky bulksms bulkvs
burstsms chanify clickatell clicksend cliq cm d7sms dapnet deltachat deltachats dingtalk discord dot eight00com
elks emby embys enigma2 enigma2s evolution evolutions exotel feishu firehydrant flock flowtriq flowtriqs fluxer
fluxers form forms freemobile gchat github goalert goalerts gorush gorushs gotify gotifys groundmail groupme
guilded gupshup hassio hassios httpsms humhub humhubs ifttt ilert incidentio infobip irc ircs jellyfin jellyfins
jira join json jsons kakao kakaotalk kaleyra kavenegar klr kodi kodis kook kudosity kumulos lametric lametrics
lark lauther lfg line mailersend mailgun mailto mailtos mastodon mastodons matrix matrixs misskey misskeys mmost
mmosts mobilemessage mobilemsg mqtt mqtts msg91 msgbird ncloud nclouds nctalk nctalks nexmo nostr notica noticas
notifiarr notifico notificos notifyre ntfy ntfys o365 octopush onebot onebots onesignal opsgenie pagerduty
pagertree parsep parseps pbul pinglet pinglets pingram pjet pjets plivo postmark pover prowl psafer psafers push
pushdeer pushdeers pushed pushme pushplus pushward pushy qq reddit resend revolt ringc rocket rockets rsyslog
ryver schan sendgrid sendpulse serwersms ses session sessions seven sfr signal signalgrid signals signl4
simplepush sinch slack smpp smpps smsc smseagle smseagles smsmanager smsmgr smstunnel smtp2go sns sogs sparkpost
spike splunk spugpush spush squadcast stackfield strmlabs synology synologys telesign telnyx tgram threema toot
toots trigv trigvs tweet twilio twist twitter viber victorops voipms vonage webex wechat wecom wecombot whapi
whatsapp workflow workflows wpush wxpusher wxteams x xbmc xbmcs xmatters xml xmls xmpp xmpps youlmk zalo zcliq
zohocliq zoom zulip
"""

ALLOWED_SCHEMES = frozenset(_NAMES.split())

WEBHOOK_SCHEMES = ("webhook+http", "webhook+https")
MAIL_SCHEMES = ("mailto", "mailtos")
SCHEME = re.compile(r"^([a-z0-9+.-]+)://", re.IGNORECASE)
MAX_URL_CHARS = 2000
SHOWS_FORM = "docs/reference/channels.md shows its form"


def what_is_wrong(url: str) -> str | None:
    """Return why this is not a valid channel URL, or None. The sentence never repeats the URL, which is a secret."""
    form = SCHEME.match(url)
    if not form:
        return "must begin with a scheme, such as mailto://, slack://, json:// or webhook+https://"
    scheme = form[1].lower()
    if scheme in WEBHOOK_SCHEMES:
        return _webhook_error(url)
    if scheme in ("http", "https"):
        return web_addresses.way_out(url)
    if scheme in REFUSED_SCHEMES:
        return (
            f"has the scheme {scheme}, which acts on this machine ({REFUSED_SCHEMES[scheme]}); "
            "use one that reaches people"
        )
    if scheme not in ALLOWED_SCHEMES:
        return f"has the unknown scheme {scheme}; docs/reference/channels.md lists those that work"
    if _has_port(scheme) and not _is_port_valid(url):
        return f"must have a number from 1 to 65535 as its port, such as {scheme}://host:8443/; {SHOWS_FORM}"
    from apprise import Apprise  # noqa: PLC0415 (slow; loaded for the first channel, not at every start)

    try:
        understood = Apprise.instantiate(url) is not None
    except Exception:  # plugins parse the URL here, and an error in one must not end the request
        understood = False
    return None if understood else f"is not a complete {scheme} URL; {SHOWS_FORM}"


def _has_port(scheme: str) -> bool:
    """Return whether URLs of this scheme may name a port; in others, such as tgram, a colon is a part of a token."""
    from apprise.manager_plugins import NotificationManager  # noqa: PLC0415 (slow, like apprise itself)

    plugin: Any = NotificationManager()[scheme]  # type: ignore[no-untyped-call]
    return any("{port}" in template for template in plugin.templates)


def _is_port_valid(url: str) -> bool:
    authority, _, rest = re.sub(r"[/?#]", "\n", url.partition("://")[2], count=1).partition("\n")
    if "@" in rest and "@" not in authority:  # a password with a slash, which Apprise reads in its own way
        return True
    port = re.sub(r".*@|\[.*\]", "", authority).partition(":")[2]
    return not port or (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535)


def is_webhook(url: str) -> bool:
    return scheme_of(url) in WEBHOOK_SCHEMES


def scheme_of(url: str) -> str:
    form = SCHEME.match(url)
    return form[1].lower() if form else ""


def masked(url: str) -> str:
    """Return the URL with everything except its scheme masked."""
    return f"{url.partition('://')[0]}://***"


def _webhook_error(url: str) -> str | None:
    try:
        parts = urlsplit(url.removeprefix("webhook+"))
    except ValueError:
        return "must be a URL; write something like webhook+https://example.org/hook"
    if not _is_port_valid(url):
        return "must have a number from 1 to 65535 as its port, such as webhook+https://example.org:8443/hook"
    if not parts.hostname or re.search(r"[\s\\\x00-\x1f]", url):
        return "must name a host; write something like webhook+https://example.org/hook"
    return None


# Schemes whose URL names the receiver, with their default ports.
_HTTP_PORTS = {"webhook+http": 80, "webhook+https": 443, "json": 80, "jsons": 443, "xml": 80, "xmls": 443}
_SLACK_HOST = "slack.com"
# Ports that Apprise's services use by default, besides 80 and 443; a test compares them with Apprise.
_MAIL_PORTS = (25, 465, 587, 2525)
_DEFAULT_PORTS = {
    "amqp": (5672,),
    "amqps": (5671,),
    "aprs": (10152,),
    "dapnet": (8080,),
    "deltachat": _MAIL_PORTS,
    "deltachats": _MAIL_PORTS,
    "emby": (8096,),
    "embys": (8096,),
    "hassio": (8123,),
    "irc": (6667, 6697),
    "ircs": (6667, 6697),
    "jellyfin": (8096,),
    "jellyfins": (8096,),
    "kodi": (8080,),
    "lametric": (8080,),
    "lametrics": (8080,),
    "matrix": (8008, 8448),  # a server may name one of them in its discovery file
    "matrixs": (8008, 8448),
    "mqtt": (1883,),
    "mqtts": (8883,),
    "rsyslog": (514,),
    "smpp": (2775, 3550),
    "smpps": (2775, 3550),
    "xbmc": (8080,),
    "xbmcs": (8080,),
    "xmpp": (5222, 5223),
    "xmpps": (5222, 5223),
}
_NAMED_PORT = re.compile(r":(\d{1,5})(?=[/?#&,;]|$)")


def ports_of(url: str) -> frozenset[int]:
    """Return the ports of public hosts that a channel may connect to.

    Mail connects to the port of its mail server only. Other services may use the ports that the URL names, 80, 443 and the
    defaults of their scheme.
    """
    scheme = scheme_of(url)
    if scheme in MAIL_SCHEMES:
        server = _mail_server(url)
        return frozenset([server[1]] if server else [])
    named = map(int, _NAMED_PORT.findall(unquote(url)))
    return frozenset([80, 443, *_DEFAULT_PORTS.get(scheme, ()), *named])


def receiver_of(url: str) -> tuple[str, int] | None:
    """Return the host and port of the receiver; None if only the service's own library knows them."""
    scheme = scheme_of(url)
    if scheme in _HTTP_PORTS:
        parts = urlsplit(f"//{url.partition('://')[2]}")
        return parts.hostname or "", parts.port or _HTTP_PORTS[scheme]
    if scheme in MAIL_SCHEMES:
        return _mail_server(url)
    return (_SLACK_HOST, 443) if scheme == "slack" else None


def _mail_server(url: str) -> tuple[str, int] | None:
    """Return the mail server, which Apprise knows for a hundred providers."""
    from apprise import Apprise  # noqa: PLC0415 (slow; loaded for the first mail channel)

    account: Any = Apprise.instantiate(url)
    return (account.smtp_host, account.port) if account is not None else None
