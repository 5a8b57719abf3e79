"""Charsets are found as browsers find them, and a label of a page never reaches Python's codecs."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.web.extract.charset import CODECS, REPLACEMENT, as_utf8, codec_of, decode, encoding


@pytest.mark.parametrize(
    ("body", "header", "expected"),
    [
        (b"\xef\xbb\xbfx", "iso-8859-1", "utf-8"),
        (b"\xff\xfex\0", None, "utf-16-le"),
        (b"\xfe\xff\0x", "utf-8", "utf-16-be"),
        (b"<meta charset=koi8-r>", "windows-1251", "cp1251"),
        (b"<meta charset=koi8-r>", None, "koi8-r"),
        (b"<META http-equiv=Content-Type content='text/html; charset=\"Shift_JIS\"'>", None, "cp932"),
        (b"<?xml version='1.0' encoding='ISO-8859-2'?>", None, "iso8859-2"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=gb2312>", None, "gb18030"),
        (b"<meta charset=utf-16>", None, "utf-8"),
        (b"<meta charset=latin1>", None, "cp1252"),
        (b"<meta charset=nonsense>gr\xfc\xdfe", None, "cp1252"),
        ("grüße".encode(), None, "utf-8"),
        ("grüß".encode()[:-1], None, "utf-8"),
        (b"gr\xfc\xdfe", None, "cp1252"),
        (b" " * 1024 + b"<meta charset=koi8-r>", None, "utf-8"),
        (b"<meta name=x content='text/html; charset=koi8-r'>gr\xfc\xdfe", None, "cp1252"),
        (b"<script>'<meta charset=koi8-r>'</script><meta charset=gb2312>", None, "gb18030"),
        (b"<meta charset=nonsense><meta charset=koi8-r>", None, "koi8-r"),
        (b"<title>" + b"x" * 1100 + b"</title><meta charset=koi8-r></head>", None, "koi8-r"),
        (b"</head>" + b" " * 1100 + b"<meta charset=koi8-r>", None, "utf-8"),
        (b"<meta charset=x-user-defined>\xe9", None, "cp1252"),
        (b"caf\xe9", "iso-8859-1", "cp1252"),
        (b"caf\xe9", "utf-8", "cp1252"),
        ("Größe, Straße".encode() + b" \xff", "utf-8", "utf-8"),
        ("Größe".encode(), "iso-8859-1", "utf-8"),
        (b"\xcd\xa8", "gb2312", "gb18030"),  # one Chinese character, and by chance valid UTF-8
        ("Größe, größer, am größten, höher, früher, später".encode(), "gb2312", "utf-8"),
        ("Größe".encode(), "iso-2022-kr", REPLACEMENT),
        ("Это обычный русский текст".encode("koi8-r"), None, "koi8-r"),
        ("Это обычный русский текст".encode("cp1251"), "utf-8", "cp1251"),
        ("αυτό είναι ένα κείμενο για τον καιρό".encode("cp1253"), None, "cp1253"),
        ("זהו טקסט עברי רגיל על מזג האוויר".encode("cp1255"), None, "cp1255"),
        ("هذا نص عربي عادي عن الطقس والأخبار".encode("cp1256"), None, "cp1256"),
        ("이것은 날씨와 뉴스에 관한 페이지입니다".encode("cp949"), None, "cp949"),
        ("這是一個關於天氣和新聞的中文網頁".encode("big5"), None, "big5hkscs"),
        ("これは天気とニュースのページです".encode("euc-jp"), None, "euc-jp"),
        (b"x", " UTF8 ", "utf-8"),
        (b"x", "iso-2022-kr", REPLACEMENT),
        (b"", None, "utf-8"),
    ],
)
def test_the_first_that_speaks_decides(body: bytes, header: str | None, expected: str) -> None:
    assert encoding(body, header) == expected


PYTHON_ONLY = """punycode undefined zlib_codec zip bz2 hex_codec base64 quopri uu rot_13 idna unicode_escape
    raw_unicode_escape utf-7 utf_8_sig mbcs oem cp037 utf-32 undefined palmos charmap"""


@pytest.mark.parametrize("label", PYTHON_ONLY.split())
def test_codecs_that_only_python_knows_are_unknown(label: str) -> None:
    assert codec_of(label) is None
    assert decode(b"plain", label) == "plain"


def test_a_megabyte_that_claims_to_be_punycode_is_read_at_once() -> None:
    body = b"<meta charset=punycode>" + b"a-b" * 350_000
    assert decode(body, "punycode").endswith("a-b")


def test_every_label_of_the_standard_has_a_codec_that_exists() -> None:
    assert len(CODECS) == 228
    assert all(codecs.lookup(codec) for codec in CODECS.values() if codec != REPLACEMENT)


def test_smuggling_encodings_give_one_replacement_character() -> None:
    assert decode(b"~{<script>~}", "hz-gb-2312") == "\ufffd"


LABELS = st.one_of(st.none(), st.text(max_size=20), st.sampled_from(sorted(CODECS)))


@given(st.binary(max_size=300), LABELS)
def test_any_bytes_under_any_label_become_text_without_surrogates(body: bytes, label: str | None) -> None:
    text = decode(body, label)
    assert "\0" not in text
    text.encode()
    assert as_utf8(body, label).decode() == text


@given(st.text(st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"]), max_size=100))
def test_utf_8_is_read_as_it_is_written(text: str) -> None:
    assert decode(text.encode(), "utf-8") == text
    assert as_utf8(text.encode()) == text.encode()
