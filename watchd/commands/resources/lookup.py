"""Things of a daemon by what a person writes: an id, the beginning of an id, or a name."""

from typing import Any
from urllib.parse import quote

import click

from watchd.commands.api_client import CallFailed, CallRefused, Client
from watchd.commands.output import clean
from watchd.model.values import ALPHABET

PROFILES = "/api/v1/profiles"
ID_CHARS = 26
# Ids begin with the time. Eight characters name what was made within a second; fewer could be a word of a person.
MIN_PREFIX_CHARS = 8
MAX_CANDIDATES = 5


def find_profile(daemon: Client, given: str) -> dict[str, Any]:
    """Return a profile by its exact name, by its id, or by the beginning of its id."""
    if not given.strip():
        raise click.UsageError("PROFILE must be an id or a name; got an empty text.")
    for found in daemon.pages(PROFILES, q=given[:200]):
        if found["name"] == given:
            return found
    try:
        by_id: dict[str, Any] = daemon.call("GET", f"{PROFILES}/{quote(given, safe='')}").json()
    except CallRefused as refused:
        if refused.status != 404:
            raise
    else:
        return by_id
    candidates = [p for p in daemon.pages(PROFILES) if p["id"].startswith(given)] if _is_prefix(given) else []
    if len(candidates) > 1:
        raise _ambiguous("profile", given, [f"{p['id']} {clean(p['name'])}" for p in candidates])
    if not candidates:
        raise CallFailed(f"There is no profile {given!r}; `watchd profile list` shows them.")
    return candidates[0]


def profile_names(daemon: Client) -> dict[str, str]:
    """Return the names of all profiles by id."""
    return {profile["id"]: profile["name"] for profile in daemon.pages(PROFILES)}


def full_id(daemon: Client, noun: str, path: str, given: str) -> str:
    """Return the id of a run, a finding or an alert, of which a person gave all or the beginning.

    An id that does not exist comes back as it is: the request that uses it answers with the error.
    """
    if not given.strip():
        raise click.UsageError(f"{noun.upper()} must be an id from `watchd {noun} list`; got an empty text.")
    if not _is_prefix(given):
        return given
    parameters = {"id_prefix": given, "limit": MAX_CANDIDATES}
    ids = [item["id"] for item in daemon.call("GET", path, params=parameters).json()["items"]]
    if len(ids) > 1 and given not in ids:
        raise _ambiguous(noun, given, ids)
    return ids[0] if len(ids) == 1 else given


def address(path: str, id: str, more: str = "") -> str:
    """Return the path of one thing below the path of its list."""
    return f"{path}/{quote(id, safe='')}{more}"


def _is_prefix(given: str) -> bool:
    return MIN_PREFIX_CHARS <= len(given) < ID_CHARS and set(given) <= set(ALPHABET)


def _ambiguous(noun: str, given: str, candidates: list[str]) -> CallFailed:
    shown = "".join(f"\n  {candidate}" for candidate in candidates[:MAX_CANDIDATES])
    return CallFailed(f"Several ids begin with {given!r}; give more of the {noun}'s id:{shown}")
