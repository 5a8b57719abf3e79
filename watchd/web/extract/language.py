"""Language of a page: as stated, by script, or by stop words.

The statement of the page comes first (lang, then <meta> and headers). Without it, the script decides if it belongs to
one language. Then stop words decide, because they are the most frequent words of every text and cost one look-up each.
Any other page has no language: its words are compared as they are written. (A trained model would recognize a few more
pages, but py3langid takes 118 MiB in every child process.)
"""

import re
from collections import Counter
from functools import cache
from itertools import chain

from lxml.etree import _Element

from watchd.core.relevance.stopwords import STOP_WORDS
from watchd.core.relevance.words import primary_language

SAMPLE_WORDS = 400  # from all parts of the text; enough for every language in the tests
MIN_WORDS = 12  # no guess for a shorter text
MIN_LEAD = 1.3  # factor between the stop words of the best and of the second language
MAX_CANDIDATES = 3  # languages with the most stop words
MIN_STOP_WORD_SHARE = 0.1  # of all words; lists of names have fewer stop words

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

BY_SCRIPT = frozenset(code for code, _ in _SCRIPTS)


def stated_language(root: _Element | None, meta: dict[str, str], header: str) -> str | None:
    """Return the language that the page states, as ISO 639-1; None without a valid statement."""
    said = [meta.get("content-language"), meta.get("og:locale"), header]
    if root is not None:
        body = root.find("body")
        elements = [root] if body is None else [root, body]
        said = [element.get(name) for element in elements for name in ("lang", _XML_LANG, "xml:lang")] + said
    return next((language for tag in said if (language := primary_language(tag))), None)


def guessed_language(pieces: list[str]) -> str | None:
    """Return the language of a text, cut at its spaces; None if it is too short or too mixed."""
    sample = pieces[
        :: len(pieces) // SAMPLE_WORDS + 1
    ]  # from the whole text: an untranslated beginning must not decide
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
        # Japanese mixes kana with Chinese characters; a tenth of kana is enough.
        if share > (0.1 if language == "ja" else 0.3):
            return language
    return None


def _by_stop_words(sample: list[str]) -> str | None:
    known = _languages_by_stop_word()
    said = [languages for piece in sample if (languages := known.get(piece.lower()))]
    votes = Counter(chain.from_iterable(said))
    for best, count in votes.most_common(MAX_CANDIDATES):
        if count >= MIN_STOP_WORD_SHARE * len(sample) and all(
            _is_clear(said, best, other) for other in votes if other != best
        ):
            return best
    return None


def _is_clear(said: list[frozenset[str]], best: str, other: str) -> bool:
    """Return whether best leads; only words of one of the two count, as Spanish and Catalan share most stop words."""
    mine = sum(best in languages and other not in languages for languages in said)
    theirs = sum(other in languages and best not in languages for languages in said)
    return mine > MIN_LEAD * theirs


@cache
def _languages_by_stop_word() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    for language, stop_words in STOP_WORDS.items():
        for word in stop_words:
            if len(word) > 1:  # single letters also occur in code and lists
                found.setdefault(word, []).append(language)
    return {word: frozenset(languages) for word, languages in found.items()}
