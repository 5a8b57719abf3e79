"""How does one engine want a query to be written? The same query, in the syntax that the engine's definition describes."""

from watchd.core.query import Facet, Query
from watchd.model.provider import Wording
from watchd.web.providers.definition import Definition, LanguagePart, QueryPart
from watchd.web.providers.template import filled

MOST_ASKS = 3  # facets or languages that are asked for one by one; each costs a request


def wordings(query: Query, languages: list[str], definition: Definition) -> tuple[Wording, ...]:
    """What to ask, once per facet and language where the engine cannot take them together."""
    texts = _texts(query, definition.query)
    names = _languages(languages, definition.language)
    pairs = [(text, name) for text in texts for name in names]
    return tuple(_wording(text, name, definition.query) for text, name in pairs[:MOST_ASKS])


def _texts(query: Query, syntax: QueryPart) -> list[str]:
    # Without phrases, "-solid state" would exclude one word and ask for the other.
    kept = [text for text in query.excluded if syntax.phrase or " " not in text]
    without = "".join(syntax.exclude.replace("{term}", _term(text, syntax)) for text in kept)
    facets = [_facet(facet, syntax) for facet in query.facets]
    if syntax.either and len(facets) > 1:
        facets = [syntax.either.join(syntax.group.replace("{text}", facet) for facet in facets)]
    return [_cut(facet, without, syntax.longest) for facet in facets if facet]


def _facet(facet: Facet, syntax: QueryPart) -> str:
    if not syntax.phrase:
        every = [*facet.words, *(word for phrase in facet.phrases for word in phrase.split())]
        return syntax.join.join(_term(word, syntax) for word in every)
    return syntax.join.join(_term(text, syntax) for text in (*facet.words, *facet.phrases) if text)


def _term(text: str, syntax: QueryPart) -> str:
    template = syntax.phrase if " " in text and syntax.phrase else syntax.word
    return template.replace("{text}", text)


def _cut(facet: str, without: str, longest: int) -> str:
    """What the engine takes: exclusions go first, then the last words."""
    if len(facet) + len(without) <= longest:
        return facet + without
    if len(facet) <= longest:
        return facet
    return facet[:longest].rpartition(" ")[0] or facet[:longest]


def _languages(wanted: list[str], part: LanguagePart) -> list[str]:
    """The engine's names; one empty name means any language."""
    if not wanted or (len(wanted) > 1 and not part.each):
        return [""]
    known = [part.names.get(code, "" if part.only_named else code) for code in wanted]
    return [name.upper() if part.upper else name for name in known if name] or [""]


def _wording(text: str, language: str, syntax: QueryPart) -> Wording:
    suffix = filled(syntax.suffix, {"language": language}) or ""
    return Wording(text=text + suffix, language=language)
