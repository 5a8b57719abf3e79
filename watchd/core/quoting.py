"""How is a stranger's text quoted in a message? With addresses that are text only.

Programs that show messages make links of every address. The only link of a finding is to be the page that it is about, so
that nobody clicks on what a page wants to be clicked on, and no receiver takes a mentioned page for a reported one.
"""

import re

from msgspec import structs

from watchd.model.finding import Finding

_SCHEME = re.compile(r"\b(?:https?|ftp)://", re.IGNORECASE)


def unlinked(text: str) -> str:
    """The text with the schemes of its addresses left out."""
    return _SCHEME.sub("", text)


def quoted(finding: Finding) -> Finding:
    """The finding as it goes into a message."""
    change, why = finding.change, finding.why
    return structs.replace(
        finding,
        title=unlinked(finding.title),
        summary=unlinked(finding.summary),
        why=structs.replace(why, found_by=unlinked(why.found_by)),
        change=change
        and structs.replace(change, added=unlinked(change.added), removed=unlinked(change.removed)),
    )
