"""Warnings about profiles: what keeps a valid profile from working as its owner may expect, each with the way out.

An error refuses a profile; a warning is part of the answer. There are few, and each names the field to change.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from watchd.core.policy.scope import Bounds
from watchd.core.relevance import query
from watchd.core.relevance.stopwords import STOP_WORDS
from watchd.core.relevance.term_rarity import Rarity
from watchd.core.relevance.words import SAME_AS, SNOWBALL
from watchd.model.profile import ProfileSpec, ProfileWarning, Scope
from watchd.web.extract.language import BY_SCRIPT
from watchd.web.urls.urls import canonical

COMMON_SHARE = 0.02  # a word that more than one page in 50 contains finds nearly everything when it is alone
MAX_IMPORT_WARNINGS = 20  # of an import; equal ones count once
MAX_NAMES = 3  # that one sentence names
# Languages of which watchd knows word forms or stop words, or which it recognizes by their script.
LANGUAGES = frozenset({*SNOWBALL, *SAME_AS, *STOP_WORDS, *BY_SCRIPT, "vi"})

START_PAGES = "add pages, feeds or sitemaps in seeds.urls, seeds.feeds or seeds.sitemaps"
ENABLE_ONE = "enable a search provider (`watchd provider list` shows those that need no key)"


class ProfileSituation(Struct, frozen=True):
    """Search providers and channels, as far as warnings depend on them."""

    providers: Mapping[str, str | None]  # every provider, and why it cannot be asked; None: it can
    channels: Mapping[str, str]  # channels that do not send now, and why


def of_profile(spec: ProfileSpec, here: ProfileSituation) -> list[ProfileWarning]:
    """Return the warnings about one profile."""
    # Feeds and sitemaps are read wherever they are. An example page outside still says what is wanted.
    excluded = _excluded(spec.scope, spec.seeds.urls)
    pages = len(spec.seeds.urls) + len(spec.query.examples)
    is_inside = pages > len(excluded) + len(_excluded(spec.scope, spec.query.examples))
    has_start = bool(is_inside or spec.seeds.feeds or spec.seeds.sitemaps)
    return [
        *_about_words(spec),
        *_about_languages(spec),
        *_about_start(spec, here, has_start=has_start),
        *_about_scope(excluded),
        *_about_channels(spec, here),
    ]


def of_profiles(specs: Iterable[ProfileSpec], here: ProfileSituation) -> list[ProfileWarning]:
    """Return the warnings about imported profiles; equal ones are one, which names their profiles."""
    found = sorted(
        ((warning.field, warning.message, spec.name) for spec in specs for warning in of_profile(spec, here)),
        key=_without_name,
    )
    grouped = [(key, [name for *_, name in group]) for key, group in groupby(found, key=_without_name)]
    shown = [
        ProfileWarning(field, f"{_listed(names, repr)}: {message}")
        for (field, message), names in grouped[:MAX_IMPORT_WARNINGS]
    ]
    if (rest := len(grouped) - MAX_IMPORT_WARNINGS) > 0:
        shown.append(ProfileWarning("profiles", f"There are {rest} more warnings; each profile shows its own."))
    return shown


def _without_name(found: tuple[str, str, str]) -> tuple[str, str]:
    return found[0], found[1]


def _about_words(spec: ProfileSpec) -> Iterator[ProfileWarning]:
    """Warn about a query of one word, and about a part between bars that is one common word."""
    if spec.query.examples:
        return
    language = spec.query.languages[0] if spec.query.languages else "en"
    rarity = Rarity(language)
    facets = query.parse(spec.query.text).facets
    for facet in facets:
        terms = query.in_language(facet, language).terms
        if len(terms) == 1 and rarity.share(terms[0]) > COMMON_SHARE:
            word = " ".join((*facet.words, *facet.phrases))
            yield ProfileWarning(
                "query.text",
                f"The word {word!r} alone is so common that unrelated pages match; add words that say what you want to "
                "know about it.",
            )
        elif len(terms) == 1 and len(facets) == 1 and not spec.query.related:
            word = " ".join((*facet.words, *facet.phrases))
            yield ProfileWarning(
                "query.text",
                f"The one word {word!r} hardly says which pages you want; add words, an example page or verdicts, or after "
                "the first run accept words that `watchd profile suggest` offers.",
            )


def _about_languages(spec: ProfileSpec) -> Iterator[ProfileWarning]:
    for position, code in enumerate(spec.query.languages):
        if code not in LANGUAGES:
            yield ProfileWarning(
                f"query.languages[{position}]",
                f"watchd recognizes {code!r} only in pages that state it, and knows no word forms of it; check that it is "
                "the ISO 639 code of the language and not of a country (ja and not jp, cs and not cz).",
            )


def _about_start(spec: ProfileSpec, here: ProfileSituation, *, has_start: bool) -> Iterator[ProfileWarning]:
    named = spec.seeds.providers
    effect = "so its runs start from nothing" if not has_start else "so its runs start only from its own pages"
    if named is None:
        usable = [name for name, obstacle in here.providers.items() if obstacle is None]
        if not usable and not has_start:
            yield ProfileWarning(
                "seeds",
                f"No search provider can be asked, and the profile names no start page, {effect}; "
                f"{ENABLE_ONE}, or {START_PAGES}.",
            )
        return
    if not named and not has_start:
        yield ProfileWarning(
            "seeds.providers",
            f"The list is empty, which means no search provider, and the profile names no start page, {effect}; "
            f"remove seeds.providers to ask all enabled ones, or {START_PAGES}.",
        )
    blocked = [(position, name) for position, name in enumerate(named) if _obstacle(name, here)]
    if named and len(blocked) == len(named):
        reasons = " ".join(f"{name}: {_obstacle(name, here)}" for _, name in blocked[:MAX_NAMES])
        yield ProfileWarning(
            "seeds.providers", f"None of the named search providers can be asked, {effect}. {reasons}"
        )
        return
    for position, name in blocked:
        yield ProfileWarning(f"seeds.providers[{position}]", f"{name} is not asked. {_obstacle(name, here)}")


def _obstacle(name: str, here: ProfileSituation) -> str | None:
    return here.providers.get(name, "There is no such provider any more; remove it, or set it up again.")


def _excluded(scope: Scope, urls: list[str]) -> Sequence[str]:
    if not urls or not (scope.hosts_allow or scope.hosts_deny or scope.url_deny):
        return ()
    return _excluded_by(tuple(scope.hosts_allow), tuple(scope.hosts_deny), tuple(scope.url_deny), tuple(urls))


@lru_cache(maxsize=256)  # 500 pages and 500 hosts take 15 ms, and a list shows the same profiles again
def _excluded_by(
    allow: tuple[str, ...], deny: tuple[str, ...], url_deny: tuple[str, ...], urls: tuple[str, ...]
) -> tuple[str, ...]:
    bounds = Bounds(Scope(list(allow), list(deny), list(url_deny)))
    return tuple(url for url in urls if not bounds.allows(_canonical(url)))


def _canonical(url: str) -> str:
    try:
        return canonical(url)
    except ValueError:
        return url  # the run reports it


def _about_scope(excluded: Sequence[str]) -> Iterator[ProfileWarning]:
    if excluded:
        yield ProfileWarning(
            "seeds.urls",
            f"The profile's own scope excludes {_listed(excluded)}, so its runs never read this; change "
            "scope.hosts_allow, scope.hosts_deny or scope.url_deny, or remove the address.",
        )


def _about_channels(spec: ProfileSpec, here: ProfileSituation) -> Iterator[ProfileWarning]:
    for position, name in enumerate(spec.delivery.channels):
        if reason := here.channels.get(name):
            yield ProfileWarning(
                f"delivery.channels[{position}]",
                f"The channel {name} does not send now, and its alerts wait. {reason} A successful test message "
                f"(`watchd channel test {name}`) ends this.",
            )


def _listed(names: Sequence[str], form: Callable[[str], str] = str) -> str:
    rest = len(names) - MAX_NAMES
    shown = ", ".join(map(form, names[:MAX_NAMES]))
    return f"{shown} and {rest} more" if rest > 0 else shown
