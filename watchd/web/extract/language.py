"""In which language is a page written?

The page's own word first (lang, then <meta> and headers). If it says nothing: the script, where it belongs to
one language; then the stop words, because they are the most frequent words of every text and cost one look
each. What is left has no language for us: its words are compared as they are written. (A trained model would
name a few more pages; py3langid takes 118 MiB in every child.)
"""

import re
from collections import Counter
from functools import cache
from itertools import chain

from lxml.etree import _Element

from watchd.core.relevance.stopwords import STOP_WORDS
from watchd.core.relevance.words import primary_language

SAMPLE_WORDS = 400  # words from all parts of the text; enough for every language that was tried
MIN_WORDS = 12  # words, below which nothing is guessed
MIN_LEAD = 1.3  # the best language must have so many times the stop words of the second
MAX_CANDIDATES = 3  # languages with the most stop words, of which one may be clear
MIN_STOP_WORD_SHARE = 0.1  # share of words that must be stop words: lists of names have fewer

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("ta", re.compile("[\u0b80-\u0bff]")),
    ("hy", re.compile("[\u0530-\u058f]")),
    ("ka", re.compile("[\u10a0-\u10ff]")),
)


def stated_language(root: _Element | None, meta: dict[str, str], header: str) -> str | None:
    """What the page says about its language, as ISO 639-1; None if it says nothing that can be understood."""
    said = [meta.get("content-language"), meta.get("og:locale"), header]
    if root is not None:
        body = root.find("body")
        elements = [root] if body is None else [root, body]
        said = [element.get(name) for element in elements for name in ("lang", _XML_LANG, "xml:lang")] + said
    return next((language for tag in said if (language := primary_language(tag))), None)


def guessed_language(pieces: list[str]) -> str | None:
    """The language of a text, cut at its spaces; None if it is too short or too mixed to tell."""
    sample = pieces[
        :: len(pieces) // SAMPLE_WORDS + 1
    ]  # from all of it: an untranslated beginning must not decide
    text = " ".join(sample)[:4000]
    if not text.isascii() and (language := _by_script(text)):
        return language
    if len(sample) < MIN_WORDS:
        return None
    return _by_stop_words(sample)


def _by_script(text: str) -> str | None:
    letters = sum(map(str.isalpha, text))
    for language, script in _SCRIPTS:
        share = len(script.findall(text)) / max(letters, 1)
        # Japanese mixes kana with the characters of Chinese; a tenth of kana is telling.
        if share > (0.1 if language == "ja" else 0.3):
            return language
    return None


def _by_stop_words(sample: list[str]) -> str | None:
    known = _languages_by_stop_word()
    said = [languages for piece in sample if (languages := known.get(piece.lower()))]
    votes = Counter(chain.from_iterable(said))
    for best, most in votes.most_common(MAX_CANDIDATES):
        if most >= MIN_STOP_WORD_SHARE * len(sample) and all(
            _is_clear(said, best, other) for other in votes if other != best
        ):
            return best
    return None


def _is_clear(said: list[frozenset[str]], best: str, other: str) -> bool:
    """Neighbours such as Spanish and Catalan share most little words: those that only one of the two has decide."""
    mine = sum(best in languages and other not in languages for languages in said)
    theirs = sum(other in languages and best not in languages for languages in said)
    return mine > MIN_LEAD * theirs


@cache
def _languages_by_stop_word() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    for language, stop_words in STOP_WORDS.items():
        for word in stop_words:
            if len(word) > 1:  # single letters are in code and lists, too
                found.setdefault(word, []).append(language)
    return {word: frozenset(languages) for word, languages in found.items()}
