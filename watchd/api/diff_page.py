"""The two texts of a finding, their difference, and its page for people."""

from datetime import datetime

from litestar import Response
from msgspec import Struct

from watchd.api.html_page import PAGE_HEADERS, STYLESHEET_PATH
from watchd.core.changes.diff import Difference, Op, difference
from watchd.core.changes.diff_rendering import as_html
from watchd.model.finding import Finding
from watchd.notify.default_text import headline, host
from watchd.store.tables import Tables


class ComparedTexts(Struct, frozen=True):
    """A finding with the two texts that it compares; None: no longer stored."""

    finding: Finding
    old: str | None
    new: str | None
    known_at: datetime | None = None

    @property
    def is_complete(self) -> bool:
        """Return whether both texts are still stored."""
        return self.old is not None and self.new is not None

    def difference(self) -> Difference:
        if self.old is not None and self.new is not None:
            return difference(self.old, self.new)
        kept = tuple(op for op in self._excerpts() if op.old or op.new)
        return Difference(kept, self.finding.change.ratio if self.finding.change else 0.0, 0.0, 0.0)

    def _excerpts(self) -> tuple[Op, ...]:
        """Return the excerpts in the finding."""
        change, summary = self.finding.change, self.finding.summary
        if change is not None:
            return Op("removed", old=change.removed), Op("added", new=change.added)
        return (Op("removed", old=summary) if self.finding.kind == "gone" else Op("added", new=summary),)

    def facts(self) -> list[str]:
        """Return what a reader wants to know about the two texts."""
        finding = self.finding
        known = f"known since {self.known_at:%Y-%m-%d}" if self.known_at else ""
        excerpt = "excerpts; the whole texts are no longer stored"
        parts = [
            host(finding.url),
            known,
            f"found {finding.found_at:%Y-%m-%d %H:%M} UTC",
            not self.is_complete and excerpt,
        ]
        return [part for part in parts if part]


def diff_page(compared: ComparedTexts, seen: Difference, *, root: str) -> Response[str]:
    """Return the difference as a page; `root` leads from its address to that of the daemon."""
    finding = compared.finding
    page = as_html(
        seen,
        title=headline(finding),
        language=finding.language,
        stylesheet=f"{root}{STYLESHEET_PATH}",
        facts=" · ".join(compared.facts()),
    )
    return Response(page, media_type="text/html", headers=PAGE_HEADERS)


async def compared_texts(tables: Tables, finding: Finding) -> ComparedTexts:
    """Return the text that the profile knew and the text that was found."""
    if finding.kind == "gone":
        return await _gone_texts(tables, finding)
    found = await tables.versions.get(finding.page_id, finding.content_hash)
    text = found.text if found else None
    if finding.change is None:
        return ComparedTexts(finding, "", text)
    former = await tables.versions.get(finding.page_id, finding.change.former)
    return ComparedTexts(
        finding, former.text if former else None, text, known_at=former.seen_at if former else None
    )


async def _gone_texts(tables: Tables, finding: Finding) -> ComparedTexts:
    """Return the last text of a page that is gone: as the profile knows it, or as it was last seen before."""
    state = await tables.page_states.get(finding.profile_id, finding.page_id)
    if state is not None and state.missed:  # it has not returned since
        known = state.followed_hash or state.content_hash or ""
        if version := await tables.versions.get(finding.page_id, known):
            return ComparedTexts(finding, version.text, "", version.seen_at)
        snapshot = await tables.pages.snapshot(finding.page_id)
        if snapshot is not None and snapshot.content_hash == known:
            return ComparedTexts(finding, snapshot.text, "")
    last = await tables.versions.before(finding.page_id, finding.found_at)
    return ComparedTexts(finding, last.text if last else None, "", last.seen_at if last else None)
