"""A verdict on a finding: stored, and handed to whoever learns from it."""

from datetime import datetime

from watchd.flow.feedback_links import Claim
from watchd.model.finding import Finding
from watchd.ports import Feedback, VerdictTables


async def give(
    tables: VerdictTables, claim: Claim, *, now: datetime, learner: Feedback | None
) -> Finding | None:
    """The finding that was judged; None when it is gone. It may be judged again at any time."""
    finding = await tables.findings.get(claim.finding_id)
    if finding is None or finding.profile_id != claim.profile_id:
        return None
    await tables.findings.set_verdict(finding.id, claim.verdict)
    if learner is not None:
        await learner.learn(tables, finding, claim.verdict, now=now)
    return finding
