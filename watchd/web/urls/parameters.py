"""Tracking parameters and session ids in URLs: parts that identify the visitor, not the page.

A page that puts a session id on its links would show every visitor different URLs, without end. The form of a value is
not enough to decide: "sid=327818850972" may be a product or a visitor. But a product's number is not on all links of a
page to its own site.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable

MIN_LINKS = 5  # to the page's own site; on fewer links, the same value may be chance
MIN_SHARE = 0.8  # of the links; one or two may be written by hand
_TRACKING = frozenset(
    {
        "_ga",
        "_gl",
        "_hsenc",
        "_hsmi",
        "_openstat",
        "dclid",
        "epik",
        "fbclid",
        "gad_source",
        "gbraid",
        "gclid",
        "gclsrc",
        "hsctatracking",
        "igsh",
        "igshid",
        "li_fat_id",
        "mc_cid",
        "mc_eid",
        "mkt_tok",
        "msclkid",
        "oly_anon_id",
        "oly_enc_id",
        "rb_clickid",
        "s_cid",
        "srsltid",
        "ttclid",
        "twclid",
        "vero_conv",
        "vero_id",
        "wbraid",
        "wickedid",
        "yclid",
        "zanpid",
    }
)
_TRACKING_PREFIX = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "__hs")
SESSIONS = frozenset(
    {
        "cfid",
        "cftoken",
        "jsessionid",
        "oscsid",
        "phpsessid",
        "sessid",
        "session_id",
        "sessionid",
        "sid",
        "zenid",
    }
)
# "sid=3" and "sid=4006381333931" are products; a long value of letters and digits is a session.
_SESSION_VALUE = re.compile(r"[0-9A-Za-z_-]{16,}|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{10,}", re.IGNORECASE)
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/?;]*", re.IGNORECASE)


def without_tracking(path: str) -> str:
    """Return path and query without tracking parameters and session ids; the rest stays unchanged, in its order."""
    if ";" in path:
        path = _SESSION_IN_PATH.sub("", path)
    head, mark, query = path.partition("?")
    if not mark:
        return path
    kept = [pair for pair in query.split("&") if pair and not is_tracking(*_pair(pair))]
    return f"{head}?{'&'.join(kept)}" if kept else head


def is_tracking(name: str, value: str) -> bool:
    """Return whether this parameter identifies the visitor."""
    name = name.lower()
    if name in _TRACKING or name.startswith(_TRACKING_PREFIX) or name.startswith("aspsessionid"):
        return True
    return name in SESSIONS and _SESSION_VALUE.fullmatch(value) is not None


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def sessions_of(page: str, links: Iterable[str]) -> frozenset[str]:
    """Return the parameters, as name=value, that are session ids on this page; most pages have none."""
    home = _origin(page)
    own = {url for url in links if url.startswith(home)}
    carried = Counter(
        pair for url in own for pair in set(_pairs(url)) if pair.partition("=")[0].lower() in SESSIONS
    )
    min_times = max(MIN_LINKS, MIN_SHARE * len(own))
    return frozenset(pair for pair, times in carried.items() if times >= min_times)


def without_session(url: str, sessions: Collection[str]) -> str:
    """Return the URL without these session parameters."""
    address, mark, query = url.partition("?")
    kept = "&".join(pair for pair in query.split("&") if pair not in sessions)
    return f"{address}{mark}{kept}" if kept else address


def _pairs(url: str) -> list[str]:
    return url.partition("?")[2].split("&")


def _origin(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/"
