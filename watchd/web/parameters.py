"""Which parts of a URL say who is looking and not what is shown: tracking marks and session ids."""

import re

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
# "sid=3" and "sid=4006381333931" are products; what nobody would name anything is a session.
_SESSION_VALUE = re.compile(r"[0-9A-Za-z_-]{16,}|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{10,}", re.IGNORECASE)
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/?;]*", re.IGNORECASE)


def without_tracking(path: str) -> str:
    """Path and query without tracking marks and session ids, everything else untouched and in its order."""
    if ";" in path:
        path = _SESSION_IN_PATH.sub("", path)
    head, mark, query = path.partition("?")
    if not mark:
        return path
    kept = [pair for pair in query.split("&") if pair and not is_noise(*_pair(pair))]
    return f"{head}?{'&'.join(kept)}" if kept else head


def is_noise(name: str, value: str) -> bool:
    """Does this parameter say who is looking?"""
    name = name.lower()
    if name in _TRACKING or name.startswith(_TRACKING_PREFIX) or name.startswith("aspsessionid"):
        return True
    return name in SESSIONS and _SESSION_VALUE.fullmatch(value) is not None


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value
