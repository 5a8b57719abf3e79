"""Meaning of a search provider's answer: by the error rules of its definition, then by the HTTP status."""

import re
from datetime import datetime

from watchd.model.outcome import Answered, Failed, Refused
from watchd.model.provider import Meaning, ProviderAnswer
from watchd.web.listings.feeds import plain_text
from watchd.web.providers.definition import Definition, ErrorRule, LimitsPart
from watchd.web.providers.results import at, text_at

MAX_DETAIL_CHARS = 300
_ADVICE: dict[Meaning, str] = {
    "throttled": "It wants fewer requests; watchd asks it again later.",
    "spent": "Its quota is used up; watchd asks it again when the quota is renewed.",
    "key": "Its key is missing or not accepted; check api_key.",
    "question": "It does not understand this query; simplify the profile's query.text.",
    "refused": "It refuses requests from this machine.",
    "broken": "Its answer cannot be used; check base_url and the definition.",
    "unreachable": "It has a problem of its own; watchd asks it again later.",
}


_REDIRECT_ADVICE = (
    "It redirects, and watchd does not send keys to another address; set base_url to the new address."
)


def error_answer(
    definition: Definition, answer: Answered, body: object, *, has_key: bool
) -> ProviderAnswer | None:
    """Return what is wrong with an answer, or None. `body` is its JSON, or None if it has none."""
    for rule in definition.errors:
        if _fits(rule, answer.status, body):
            return _by_rule(rule, answer, body)
    if 200 <= answer.status < 300:
        return None
    means = _status_meaning(answer.status, has_key=has_key, asks_to_wait=answer.retry_after is not None)
    advice = _REDIRECT_ADVICE if 300 <= answer.status < 400 else _ADVICE[means]
    return ProviderAnswer(
        means=means,
        detail=f"It answered {answer.status}. {advice}",
        retry_after=answer.retry_after if means in ("throttled", "spent") else None,
    )


def no_answer(outcome: Refused | Failed) -> ProviderAnswer:
    """Return the meaning of a request without an answer."""
    if isinstance(outcome, Failed):
        means: Meaning = "local" if outcome.kind in ("local_resource", "busy") else "unreachable"
        return ProviderAnswer(means=means, detail=f"No answer: {outcome.detail}")
    if outcome.by == "guard":
        advice = "If it is your own search provider, add its address and port to fetch.allow_networks."
        return ProviderAnswer(
            means="local", detail=f"watchd did not ask it: its address is not on the public web. {advice}"
        )
    means = "broken" if outcome.by in ("size", "encoding") else "local"
    return ProviderAnswer(means=means, detail=outcome.detail)


def window_left(limits: LimitsPart, answer: Answered, now: datetime) -> float | None:
    """Return the seconds until the next request if its headers say that this was the last request of a window."""
    if not limits.remaining or not limits.reset:
        return None
    headers = dict(reversed(answer.headers))
    left = _numbers(headers.get(limits.remaining.lower(), ""))
    resets = _numbers(headers.get(limits.reset.lower(), ""))
    since = now.timestamp() if limits.reset_unit == "epoch" else 0.0
    waits = [reset - since for count, reset in zip(left, resets, strict=False) if count <= 0]
    return max(waits, default=0.0) or None


def broken(sentence: str) -> ProviderAnswer:
    return ProviderAnswer(means="broken", detail=sentence)


def _fits(rule: ErrorRule, status: int, body: object) -> bool:
    if rule.status and status not in rule.status:
        return False
    return not rule.path or re.search(rule.matches, text_at(body, rule.path)[:1000]) is not None


def _by_rule(rule: ErrorRule, answer: Answered, body: object) -> ProviderAnswer:
    message = plain_text(text_at(body, rule.path), MAX_DETAIL_CHARS) if rule.path else ""
    wait = at(body, rule.retry_after) if rule.retry_after else None
    seconds = float(wait) if isinstance(wait, int | float) and 0 < wait < 1e9 else answer.retry_after
    sentence = f"It answered {answer.status}{f': {message}' if message else ''}."
    return ProviderAnswer(
        means=rule.means,
        detail=f"{sentence} {rule.advice or _ADVICE[rule.means]}".strip(),
        retry_after=seconds if rule.means in ("throttled", "spent") else None,
    )


def _status_meaning(status: int, *, has_key: bool, asks_to_wait: bool) -> Meaning:
    """Return the usual meaning of an HTTP status that is not a success."""
    if status == 429 or (status == 503 and asks_to_wait):
        return "throttled"
    if status == 402:
        return "spent"
    if status == 401 or (status in (403, 407) and has_key):
        return "key"
    if status in (403, 407, 451):
        return "refused"
    if status in (400, 414, 422):
        return "question"
    return "unreachable" if status == 408 or status >= 500 else "broken"


def _numbers(text: str) -> list[float]:
    """Return the numbers of a header, one per window."""
    return [float(part) for part in re.findall(r"[0-9]{1,15}(?:\.[0-9]{1,9})?", text)]
