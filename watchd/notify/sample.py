"""Sample message about an invented page, to test a channel or a template."""

from datetime import datetime

from watchd.model.alert import Message, MessageEntry
from watchd.model.channel import Template
from watchd.model.finding import Change, Finding, MatchedTerm, PathStep, Why


def sample(id: str, now: datetime, template: Template | None = None) -> Message:
    return Message(
        id=id,
        kind="test",
        created_at=now,
        profile_id="sample",
        profile_name="Sample profile",
        query='solid state battery "pilot line"',
        text="If you can read this, the channel works. Below is an example of a finding.",
        entries=(MessageEntry(_finding(now), sources=("https://example.net/same-story",), more_sources=2),),
        template=template,
    )


def _finding(now: datetime) -> Finding:
    return Finding(
        id="sample",
        profile_id="sample",
        run_id=None,
        page_id="sample",
        kind="changed",
        url="https://example.org/pilot-line",
        title="First cells from the pilot line",
        language="en",
        score=0.62,
        found_at=now,
        content_hash="",
        summary="The first solid state cells left the pilot line on Monday.",
        why=Why(
            (MatchedTerm("pilot line", 0.6), MatchedTerm("solid state", 0.4)),
            (PathStep("https://example.org/"), PathStep("https://example.org/pilot-line", "Pilot line", 0.8)),
            "1",
        ),
        change=Change("Deliveries begin in May.", "Deliveries begin in June.", 0.12),
    )
