"""Search results from the JSON of a provider.

A path to a value has names and numbers between dots: web.results, title.0, created.date-time. There are no filters and
no searches: a path takes as many steps as it has parts, for any answer. Values of a wrong type and bad URLs are skipped.
Text from providers is untrusted: markup and control characters are removed, lengths are limited, and a URL must be one
that watchd visits.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from watchd.model.outcome import Answered
from watchd.model.seed import SearchResult
from watchd.web.extract.charset import decode
from watchd.web.extract.dates import parse_date
from watchd.web.http import content
from watchd.web.listings.feeds import MAX_SUMMARY_CHARS, MAX_TITLE_CHARS, plain_text
from watchd.web.providers.definition import AnswerPart, Paths
from watchd.web.providers.request_template import filled, in_url, names_in
from watchd.web.urls.urls import BadUrl, canonical

MAX_RESULTS = 200  # of one list; the rest is ignored


def at(value: object, path: str) -> object:
    """Return the value at the path, or None. An empty path is the value itself."""
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.isascii() and part.isdigit() and len(part) < 6:
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def text_at(value: object, path: str) -> str:
    """Return the text at the path; a list of texts is joined. Anything else is an empty text."""
    found = at(value, path)
    if isinstance(found, list):
        return " … ".join(entry for entry in found[:20] if isinstance(entry, str))
    if isinstance(found, bool):
        return ""
    return str(found) if isinstance(found, str | int | float) else ""


def json_of(answer: Answered) -> object:
    """Return the JSON of an answer; None for HTML, incomplete JSON or too deep nesting."""
    declared = next((value for name, value in answer.headers if name == "content-type"), "")
    text = decode(answer.body, content.charset(declared) or "utf-8")
    try:
        value: object = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value


def results_of(part: AnswerPart, body: object, language: str) -> tuple[SearchResult, ...] | None:
    """Return all results sorted by rank; None if all lists of results are missing from an answer that should have one."""
    lists = [found for path in part.results if isinstance(found := at(body, path), list)]
    if not lists:
        return () if _is_empty(part.empty, body) else None
    found = [result for entries in lists for result in _ranked(part, entries, language)]
    return tuple(sorted(found, key=lambda result: result.rank))


def has_more(part: AnswerPart, body: object) -> bool:
    return not part.more or at(body, part.more) not in (None, False, "")


def _is_empty(mark: str, body: object) -> bool:
    return body == {} if mark == "." else bool(mark) and at(body, mark) is not None


def _ranked(part: AnswerPart, entries: list[object], language: str) -> Iterator[SearchResult]:
    rank = 0
    for entry in entries[:MAX_RESULTS]:
        url = _url_of(part.url, entry, language)
        if url is not None:
            rank += 1
            yield SearchResult(
                url=url,
                title=plain_text(_first(part.title, entry), MAX_TITLE_CHARS),
                snippet=plain_text(_first(part.snippet, entry), MAX_SUMMARY_CHARS),
                rank=rank,
                published=_date(part.date, entry),
            )


def _url_of(paths: Paths, entry: object, language: str) -> str | None:
    for path in _as_list(paths):
        found = _url_from_template(path, entry, language) if "{" in path else at(entry, path)
        try:
            return canonical(found if isinstance(found, str) else "")
        except BadUrl:
            continue
    return None


def _url_from_template(template: str, entry: object, language: str) -> str:
    values: dict[str, object] = {name: text_at(entry, name) for name in names_in(template)}
    if "language" in values:
        values["language"] = language
    return filled(template, values, in_url) or ""


def _first(paths: Paths, entry: object) -> str:
    return next((text for path in _as_list(paths) if (text := text_at(entry, path))), "")


def _date(paths: Paths, entry: object) -> datetime | None:
    for path in _as_list(paths):
        value = at(entry, path)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1e11:
            return datetime.fromtimestamp(value, UTC)
        if isinstance(value, str) and (date := parse_date(value)):
            return date
    return None


def _as_list(paths: Paths) -> list[str]:
    return [path for path in ([paths] if isinstance(paths, str) else paths) if path]
