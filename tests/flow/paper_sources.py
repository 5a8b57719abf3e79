"""Fake search providers that give the answers of a test."""

from dataclasses import dataclass, field
from datetime import date

from watchd.model.provider import ProviderAnswer, ProviderFacts, ProviderTerms, Wording
from watchd.model.seed import SearchResult


def results(*names: str) -> tuple[SearchResult, ...]:
    return tuple(
        SearchResult(f"https://{name}.example/", name, rank=rank) for rank, name in enumerate(names, 1)
    )


def found(*names: str, has_more: bool = False) -> ProviderAnswer:
    return ProviderAnswer("ok", results(*names), has_more=has_more)


FACTS = ProviderFacts(title="Paper", sends_to="paper.example")


@dataclass
class PaperProvider:
    """Gives its answers one by one; the last one again and again."""

    name: str
    answers: list[ProviderAnswer]
    terms: ProviderTerms = field(default_factory=lambda: ProviderTerms(pause=0.0))
    is_enabled: bool = True
    weight: float = 1.0
    sorts_by_date: bool = False
    fingerprint: str = "f"
    preset: str = "paper"
    verified: date = date(2026, 11, 15)
    facts: ProviderFacts = FACTS
    most_pages: int = 1
    asked: list[tuple[str, str, int]] = field(default_factory=list)

    def obstacle(self) -> str | None:
        return None

    def wordings(self, text: str, languages: list[str]) -> tuple[Wording, ...]:
        return tuple(Wording(part.strip(), ",".join(languages)) for part in text.split("|") if part.strip())

    def pages(self, wanted: int) -> int:
        return self.most_pages

    async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
        self.asked.append((wording.text, wording.language, page))
        return self.answers[min(len(self.asked), len(self.answers)) - 1]
