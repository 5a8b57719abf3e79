"""Amounts of money in a text, with their places.

An amount is a number beside a currency: a sign (€, $, kr), a code (EUR, CHF) or a word (euros, dollars). Numbers are read
as people write them: "1,299.00", "1.299,00", "1 299", "1'200.-", "1,29,900". Of a single comma or point, three digits after
it make it a separator of thousands, any other number of digits a decimal point. Numbers without a currency are not amounts.

Some amounts are not prices of the page: a former price ("was $250"), a saving ("you save $51"), what is in the visitor's
cart, donations so far, rates of exchange, and market prices with their daily change. `amounts` marks them, so that they are
not compared.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Literal

from msgspec import Struct

# "former" and "saving" belong to another amount, "approximate" is converted, "volatile" changes by itself.
Role = Literal["price", "former", "saving", "approximate", "volatile"]

_SIGNS = {
    "€": "EUR",
    "$": "USD",
    "us$": "USD",
    "c$": "CAD",
    "ca$": "CAD",
    "a$": "AUD",
    "au$": "AUD",
    "nz$": "NZD",
    "hk$": "HKD",
    "s$": "SGD",
    "r$": "BRL",
    "mx$": "MXN",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "rs.": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₽": "RUB",
    "₴": "UAH",
    "zł": "PLN",
    "kč": "CZK",
    "fr.": "CHF",
    "sfr.": "CHF",
    "kr": "kr",
    "kr.": "kr",
}
_CODES = """
    EUR USD GBP CHF SEK NOK DKK ISK PLN CZK HUF RON BGN JPY CNY INR KRW TRY RUB UAH CAD AUD NZD HKD SGD BRL MXN ARS CLP COP
    ZAR ILS AED SAR THB
"""
_WORDS = {
    **dict.fromkeys(["euro", "euros", "eur"], "EUR"),
    **dict.fromkeys(["dollar", "dollars", "dólar", "dólares", "us-dollar"], "USD"),
    **dict.fromkeys(["pound", "pounds", "pfund", "livres", "libras"], "GBP"),
    **dict.fromkeys(["franken", "francs", "franc"], "CHF"),
    **dict.fromkeys(["kronor", "kroner", "kronen"], "kr"),
    **dict.fromkeys(["yen"], "JPY"),
    **dict.fromkeys(["pesos"], "MXN"),
    **dict.fromkeys(["reais"], "BRL"),
    **dict.fromkeys(["zloty", "złotych"], "PLN"),
    **dict.fromkeys(["rupees"], "INR"),
}
_CURRENCIES = {**_SIGNS, **{code.lower(): code for code in _CODES.split()}, **_WORDS}
_MAGNITUDES = {
    **dict.fromkeys(["k", "thousand", "tausend", "mille", "mil"], 10**3),
    **dict.fromkeys(
        ["m", "mn", "mio", "million", "millions", "millionen", "millón", "millones", "milioni", "miljoen"],
        10**6,
    ),
    **dict.fromkeys(
        ["bn", "billion", "billions", "mrd", "milliarde", "milliarden", "milliard", "milliards", "miliardi"],
        10**9,
    ),
}


def _any_of(words: "dict[str, object] | dict[str, str] | dict[str, int]") -> str:
    """Return a pattern for any of these words, longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_GAP = "[ \u00a0\u202f]"
_NUMBER = (
    rf"\d{{1,3}}(?:(?:[.,'’]|{_GAP})\d{{3}}(?!\d))+(?:[.,]\d{{1,2}}(?!\d))?"  # 1.299,00
    r"|\d{1,2}(?:,\d\d){1,3},\d{3}(?:\.\d\d)?(?!\d)"  # 1,29,900
    r"|\d+(?:[.,]\d{1,4})?"
)
_MAGNITUDE = rf"(?:{_GAP}?(?P<magnitude{{0}}>{_any_of(_MAGNITUDES)})\b\.?)?"
_OF = rf"(?:{_GAP}(?:de|d'|d’|di){_GAP}?)?"
_DASHES = r"(?:[.,]?[-–—]{1,2}(?![\d\w]))?"
_AMOUNT = re.compile(
    rf"(?<![\w.,$€£])(?P<before>(?<![^\W\d_])(?:{_any_of(_CURRENCIES)})){_GAP}?(?P<first>{_NUMBER}){_DASHES}"
    rf"{_MAGNITUDE.format('1')}(?:{_GAP}(?P<code>{'|'.join(_CODES.split())})\b)?"
    rf"|(?<![\w.,/-])(?P<second>{_NUMBER}){_DASHES}{_MAGNITUDE.format('2')}{_OF}{_GAP}?(?P<after>(?:{_any_of(_CURRENCIES)}))(?!\w)",
    re.IGNORECASE,
)
# What stands directly before or after an amount.
_FORMER = re.compile(
    r"(?:\b(?:was|statt|bisher|vorher|zuvor|previously|formerly|originally|antes|invece di|instead of|rather than)"
    r"|\ben lugar de|\bau lieu de)\W*$",
    re.IGNORECASE,
)
_SAVING = re.compile(
    r"\b(?:sav(?:e|es|ing|ings)|spar(?:en|e|t)?|ersparnis|économi\w+|ahorr\w+|rabatt|discount|remise|descuento|voucher|gutschein)"
    r"\W*(?:\w+\W+)?$|[-−–]$",
    re.IGNORECASE,
)
_OFF = re.compile(r"\W{0,2}(?:off|rabatt|discount|de remise|de descuento|gespart)\b", re.IGNORECASE)
_APPROXIMATE = re.compile(
    r"(?:\b(?:approx|about|around|circa|ca|etwa|rund|environ|aprox|unos)\b\.?|[≈~])[\s(]*$", re.IGNORECASE
)
# Words anywhere in a sentence: its amounts change by themselves.
_VOLATILE = re.compile(
    r"\b(?:cart|basket|bag total|subtotal|warenkorb|zwischensumme|panier|carrito|cesta|carrello|winkelwagen"
    r"|raised|pledged|donated|donations?|backers|gesammelt|gespendet|spenden(?:stand)?|collectés?|récoltés?|recaudad\w+)\b"
    r"|[▲▼]|\d\s?[^\W\d]*[€$£¥]?\s?=|[+\-−–]\s?\d+[.,]\d\d\s?%",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
LOOK_BACK = 30  # characters before an amount that show its role


class Amount(Struct, frozen=True):
    """Amount of money at a place of a text."""

    start: int
    end: int
    text: str
    value: Decimal
    currency: str
    role: Role = "price"


def amounts(sentence: str) -> list[Amount]:
    """Return the amounts of one sentence, in order."""
    if not _DIGIT.search(sentence):
        return []
    found: list[Amount] = []
    is_volatile = _VOLATILE.search(sentence) is not None
    for match in _AMOUNT.finditer(sentence):
        value = _value(match["first"] or match["second"], match["magnitude1"] or match["magnitude2"])
        if value is None:
            continue
        named = match["code"] or match["before"] or match["after"]
        found.append(
            Amount(
                match.start(),
                match.end(),
                match[0].strip(),
                value,
                _CURRENCIES[named.lower()],
                "volatile" if is_volatile else _role(sentence, match),
            )
        )
    return found


def _role(sentence: str, match: re.Match[str]) -> Role:
    before = sentence[max(0, match.start() - LOOK_BACK) : match.start()]
    if _FORMER.search(before):
        return "former"
    if _SAVING.search(before) or _OFF.match(sentence, match.end()):
        return "saving"
    return "approximate" if _APPROXIMATE.search(before) else "price"


def _value(digits: str, magnitude: str | None) -> Decimal | None:
    """Return the number that is written; None if it is not one."""
    plain = re.sub(rf"['’]|{_GAP}", "", digits)
    point = _decimal_point(plain)
    whole, decimals = (plain, "") if point is None else (plain[:point], plain[point + 1 :])
    try:
        value = Decimal(re.sub("[.,]", "", whole) + "." + decimals)
    except InvalidOperation:
        return None
    return value * _MAGNITUDES[magnitude.lower()] if magnitude else value


def _decimal_point(digits: str) -> int | None:
    """Return the place of the decimal point, if the number has one."""
    marks = [place for place, sign in enumerate(digits) if sign in ".,"]
    if not marks:
        return None
    kinds = {digits[place] for place in marks}
    if len(kinds) == 2:
        return marks[-1]
    is_thousands = len(marks) > 1 or (len(digits) - marks[0] == 4 and not digits.startswith("0"))
    return None if is_thousands else marks[0]
