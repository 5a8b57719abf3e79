"""Pairs of page versions with changed values or with noise only, and how well they are distinguished.

`python -m tests.core.changes.value_pairs` prints the figures of docs/explanation/measured-changes.md.
"""

import re
from html import escape
from math import sqrt
from pathlib import Path

from msgspec import Struct, structs

from watchd.core.changes.assess import Assessment, KnownVersion, assess
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.model.finding import ValueChange
from watchd.model.page import Page
from watchd.model.profile import Report
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

DATA = Path(__file__).parent / "data"
TOPIC = Topic("membrane electrolysis stack", languages=("en", "de", "fr", "es"))
# A page around the part that is written in the data: other parts of it change as well.
AROUND = """<!doctype html><html lang="{language}"><head><title>{title}</title></head><body>
<header><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/about">About</a></header>
{body}
<footer><p>{clock} · {visitors} visitors online</p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>
</body></html>"""
_EITHER = re.compile(r"\[\[(.*?)\|(.*?)\]\]", re.DOTALL)


class ValuePair(Struct, frozen=True):
    """Two versions of a page, and what has to be reported."""

    language: str
    kind: str
    expected: str
    before: str
    after: str

    @property
    def is_noise(self) -> bool:
        return self.expected == "none"

    def assessed(self) -> Assessment | None:
        """Assess the later version as a page that the profile knows as relevant."""
        was, now = self._page(self.before, "10:02:11", 14), self._page(self.after, "17:45:03", 9)
        known = KnownVersion(was.text, was.content_hash, 0.99, self.language, was_reported=True)
        score = TOPIC.score(document_of(now))
        return assess(known, now, structs.replace(score, value=0.99), topic=TOPIC, report=Report())

    def _page(self, body: str, clock: str, visitors: int) -> Page:
        if not body.startswith("<"):
            body = f"<main>{''.join(f'<p>{escape(line)}</p>' for line in body.splitlines())}</main>"
        html = AROUND.format(language=self.language, title=self.kind, body=body, clock=clock, visitors=visitors)
        document = SourceDocument("https://shop.example/item", html.encode(), "text/html", "utf-8")
        return extract(document, robot="watchd", max_links=100)

    def is_right(self) -> bool:
        found = self.assessed()
        if self.is_noise:
            return found is None or found.change is None or not found.change.values
        values = found.change.values if found and found.change else ()
        return all(_is_among(wanted.strip(), values) for wanted in self.expected.split(";"))


def _is_among(wanted: str, values: tuple[ValueChange, ...]) -> bool:
    what, _, text = wanted.partition(" ")
    if what == "price":
        before, _, after = (part.strip() for part in text.partition(">"))
        number = re.compile(r"[\d.,' ]*\d")
        pair = [found[0].strip() for side in (before, after) if (found := number.search(side))]
        return any(v.what == "price" and pair[0] in v.before and pair[1] in v.after for v in values)
    if text.startswith("-"):
        return any(v.what != "price" and text[1:].casefold() in v.before.casefold() for v in values)
    return any(v.what != "price" and text.casefold() in v.after.casefold() for v in values)


def read_pairs(name: str) -> list[ValuePair]:
    pairs = []
    for block in re.split(r"^= ", (DATA / f"{name}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        language, kind, expected = (part.strip() for part in head.split("|"))
        before, after = (_EITHER.sub(rf"\{side}", body).rstrip("\n") for side in (1, 2))
        pairs.append(ValuePair(language, kind, expected, before, after))
    return pairs


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.96, hits / total
    middle = share + z * z / (2 * total)
    width = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - width) / (1 + z * z / total), (middle + width) / (1 + z * z / total)


def main() -> None:
    for name in ("values_dev", "values_held_out"):
        pairs = read_pairs(name)
        for is_noise, right in ((False, "reported"), (True, "not reported")):
            group = [pair for pair in pairs if pair.is_noise is is_noise]
            hits = sum(pair.is_right() for pair in group)
            low, high = wilson(hits, len(group))
            kind = "noise" if is_noise else "changes"
            print(f"{name}: {hits} of {len(group)} {kind} {right}, 95 % interval {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
