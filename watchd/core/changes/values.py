"""Changed values between two versions of a text: prices, stock, and dates of availability.

Values are compared only with what stood at the same place before, because a page may show many. A text is read as lines of
words with *slots* between them: a slot is one or more neighbouring lines that have nothing but values ("7,490 €", "In
stock"). A line of words may have values too ("It costs 7,490 euros"). The values themselves are left out of its key.

1. The same key between the same lines of words is the same place.
2. In a list that was shuffled or has new items, the line before a slot or the line after it names the item. The side that
   explains more slots without any change is right.
3. A sentence that was edited as well is the same place if most of its words stayed.

A place without values before, or without values now, matters for stock only: "sold out" has appeared or disappeared beside
lines that both versions have. Amounts that only changed their spelling, their order or their currency are the same, and so
are amounts whose basis changed (per month, per year, net, gross). Lines after a heading such as "You may also like" are not
read, and neither are values beside the title of another page that the profile knows.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal

from msgspec import Struct

from watchd.core.changes.additions import is_card, titles_of
from watchd.core.changes.alignment import Work
from watchd.core.changes.amounts import Amount, amounts
from watchd.core.changes.availability import MAX_LABEL_CHARS, Statement, statements
from watchd.core.changes.diff import common_words
from watchd.core.changes.sentences import sentences
from watchd.core.changes.stable_text import stable_text
from watchd.core.changes.summary import shortened
from watchd.model.finding import ValueChange

MAX_CHARS = 200_000  # of a text: the bound of the work, about a second for a text that was made to be slow
MAX_SENTENCE_CHARS = 1_000  # longer ones are code or data, and are not searched for values
MAX_READ_VALUES = 3_000  # of a text; the rest is not read
MAX_COMPARISONS = 100_000  # of words, to find sentences that were edited
MAX_VALUES = 20  # of one finding
MIN_COMMON_WORDS = 0.6  # share of common words from which on a sentence is the same one, edited
MIN_KEY_WORDS = 3  # of a key that can stand for itself
MAX_APPROXIMATE_CHANGE = Decimal("0.05")  # of a converted amount: the rate of exchange moved
MAX_CARD_LINES = 4  # of a product in a list: its title, which is a link, some words, its values
AMOUNT = "¤"  # stands for amounts in a key

_KEY = re.compile(rf"\w+|{AMOUNT}")
# Words beside a value that do not name anything: the line is still a slot.
_FILLER_WORDS = """
    price preis prix precio prezzo prijs our regular sale list retail rrp msrp normalpreis angebotspreis
    aktionspreis sonderpreis uvp normal promo oferta from ab now only just jetzt nur noch left more stück units
    pieces plus que quedan solo currently derzeit zurzeit momentan aktuell actuellement actualmente leider
    unfortunately sofort immediately temporarily vorübergehend and und et y in stock order soon places rooms
    tickets seats plätze entradas billets the a an is are at moment this item product it today
"""
_FILLER = frozenset(_FILLER_WORDS.split())
# Words of a sentence that says that something is sold out, besides what the page says anyway.
_PLAIN_WORDS = """
    of we have been due to high demand er sie es ist sind dieser diese artikel produkt le la les ce produit est
    sont el los las producto está están ya worldwide everywhere online again all model
"""
_PLAIN = _FILLER | frozenset(_PLAIN_WORDS.split())
_BASIS_WORDS = """
    month mo monthly year yr annual annually yearly week day night hour person group monat monatlich jahr
    jährlich mois an mes año incl inclusive excl exclusive inkl zzgl exkl netto brutto net gross ht ttc iva vat
"""
_BASIS = frozenset(_BASIS_WORDS.split())
_FORMER_WORDS = frozenset(
    [
        "was",
        "statt",
        "bisher",
        "vorher",
        "zuvor",
        "previously",
        "formerly",
        "instead",
        "of",
        "au",
        "lieu",
        "de",
        "antes",
    ]
) | frozenset(["save", "you", "sie", "sparen"])
_OTHERS = re.compile(
    r"(?:you (?:may|might) also like|(?:similar|related|recommended)(?: (?:products|items|articles|pages))?"
    r"|see also|siehe auch|customers also \w+|recently viewed|frequently bought together|more like this"
    r"|ähnliche (?:produkte|artikel)|(?:das )?könnte (?:ihnen|dir|sie|dich) auch \w+"
    r"|kunden kauften auch|zuletzt angesehen|passend dazu|produits (?:similaires|associés)|vous aimerez (?:aussi|peut-être)"
    r"|productos (?:relacionados|similares)|también te puede \w+|prodotti (?:simili|correlati)|gerelateerde producten)\W*",
    re.IGNORECASE,
)


class _Place(Struct):
    """Line of words, or a slot between two of them, with its values."""

    key: str  # empty for a slot
    text: str
    before: str = ""  # key of the line of words before it
    after: str = ""
    label: str = ""  # the line before it, as written
    amounts: list[Amount] = []
    statements: list[Statement] = []
    basis: frozenset[str] = frozenset()

    @property
    def has_values(self) -> bool:
        return bool(self.amounts or self.statements)


def value_changes(old: str, new: str, linked: Collection[str] = ()) -> tuple[ValueChange, ...]:
    """Return the values that changed, in the order of the new text. `linked` has the texts of links to other pages."""
    if not _may_differ(old, new):
        return ()
    titles = titles_of(linked)
    was, now = _read(old, titles), _read(new, titles)
    pairs = _pairs(was, now)
    paired = {id(place) for pair in pairs for place in pair}
    # With one price on the page it is clear what it is the price of.
    is_list = sum(place.has_values for place in now) > 1
    found = [change for one, other in pairs for change in _compared(one, other, is_list)]
    if len(was) > 1 and len(now) > 1:
        found += [
            ValueChange("stock", "", _text(place))
            for place in _standing_alone(now, was, paired)
            if _summed(place).state == "out" or _summed(place).is_back
        ]
        found += [
            ValueChange("stock", _text(place), "")
            for place in _standing_alone(was, now, paired)
            if _summed(place).state == "out" and not any(change.what == "stock" for change in found)
        ]
    return tuple(dict.fromkeys(found))[:MAX_VALUES]


def _may_differ(old: str, new: str) -> bool:
    """Return whether any sentence with values is in one text only: a quick check, because most edits have none."""
    before, after = set(sentences(old[:MAX_CHARS])), set(sentences(new[:MAX_CHARS]))
    return any(_place(sentence).has_values for sentence in before ^ after)


def _read(text: str, titles: Collection[str]) -> list[_Place]:
    """Return the places of a text, with the keys of their neighbours; without the values of linked pages."""
    places: list[_Place] = []
    values = 0
    since_title = MAX_CARD_LINES
    for sentence in sentences(text[:MAX_CHARS]):
        if values > MAX_READ_VALUES or (len(places) > 1 and _OTHERS.fullmatch(sentence.strip())):
            break
        place = _place(sentence)
        since_title = 0 if titles and is_card(sentence, titles) else since_title + 1
        if place.has_values and since_title < MAX_CARD_LINES:
            continue  # a product in a list: its own page reports the change
        values += len(place.amounts) + len(place.statements)
        if place.key or place.has_values:
            if not place.key and places and not places[-1].key:
                slot = places[-1]
                slot.text = f"{slot.text}, {place.text}"
                slot.amounts = slot.amounts + place.amounts
                slot.statements = slot.statements + place.statements
                slot.basis = slot.basis | place.basis
            else:
                places.append(place)
    _know_neighbours(places)
    return places


def _place(sentence: str) -> _Place:
    sentence = " ".join(sentence.split())
    is_read = len(sentence) <= MAX_SENTENCE_CHARS
    found, said = (amounts(sentence), statements(sentence)) if is_read else ([], [])
    spans = [(a.start, a.end, "" if a.role in ("former", "saving") else f" {AMOUNT} ") for a in found]
    spans += [(s.start, s.end, " ") for s in said]
    masked, end = [], 0
    for start, stop, mask in sorted(spans):
        if start >= end:
            masked += [sentence[end:start], mask]
            end = stop
    words = _KEY.findall(stable_text("".join([*masked, sentence[end:]])))
    basis = frozenset(word for word in words if word in _BASIS)
    if said or found:
        words = [word for word in words if not (said and word.isdigit())]
        beside = _FILLER | _BASIS | _FORMER_WORDS | {AMOUNT}
        is_slot = beside.issuperset(words) or _begins_with_statement(sentence, said)
        words = [] if is_slot else [w for w in words if w not in _FILLER and w not in _FORMER_WORDS]
    key = " ".join(word for i, word in enumerate(words) if word != AMOUNT or words[i - 1 : i] != [AMOUNT])
    prices = [a for a in found if a.role in ("price", "approximate")]
    return _Place(key, sentence, amounts=prices, statements=said, basis=basis)


def _begins_with_statement(sentence: str, said: Sequence[Statement]) -> bool:
    """Return whether a line is a statement with a remark: "Sold out - join the waiting list"."""
    return bool(said) and said[0].start == 0 and _REMARK.match(sentence, said[0].end) is not None


_REMARK = re.compile(r"\s*[-–—:;,(.!]")


def _know_neighbours(places: Sequence[_Place]) -> None:
    last, label = "", ""
    for place in places:
        place.before, place.label = last, label
        if place.key:
            last, label = place.key, place.text
    last = ""
    for place in reversed(places):
        place.after = last
        if place.key:
            last = place.key


def _pairs(was: Sequence[_Place], now: Sequence[_Place]) -> list[tuple[_Place, _Place]]:
    """Return the places that both versions have."""
    open_was, open_now = list(was), list(now)
    found: list[tuple[_Place, _Place]] = []

    def settle(pairs: Iterable[tuple[_Place, _Place]]) -> None:
        nonlocal open_was, open_now
        added = list(pairs)
        found.extend(added)
        taken = {id(place) for pair in added for place in pair}
        open_was = [place for place in open_was if id(place) not in taken]
        open_now = [place for place in open_now if id(place) not in taken]

    settle(_matched(open_was, open_now, lambda place: (place.key, place.before, place.after)))
    by_side = [
        list(_matched(open_was, open_now, lambda place: (place.key, place.before) if place.before else None)),
        list(_matched(open_was, open_now, lambda place: (place.key, place.after) if place.after else None)),
    ]
    # A side whose lines of words all changed (a counter before every price) explains nothing.
    explaining = [
        pairs for pairs in by_side if any(one.has_values and other.has_values for one, other in pairs)
    ]
    settle(max(explaining or by_side, key=_unchanged))
    settle(_matched(open_was, open_now, lambda p: p.key if len(p.key.split()) >= MIN_KEY_WORDS else None))
    settle(_edited(open_was, open_now))
    order = {id(place): number for number, place in enumerate(now)}
    return sorted(found, key=lambda pair: order[id(pair[1])])


def _matched(was: Sequence[_Place], now: Sequence[_Place], key_of: object) -> Iterator[tuple[_Place, _Place]]:
    """Yield the places whose keys are equal and occur once in both versions; or as often in both, in their order."""
    assert callable(key_of)
    before: dict[object, list[_Place]] = {}
    after: dict[object, list[_Place]] = {}
    for places, by_key in ((was, before), (now, after)):
        for place in places:
            if (key := key_of(place)) is not None:
                by_key.setdefault(key, []).append(place)
    for key, places in after.items():
        if len(before.get(key, ())) == len(places):
            yield from zip(before[key], places, strict=True)


def _unchanged(pairs: Iterable[tuple[_Place, _Place]]) -> tuple[int, int]:
    """Return how many pairs have values and no change, and minus how many have a change."""
    both = [pair for pair in pairs if pair[0].has_values and pair[1].has_values]
    changed = sum(bool(_compared(one, other, is_list=False)) for one, other in both)
    return len(both) - changed, -changed


def _edited(was: Sequence[_Place], now: Sequence[_Place]) -> Iterator[tuple[_Place, _Place]]:
    """Yield sentences with values whose words changed a little."""
    work = Work(MAX_COMPARISONS)
    rest = [(place, set(place.key.split())) for place in was if len(place.key.split()) >= MIN_KEY_WORDS]
    for place in now:
        words = set(place.key.split())
        if len(words) < MIN_KEY_WORDS or not place.has_values or not rest:
            continue
        if not work.take(sum(len(others) for _, others in rest)):
            return
        best = max(rest, key=lambda pair: common_words(words, pair[1]))
        if common_words(words, best[1]) >= MIN_COMMON_WORDS:
            rest.remove(best)
            yield best[0], place


def _standing_alone(places: Sequence[_Place], others: Sequence[_Place], paired: set[int]) -> Iterator[_Place]:
    """Yield places that only one version has, beside lines of words that both have, and that name nothing of their own.

    A statement that both versions have as often has only moved.
    """
    keys = {place.key for place in others if place.key}
    known = {word for key in keys for word in key.split()}
    more = _said(places) - _said(others)
    for place in places:
        if id(place) in paired or not any(more[s.text.casefold()] for s in place.statements):
            continue
        is_between = all(key in keys for key in (place.before, place.after) if key)
        if is_between and not place.amounts and known.union(_PLAIN).issuperset(place.key.split()):
            yield place


def _said(places: Sequence[_Place]) -> Counter[str]:
    return Counter(statement.text.casefold() for place in places for statement in place.statements)


def _compared(was: _Place, now: _Place, is_list: bool) -> list[ValueChange]:
    """Return the values that differ between two versions of a place."""
    about = _about(now) if is_list else ""
    return [*_prices(was, now, about), *_status(was, now, about)]


def _prices(was: _Place, now: _Place, about: str) -> Iterator[ValueChange]:
    if was.basis != now.basis:
        return
    if len(was.amounts) == len(now.amounts):
        before, after = Counter(map(_worth, was.amounts)), Counter(map(_worth, now.amounts))
        pairs = [] if before == after else list(zip(was.amounts, now.amounts, strict=True))
    elif {len(was.amounts), len(now.amounts)} == {1, 2}:
        # A former price is shown beside the price: the lower one is paid.
        pairs = [(min(was.amounts, key=lambda a: a.value), min(now.amounts, key=lambda a: a.value))]
    else:
        return
    for one, other in pairs:
        if one.currency == other.currency and one.value != other.value and not _is_conversion(one, other):
            yield ValueChange("price", one.text, other.text, about)


def _worth(amount: Amount) -> tuple[Decimal, str]:
    return amount.value, amount.currency


def _is_conversion(one: Amount, other: Amount) -> bool:
    if "approximate" not in (one.role, other.role):
        return False
    return abs(one.value - other.value) <= MAX_APPROXIMATE_CHANGE * max(one.value, other.value)


def _status(was: _Place, now: _Place, about: str) -> Iterator[ValueChange]:
    before, after = _summed(was), _summed(now)
    if before.state == after.state:
        is_other_date = before.when and after.when and before.when != after.when
        is_other_lead = before.lead and after.lead and before.lead != after.lead
        if is_other_date or is_other_lead:
            yield ValueChange("availability", _text(was), _text(now), about)
        return
    states = {before.state, after.state}
    if "out" in states:
        is_stock = "later" not in states
        yield ValueChange("stock" if is_stock else "availability", _text(was), _text(now), about)
    elif states == {"in", "later"} or (states == {"", "later"} and after.state == "later" and after.when):
        yield ValueChange("availability", _text(was), _text(now), about)
    elif states == {"in", ""} and (before.lead or after.lead or after.is_back):
        yield ValueChange("availability" if not after.is_back else "stock", _text(was), _text(now), about)


def _summed(place: _Place) -> Statement:
    """Return all statements of a place as one: what cannot be had counts more than what can."""
    states = [statement.state for statement in place.statements]
    return Statement(
        0,
        0,
        "",
        next((state for state in ("out", "later", "in") if state in states), ""),
        when=next((s.when for s in place.statements if s.when), ""),
        lead=next((s.lead for s in place.statements if s.lead), ""),
        is_back=any(s.is_back for s in place.statements),
    )


def _text(place: _Place) -> str:
    """Return what a place says about stock, as it is written: the whole line if it is short."""
    if not place.statements:
        return ""
    line = place.text.rstrip(".")
    if not place.amounts and len(line) <= MAX_LABEL_CHARS:
        return line
    return shortened(", ".join(s.text for s in place.statements), MAX_LABEL_CHARS)


def _about(place: _Place) -> str:
    """Return the line that names what the value belongs to."""
    line = place.label if not place.key else place.text
    for amount in amounts(line):
        line = line.replace(amount.text, " ")
    return shortened(" ".join(line.split()).strip(" ,:;–-"), MAX_LABEL_CHARS)
