"""Sentence splitter; the sentences together are the text again.

A line break always ends a sentence. A full stop before white space ends one too, unless it belongs to an abbreviation, an
initial, or a day ("16. November"), or the next word begins in lower case.
"""

import re

# It examines only white space, and each run of it once, so no text can make it slow.
_BOUNDARY = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'»”’)\]]))\s+|(?<=[。！？])(?![」』）])")
_DAY = re.compile(r"\d{1,2}")
_MAX_ABBREVIATION_CHARS = 12
_ABBREVIATIONS = """
    al approx aprox bzw ca co cf dept dr ed eg env etc excl exkl fig fr ie inc incl inkl jr ltd mio mr mrd mrs ms no nr prof
    resp sr st std usw vgl vol vs zzgl
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
"""
_KNOWN = frozenset(_ABBREVIATIONS.split())


def sentences(text: str) -> list[str]:
    """Cut a text into its sentences, each with the white space after it."""
    return [sentence for line in text.splitlines(keepends=True) for sentence in _cut(line)]


def _cut(line: str) -> list[str]:
    found: list[str] = []
    start = 0
    for boundary in _BOUNDARY.finditer(line):
        if start < boundary.end() < len(line) and _ends(line, boundary.start(), boundary.end()):
            found.append(line[start : boundary.end()])
            start = boundary.end()
    found.append(line[start:])
    return found


def _ends(line: str, before: int, after: int) -> bool:
    if line[before - 1] != ".":
        return True
    if line[after].islower():
        return False
    pieces = line[max(0, before - _MAX_ABBREVIATION_CHARS) : before - 1].split()
    word = pieces[-1].lstrip("([\"'").casefold() if pieces else ""
    return not (_DAY.fullmatch(word) or (len(word) == 1 and word.isalpha()) or word in _KNOWN)
