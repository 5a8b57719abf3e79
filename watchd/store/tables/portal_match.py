"""A search as an FTS5 expression. Terms are always quoted, so nothing that a person writes is read as an operator.

A portal has documents in many languages, and a word has another stem in each. So a word becomes all its stems, any of which
is enough; and where it is a stop word in some language, which the index leaves out, a document of that language need not
have it: `("man" OR "=da") AND ("page" OR "pag")`. A document's language is a term of its own, with an equals sign.
"""

from collections.abc import Iterable, Mapping, Sequence

from watchd.core.portal.search_query import Clause, Search, SearchMatch, matches

Languages = Sequence[str | None]
# What one clause is in each language: nothing where it is a stop word.
Reading = Mapping[str | None, tuple[SearchMatch, ...]]


def language_term(language: str) -> str:
    """The term that a document has for its language; no word can be the same."""
    return f"={language}"


def expression(search: Search, languages: Languages, *, any_clause: bool = False) -> str:
    """What has to match; empty when nothing is asked for.

    With `any_clause`, one of the clauses is enough: for when no document has them all.
    """
    if any_clause:
        return " OR ".join(filter(None, (_any(_read(clause, languages)) for clause in search.clauses())))
    groups = (_group([_read(clause, languages) for clause in group]) for group in search.groups)
    return " OR ".join(f"({group})" for group in groups if group)


def exclusion(search: Search, languages: Languages) -> str:
    """What must not match."""
    return " OR ".join(filter(None, (_any(_read(clause, languages)) for clause in search.excluded)))


def any_of(terms: Iterable[str]) -> str:
    return " OR ".join(_quoted((term,)) for term in terms)


def _read(clause: Clause, languages: Languages) -> Reading:
    return {language: matches((clause,), language) for language in languages}


def _group(clauses: Sequence[Reading]) -> str:
    """All clauses, each in any language, or in a language that leaves it out."""
    # Where nothing is left of a group, leaving out is not enough: it would find everything.
    lenient = {language for clause in clauses for language, found in clause.items() if language and found}
    silent = [
        [one for one, found in clause.items() if one in lenient and one and not found] for clause in clauses
    ]
    read = list(zip(map(_any, clauses), silent, strict=True))
    strict = [match for match, languages in read if match and not languages]
    either = _or_silent([(match, languages) for match, languages in read if languages])
    return " AND ".join(f"({part})" for part in (*strict, either) if part)


def _or_silent(clauses: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Clauses, each of which some languages leave out.

    A language that leaves out all of them stands in front, once: ranking walks through the documents of a language for
    every time that it is named.
    """
    if not clauses:
        return ""
    first = clauses[0][1]
    common = [language for language in first if all(language in silent for _, silent in clauses)]
    others = [
        " OR ".join(filter(None, [match, any_of(language_term(one) for one in silent if one not in common)]))
        for match, silent in clauses
    ]
    # What no language reads can only be left out.
    rest = " AND ".join(f"({other})" for other in others) if all(others) else ""
    return " OR ".join(filter(None, [any_of(map(language_term, common)), rest and f"({rest})"]))


def _any(clause: Reading) -> str:
    found = dict.fromkeys(match for some in clause.values() for match in some)
    # What begins with "batteri" begins with "batt" too; the longer beginning would only cost another walk.
    needed = (match for match in found if not any(_includes(other, match) for other in found))
    return " OR ".join(map(_match, needed))


def _includes(wide: SearchMatch, narrow: SearchMatch) -> bool:
    """Whether all that the second finds is found by the first, a shorter beginning of the same."""
    if not (wide.is_prefix and narrow.is_prefix) or wide == narrow:
        return False
    [*before, last], [*narrow_before, narrow_last] = wide.sequences[0], narrow.sequences[0]
    return before == narrow_before and narrow_last.startswith(last)


def _match(match: SearchMatch) -> str:
    if len(match.sequences) > 1:
        return f"NEAR({' '.join(map(_quoted, match.sequences))}, {match.distance})"
    return f"{_quoted(match.sequences[0])} *" if match.is_prefix else _quoted(match.sequences[0])


def _quoted(terms: Iterable[str]) -> str:
    return '"' + " ".join(terms).replace('"', '""') + '"'
