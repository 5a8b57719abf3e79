"""Translation of a search into an FTS5 expression. All terms are quoted, so that SQLite reads no word as an operator.

A portal has documents in many languages, and a word has a different stem in each. So a word becomes all its stems, and one
of them is enough. In some languages the word may be a stop word, which the index leaves out; documents of these languages
need not have it: `("man" OR "=da") AND ("page" OR "pag")`. The language of a document is a term of its own, with an equals
sign.
"""

from collections.abc import Iterable, Mapping, Sequence

from watchd.core.portal.search_query import Clause, Search, SearchMatch, matches

Languages = Sequence[str | None]
# The matches of one clause by language; none where it is a stop word.
Reading = Mapping[str | None, tuple[SearchMatch, ...]]


def language_term(language: str) -> str:
    """Return the term for the language of a document; no word can be equal to it."""
    return f"={language}"


def expression(search: Search, languages: Languages, *, any_clause: bool = False) -> str:
    """Return the expression that must match; empty if the search asks for nothing.

    With `any_clause`, one of the clauses is enough: for searches that no document matches as a whole.
    """
    if any_clause:
        return " OR ".join(filter(None, (_any(_read(clause, languages)) for clause in search.clauses())))
    groups = (_group([_read(clause, languages) for clause in group]) for group in search.groups)
    return " OR ".join(f"({group})" for group in groups if group)


def exclusion(search: Search, languages: Languages) -> str:
    """Return the expression that must not match."""
    return " OR ".join(filter(None, (_any(_read(clause, languages)) for clause in search.excluded)))


def any_of(terms: Iterable[str]) -> str:
    return " OR ".join(_quoted((term,)) for term in terms)


def _read(clause: Clause, languages: Languages) -> Reading:
    return {language: matches((clause,), language) for language in languages}


def _group(clauses: Sequence[Reading]) -> str:
    """Require all clauses, each in any language; a document in a language that leaves a clause out need not have it."""
    # A language that leaves out every clause does not count: it would match everything.
    lenient = {language for clause in clauses for language, found in clause.items() if language and found}
    omitting = [
        [one for one, found in clause.items() if one in lenient and one and not found] for clause in clauses
    ]
    read = list(zip(map(_any, clauses), omitting, strict=True))
    strict = [match for match, languages in read if match and not languages]
    either = _or_omitted([(match, languages) for match, languages in read if languages])
    return " AND ".join(f"({part})" for part in (*strict, either) if part)


def _or_omitted(clauses: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Require clauses, each of which some languages leave out.

    A language that leaves out all of them is named once, at the start: each mention of a language makes ranking read all
    its documents.
    """
    if not clauses:
        return ""
    first = clauses[0][1]
    common = [language for language in first if all(language in omitting for _, omitting in clauses)]
    others = [
        " OR ".join(filter(None, [match, any_of(language_term(one) for one in omitting if one not in common)]))
        for match, omitting in clauses
    ]
    # If no language reads a clause, it can only be left out.
    rest = " AND ".join(f"({other})" for other in others) if all(others) else ""
    return " OR ".join(filter(None, [any_of(map(language_term, common)), rest and f"({rest})"]))


def _any(clause: Reading) -> str:
    found = dict.fromkeys(match for some in clause.values() for match in some)
    # A word with the prefix "batteri" has the prefix "batt", too; the longer prefix would only cost another search.
    needed = (match for match in found if not any(_includes(other, match) for other in found))
    return " OR ".join(map(_match, needed))


def _includes(wide: SearchMatch, narrow: SearchMatch) -> bool:
    """Return True if `wide` is a shorter prefix of the same words and so finds all that `narrow` finds."""
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
