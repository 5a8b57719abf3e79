"""A verdict that came by a signed link: the finding that it is about, judged as over the API."""

from datetime import datetime

from watchd.flow.feedback import Teaching
from watchd.flow.feedback_links import Claim
from watchd.model.finding import Finding
from watchd.ports import FeedbackTables


async def give(tables: FeedbackTables, claim: Claim, *, now: datetime) -> Finding | None:
    """The finding that was judged; None when it is gone. It may be judged again at any time."""
    finding = await tables.findings.get(claim.finding_id)
    if finding is None or finding.profile_id != claim.profile_id:
        return None
    await Teaching().learn(tables, finding, claim.verdict, now=now)
    return finding
