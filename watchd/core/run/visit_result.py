"""The result of one visit: what came of a move, and what the page means to the profile."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.core.changes.assess import Assessment
from watchd.core.population.events import Move
from watchd.core.relevance.document import Document
from watchd.core.relevance.topic import IRRELEVANT, Score
from watchd.model.outcome import Validators
from watchd.model.page import Page, PageKind, PageState, StoredPage

Came = Literal["fetched", "not_modified", "recalled", "failed", "refused", "gone"]


class VisitResult(Struct, frozen=True, kw_only=True):
    """One move and what came of it."""

    move: Move
    came: Came
    now: datetime
    page: Page | None = None
    kind: PageKind = "page"
    document: Document | None = None  # the page as relevance sees it, unless it is a feed or sitemap
    score: Score = IRRELEVANT
    stored: StoredPage | None = None  # as it was known before
    state: PageState | None = None
    was_told: bool = False  # the person knows of it
    judged: Assessment | None = None  # what to tell about it
    followed_hash: str | None = None  # of the version that mattered, when this one does not stand for it
    validators: Validators = Validators()
    status: int | None = None
    trouble: str | None = None  # why there is no page: in a word, and in a sentence
    reason: str = ""
    seconds: float = 0.0
    bytes: int = 0
    offers: tuple[tuple[str, str], ...] = ()  # feeds and sitemaps of a site that has something relevant
    news: tuple[str, ...] = ()  # links that were not there when it was read last
    newest: dict[str, float] = {}  # of a feed or sitemap: when each entry changed last, as a timestamp
    is_unasked: bool = False  # no page of the budget: nothing was asked for, and nothing else would have been

    @property
    def is_changed(self) -> bool:
        """The text is not the one that this profile knows."""
        return self.page is not None and (
            self.state is None or self.state.content_hash != self.page.content_hash
        )
