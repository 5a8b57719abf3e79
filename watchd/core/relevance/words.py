"""Tokenizer: cuts queries and pages into comparable terms.

The same rules apply to queries and pages:

1. A word is a run of letters, digits and the marks that belong to them, in any script. Hyphens, apostrophes and
   underscores separate words; "3.11", "C++" and "C#" stay whole. Runs beyond 64 characters are not words.
2. It is normalised: NFKC (full-width characters and ligatures become plain), without soft hyphens and joiners, and
   case-folded.
3. Stop words of the language are left out (core/relevance/stopwords.py).
4. It is stemmed by the language's Snowball stemmer. An unknown language has no stop words and no stemming.
5. *Diacritics* are kept until here, because stemmers and stop words need them; then accents (U+0300 to U+036F)
   are removed, so that "café" equals "cafe", and "ё" equals "е". Vietnamese keeps its accents, which distinguish words.
6. Scripts that do not put spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), and Korean,
   whose particles are attached to the word, become overlapping pairs of characters; a single character stays.

The terms of each piece of text between two spaces are cached per language: few pieces of a page are new, so a page costs
little more than cutting it at its spaces.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from operator import add
from typing import NamedTuple

import Stemmer

from watchd.core.relevance.stopwords import STOP_WORDS

SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
SAME_AS = {"nb": "no", "nn": "no"}  # both written forms of Norwegian share a stemmer

MAX_WORD_CHARS = 64  # longer runs are keys, hashes or base64; the longest name of a German law had 63 letters
MAX_CACHED_CHARS = 48  # longer pieces are addresses and code, which hardly ever repeat
MAX_CACHED_PIECES = 6_000  # per language and generation, about 1.5 MB; twice as many would save a tenth more

# Han, kana, Hangul, Thai, Lao, Burmese, Khmer and their marks: written without spaces, or with glued particles.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f"
_UNSPACED += (
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Marks that continue a word but are not letters for `re`: accents, Hebrew and Arabic points, Indic vowel signs,
# and the invisible soft hyphen and joiners.
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
_MARKS += "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957"
_MARKS += (
    "\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd"
)
_MARKS += "\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6"
_MARKS += "\u0d00-\u0d03\u0d3b-\u0d4d\u0d81-\u0d83\u0dca-\u0ddf\u00ad\u200c\u200d"
_LETTER = rf"[^\W_{_UNSPACED}]"

_NUMBER = r"[0-9]+(?:[.,][0-9]+)+"
_LANGUAGE = r"[A-Za-z](?:\+\+|#)(?!\w)"  # C++, C#
_RUN = re.compile(rf"{_NUMBER}|{_LANGUAGE}|{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*|[{_UNSPACED}]+")
_PUNCTUATION = ".,;:!?()[]{}\"'"  # never part of a word at its edges
_STARTS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200c\u200d"))
_ACCENT = re.compile("[\u0300-\u036f]+")
# A phrase does not continue across these: everything but spaces and characters of names (GNU/Linux, AT&T).
_BREAK = re.compile(r"[^\w\s'’\-‐./&+#]+|[./]+(?=\s|$)|\n\s*\n")


class Word(NamedTuple):
    """Term and its place in the text: text[start:end]."""

    term: str
    start: int
    end: int


def words(text: str, language: str | None = None) -> list[str]:
    """Return the terms of a text, in order."""
    return terms_of(text.split(), language)


def terms_of(pieces: Iterable[str], language: str | None = None) -> list[str]:
    """Return the terms of a text that is already cut at its spaces."""
    return list(chain.from_iterable(terms_by_piece(pieces, language)))


def terms_by_piece(pieces: Iterable[str], language: str | None = None) -> list[tuple[str, ...]]:
    """Return the terms of each piece: none for a stop word, usually one, several for "well-known"."""
    return list(map(_cache(language).__getitem__, pieces))


def reader(language: str | None = None) -> Callable[[str], tuple[str, ...]]:
    """Return a function from a piece without spaces to its terms, for callers that read very many short texts."""
    return _cache(language).__getitem__


def words_with_spans(text: str, language: str | None = None) -> list[Word]:
    """Return the same terms as `words`, each with its place in the text."""
    cached = _cache(language)
    return [word for run in _RUN.finditer(text) for word in _located(run, cached[run.group()])]


def phrases(text: str, language: str | None = None, up_to: int = 3) -> list[str]:
    """Return every term, and every sequence of terms without punctuation between them; stop words are skipped."""
    return [
        " ".join(terms[i : i + n])
        for terms in (words(piece, language) for piece in _BREAK.split(text))
        for i in range(len(terms))
        for n in range(1, min(up_to, len(terms) - i) + 1)
    ]


@lru_cache(maxsize=1000)
def primary_language(tag: str | None) -> str | None:
    """Return the two or three letters before the region: "pt" for "pt-BR"; None for what cannot be a language."""
    head = re.split("[-_]", (tag or "").strip().lower(), maxsplit=1)[0]
    return head if head.isascii() and head.isalpha() and len(head) in (2, 3) else None


def _located(run: re.Match[str], terms: tuple[str, ...]) -> Iterator[Word]:
    if len(terms) == 1:
        yield Word(terms[0], run.start(), run.end())
        return
    for offset, term in enumerate(terms):  # pairs of characters: each starts one character later
        yield Word(term, run.start() + offset, run.start() + offset + 2)


class _TermCache(dict[str, tuple[str, ...]]):
    """Cache from a piece of text without spaces to its terms, for one language.

    There are two generations: when the young one is full it becomes the old one, and pieces that are needed again return
    to the young one. So frequent words stay and rare ones expire.
    """

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self._old: dict[str, tuple[str, ...]] = {}
        self._stop_words = STOP_WORDS.get(language or "", frozenset())
        self._stemmer = Stemmer.Stemmer(SNOWBALL[language], 0) if language in SNOWBALL else None
        self._keeps_accents = language == "vi"

    def __missing__(self, piece: str) -> tuple[str, ...]:
        terms = self._old.get(piece)
        if terms is None:
            terms = self._terms_of(piece)
        if len(piece) <= MAX_CACHED_CHARS:
            if len(self) >= MAX_CACHED_PIECES:
                self._old = dict(self)
                self.clear()
            self[piece] = terms
        return terms

    def _terms_of(self, piece: str) -> tuple[str, ...]:
        core = piece.strip(_PUNCTUATION)
        if core.isascii() and core.isalnum():
            return self._terms(core)  # a plain word: the usual case
        return tuple(chain.from_iterable(map(self._terms, _RUN.findall(piece))))

    def _terms(self, run: str) -> tuple[str, ...]:
        """Return no term for a stop word, one for a word, several for a script without spaces."""
        if not run.isascii() and _STARTS_UNSPACED.match(run):
            return _pairs(run)
        if len(run) > MAX_WORD_CHARS:
            return ()
        term = self._term(run)
        return (term,) if term else ()

    def _term(self, run: str) -> str:
        word = run.lower() if run.isascii() else _normalised(run)
        if word in self._stop_words:
            return ""
        if self._stemmer is not None:
            word = self._stemmer.stemWord(word)
        return word if word.isascii() or self._keeps_accents else _without_accents(word)


@cache
def _cache_of(language: str | None) -> _TermCache:
    return _TermCache(language)


def _cache(language: str | None) -> _TermCache:
    code = primary_language(language)
    code = SAME_AS.get(code or "", code)
    return _cache_of(code if code in SNOWBALL or code in STOP_WORDS or code == "vi" else None)


def _pairs(run: str) -> tuple[str, ...]:
    if len(run) == 1:
        return (_normalised(run),)
    if unicodedata.is_normalized("NFKC", run):  # and there is no case to fold in these scripts
        return tuple(map(add, run, run[1:]))
    return tuple(_normalised(run[i : i + 2]) for i in range(len(run) - 1))


def _normalised(run: str) -> str:
    folded = unicodedata.normalize("NFKC", run).translate(_INVISIBLE).casefold()
    return unicodedata.normalize("NFC", folded).replace("i\u0307", "i")  # what folding makes of Turkish İ


def _without_accents(word: str) -> str:
    bare = _ACCENT.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare)
