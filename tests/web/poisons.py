"""Pages that make parsers hang, crash or use much memory (FAULTS group P). Each is made on demand, up to 2 MiB."""

import gzip
import zlib
from collections.abc import Callable

MIB = 1024 * 1024


def _entities(levels: int, width: int) -> bytes:
    declared = b'<!ENTITY a0 "lol">' + b"".join(
        b'<!ENTITY a%d "%s">' % (i, b"&a%d;" % (i - 1) * width) for i in range(1, levels)
    )
    return b"<?xml version='1.0'?><!DOCTYPE x [" + declared + b"]><rss><channel><title>&a%d;" % (levels - 1)


_XXE = b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'

PAGES: dict[str, Callable[[], bytes]] = {
    "200k nested tags": lambda: b"<div>" * 200_000 + b"x",
    "1m nested tags": lambda: b"<div>" * 1_000_000 + b"x",
    "as deep as it is read, then 300k paragraphs": lambda: b"<div>" * 2000 + b"<p>w " * 300_000,
    "code in code, as deep as it is read": lambda: b"<pre>" * 2000 + b"<br>" * 300_000 + b"<a href=x>y</a>",
    "200k nested and closed tags": lambda: b"<b>" * 200_000 + b"x" + b"</b>" * 200_000,
    "150k attributes": lambda: b"<p " + b" ".join(b"a%d=1" % i for i in range(150_000)) + b">x",
    "one attribute of 2 MiB": lambda: b'<p class="' + b"a " * MIB,
    "500k options": lambda: b"<select>" + b"<option>" * 250_000,
    "unclosed tables": lambda: b"<table><tr><td>" * 100_000,
    "tables in tables in paragraphs": lambda: b"<p><table><td>" * 100_000,
    "5 MB of <": lambda: b"<" * (5 * MIB),
    "2 MB of </": lambda: b"</" * MIB,
    "2 MB of <!--": lambda: b"<!--" * (MIB // 2),
    "2 MB of &": lambda: b"&" * (2 * MIB),
    "400k character references": lambda: b"&#65;" * 400_000,
    "references to no character": lambda: b"<p>&#0;&#xD800;&#x110000;&#99999999999;" * 40_000,
    "100k CDATA": lambda: b"<![CDATA[" * 100_000,
    "500k links": lambda: b"<a href=x>y" * 180_000,
    "200k nested links": lambda: b"<a href=x>" * 200_000,
    "links of 100 KB each": lambda: (b"<a href='" + b"x" * 100_000 + b"'>y</a>") * 20,
    "100k misnested formatting": lambda: b"<b><i></b></i>" * 100_000,
    "300k unclosed formatting": lambda: b"<font>" * 300_000,
    "forms in forms": lambda: b"<form><input>" * 150_000,
    "100k frames": lambda: b"<frameset>" * 100_000,
    "script that never ends": lambda: b"<script>" + b"<!--<script>" * 150_000,
    "title of 1 MB": lambda: b"<title>" + b"t " * (MIB // 2) + b"</title><p>x",
    "one word of 2 MB": lambda: b"<p>" + b"w" * (2 * MIB),
    "one line of CJK": lambda: b"<p>" + "字".encode() * 600_000,
    "600k combining marks": lambda: b"<p>a" + "\u0301".encode() * 600_000,
    "charset punycode": lambda: b"<meta charset=punycode><p>" + b"a-b" * 600_000,
    "charset undefined": lambda: b"<meta charset=undefined><p>\xff\xfe text",
    "charset zlib_codec": lambda: b"<meta charset=zlib_codec><p>" + zlib.compress(b"0" * MIB),
    "charset utf-7": lambda: b"<meta charset=utf-7><p>+ADw-script+AD4-",
    "NUL bytes": lambda: b"\0<p>\0" * 300_000 + b"x",
    "lone surrogates in utf-8": lambda: b"<p>\xed\xa0\x80\xed\xbf\xbf text" * 50_000,
    "non-characters": lambda: "<p>\ufffe\uffff\U0001fffe text".encode("utf-8", "surrogatepass") * 50_000,
    "random bytes": lambda: bytes((i * 7919 + i // 251) % 256 for i in range(MIB)),
    "a gzip file": lambda: gzip.compress(b"<p>" * 100_000),
    "processing instructions": lambda: b"<?x " * 400_000,
    "doctype of 2 MB": lambda: b"<!DOCTYPE " + b"x" * (2 * MIB),
    "base of 1 MB": lambda: b"<base href='http://" + b"a" * MIB + b"'><a href=x>y</a>",
    "meta robots of 1 MB": lambda: b"<meta name=robots content='" + b"noindex," * (MIB // 8) + b"'><p>x",
    "dates without end": lambda: b"<p>" + b"1 nov 2026 at 4:00 pm utc " * 70_000,
    "json-ld of 2 MB": lambda: b"<script type='application/ld+json'>" + b'"datePublished":"' * 120_000,
    "svg and math": lambda: b"<svg><math><mi>" * 120_000,
}

LISTS: dict[str, Callable[[], bytes]] = {
    "billion laughs": lambda: _entities(12, 10),
    "quadratic blowup": lambda: (
        b"<!DOCTYPE x [<!ENTITY a '" + b"a" * 60_000 + b"'>]><rss><channel><title>" + b"&a;" * 200_000
    ),
    "entities in attributes": lambda: _entities(12, 10).replace(b"<rss>", b"<rss a='&a11;'>"),
    "external entity": lambda: (
        _XXE + b"<rss><channel><title>&f;</title><item><link>http://a.example/&f;</link></item>"
    ),
    "external dtd": lambda: b'<!DOCTYPE rss SYSTEM "http://127.0.0.1:9/x.dtd"><rss><channel/></rss>',
    "parameter entities": lambda: b'<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/passwd">%a;]><rss/>',
    "huge dtd": lambda: b"<!DOCTYPE x [" + b"<!ELEMENT a (b)>" * 120_000 + b"]><rss/>",
    "xinclude": lambda: (
        b'<rss xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="/etc/passwd" parse="text"/>'
    ),
    "200k nested elements": lambda: b"<rss>" + b"<a>" * 200_000,
    "150k xml attributes": lambda: b"<rss " + b" ".join(b'a%d="1"' % i for i in range(130_000)) + b"/>",
    "150k namespaces": lambda: b"<rss " + b" ".join(b'xmlns:a%d="u%d"' % (i, i) for i in range(80_000)) + b"/>",
    "300k items": lambda: b"<rss><channel>" + b"<item/>" * 290_000,
    "json nested": lambda: b'{"items":' + b"[" * 1_000_000,
    "json with huge numbers": lambda: b'{"items":[{"url":' + b"9" * 1_000_000 + b"}]}",
    "gzip bomb": lambda: gzip.compress(b"<urlset>" + b" " * (64 * MIB)),
    "150k empty gzip members": lambda: gzip.compress(b"") * 100_000,
}
