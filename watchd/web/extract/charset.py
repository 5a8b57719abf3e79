"""Character encoding of a page, decided as browsers do.

The rules are those of the WHATWG Encoding Standard and the HTML standard: a byte order mark wins, then the Content-Type
header, then a <meta> or XML declaration in the head. Bytes without a label are UTF-8 if they are valid, else an encoding
is guessed.

There is one deviation. A browser obeys a header that contradicts the bytes, and shows garbage. Here the words matter, and
mirrors of a page must give the same text, so the bytes win where they leave no doubt: valid UTF-8 with characters of
several bytes is UTF-8 whatever the label says, and bytes that are mostly invalid as UTF-8 are not UTF-8.

The label of a page never reaches `codecs.lookup`: Python has codecs that hang (punycode on a megabyte), that always
raise (undefined) or that are not character sets (zlib_codec, rot_13). This module accepts only labels of the standard,
and maps each to a codec.
"""

import codecs
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from watchd.web.extract.charset_guess import guessed

SNIFFED_BYTES = 1024  # a declaration counts in these first bytes, as in browsers,
MAX_HEAD_BYTES = 32_768  # and in the whole head if the head ends within these
REPLACEMENT = "replacement"  # encodings that attackers used to hide scripts: browsers show one U+FFFD

# Python codec: labels of the standard.
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": """csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2
        latin2""",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": """csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5
        iso_8859-5:1988""",
    "iso8859-6": """arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e
        iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987""",
    "iso8859-7": """csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597
        iso_8859-7 iso_8859-7:1987 sun_eu_greek""",
    "iso8859-8": """csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598
        iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical""",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    "cp1252": """ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
        iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252""",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": """cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989
        l5 latin5
        windows-1254 x-cp1254""",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": """chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030""",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022-jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": """cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601
        windows-949""",
    REPLACEMENT: "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    "latin-1": "x-user-defined",
}
CODECS: dict[str, str] = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}

# Of the guess, of host names, and of the names in a ZIP file.
_OTHER_CODECS = ("gb2312", "big5", "ascii", "punycode", "cp437")

_MARKS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_BE, "utf-16-be"), (BOM_UTF16_LE, "utf-16-le"))
_WIDE = frozenset({"utf-16-be", "utf-16-le"})
# Encodings with characters of several bytes. A short text in them may be valid UTF-8 by chance: a character in one of six.
_SEVERAL_BYTES = _WIDE | {"gb18030", "big5hkscs", "euc-jp", "iso2022-jp", "cp932", "cp949"}
MIN_CHARACTERS = 8  # of several bytes, before chance is ruled out

_HEAD_END = re.compile(rb"</head|<body", re.IGNORECASE)
# Text that a browser does not read as markup.
_NOT_MARKUP = re.compile(rb"<!--.*?(?:-->|\Z)|<(script|style|title)\b.*?(?:</\1|\Z)", re.IGNORECASE | re.DOTALL)
_XML = re.compile(rb"""\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,40})""", re.IGNORECASE)
_META = re.compile(rb"""<meta[\s/]((?:[^>"']|"[^"]{0,500}"|'[^']{0,500}'){0,1000})""", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"""([^\s=/>"']{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_IN_CONTENT = re.compile(rb"""charset\s*=\s*["']?\s*([^\s"';]{1,40})""", re.IGNORECASE)


def load_codecs() -> None:
    """Load all codecs that reading a page may need: a confined child process can load nothing later."""
    for codec in {*CODECS.values(), *_OTHER_CODECS} - {REPLACEMENT}:
        codecs.lookup(codec)


def codec_of(label: str | None) -> str | None:
    """Return the codec for a label of the standard; None for any other word."""
    return CODECS.get(label.strip(" \t\n\f\r\"'").lower()) if label else None


def encoding(body: bytes, header: str | None) -> str:
    """Return the codec of a body; `header` is the charset of its Content-Type."""
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return codec
    labels = [codec for codec in (codec_of(header), _declared(body)) if codec is not None]
    first = labels[0] if labels else None
    if first == REPLACEMENT or body.isascii():
        return first or "utf-8"
    if _is_utf8(body, MIN_CHARACTERS if first in _SEVERAL_BYTES else 1):
        return "utf-8"
    if first == "utf-8" and not _is_damaged_utf8(body):
        return next((codec for codec in labels if codec not in (first, REPLACEMENT)), None) or guessed(body)
    return first or guessed(body)


def decode(body: bytes, header: str | None = None) -> str:
    """Return the text of a body. Invalid bytes become U+FFFD; NUL and byte order marks are removed."""
    codec = encoding(body, header)
    if codec == REPLACEMENT:
        return "\ufffd" if body else ""
    return body.decode(codec, "replace").removeprefix("\ufeff").replace("\0", "")


def as_utf8(body: bytes, header: str | None = None) -> bytes:
    """Return the text of a body in UTF-8; the body itself if it is valid UTF-8 already, as most are."""
    if encoding(body, header) == "utf-8" and b"\0" not in body and not body.startswith(BOM_UTF8):
        try:
            body.decode()
        except UnicodeDecodeError:
            return body.decode("utf-8", "replace").encode()
        return body
    return decode(body, header).encode("utf-8", "replace")


def _declared(body: bytes) -> str | None:
    """Return the codec that the document itself declares; a label that the standard does not have counts for nothing."""
    head = body[:MAX_HEAD_BYTES]
    end = _HEAD_END.search(head)
    head = head[: max(SNIFFED_BYTES, end.start() if end else 0)]
    if (declaration := _XML.match(head)) and (codec := _readable_label(declaration[1])):
        return codec
    for meta in _META.finditer(_NOT_MARKUP.sub(b"", head)):
        if codec := _of_meta(meta[1]):
            return codec
    return None


def _of_meta(attributes: bytes) -> str | None:
    """Return the codec of a <meta charset> or <meta http-equiv=content-type>; other elements only talk about one."""
    values = {
        name.lower(): double or single or plain
        for name, double, single, plain in _ATTRIBUTE.findall(attributes)
    }
    label = values.get(b"charset")
    if label is None and values.get(b"http-equiv", b"").strip().lower() == b"content-type":
        found = _IN_CONTENT.search(values.get(b"content", b""))
        label = found[1] if found else None
    return _readable_label(label) if label else None


def _readable_label(label: bytes) -> str | None:
    codec = codec_of(label.decode("ascii", "replace"))
    # A declaration that is readable byte by byte cannot be in UTF-16, even if it says so; the standard has both rules.
    return (
        {"utf-16-be": "utf-8", "utf-16-le": "utf-8", "latin-1": "cp1252"}.get(codec, codec) if codec else None
    )


def _is_utf8(body: bytes, min_characters: int) -> bool:
    """Return whether a body is valid UTF-8 with at least this many characters that are not ASCII."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        # A body cut in the middle of its last character is still UTF-8.
        if error.end != len(body) or error.reason != "unexpected end of data":
            return False
        text = body[: error.start].decode()
    return _beyond_ascii(text) >= min_characters


def _is_damaged_utf8(body: bytes) -> bool:
    """Return whether most characters beyond ASCII are valid, as in UTF-8 with a few broken bytes."""
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return _beyond_ascii(text) - broken >= broken


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))
