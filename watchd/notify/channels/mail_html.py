"""HTML of a mail, without scripts and without pictures from other servers.

Mail programs support little CSS, so every element has its own style, and boxes are tables with one cell.
"""

from watchd.model.alert import Message, MessageEntry
from watchd.notify import default_text, escaping
from watchd.notify.escaping import for_html

MAX_ENTRIES = 20
_FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_COLOURS = {"new": "#1a7f37", "changed": "#9a6700", "gone": "#cf222e", "newly_relevant": "#0969da"}


def html(message: Message, title: str) -> str:
    """Return the message with the default text."""
    shown = message.entries[:MAX_ENTRIES]
    opening = default_text.opening(message)
    parts = [
        f'<p style="margin:0 0 16px;color:#444">{for_html(opening)}</p>' if opening else "",
        *(_entry(entry) for entry in shown),
        _and_more(message, len(shown)),
    ]
    return _page(title, "\n".join(part for part in parts if part), _footer(message))


def html_of_text(text: str, title: str) -> str:
    """Return the text of a user's template as HTML: line breaks stay, and nothing in it is HTML."""
    return _page(title, f'<div style="white-space:pre-wrap">{for_html(text)}</div>', "")


def _page(title: str, content: str, footer: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{for_html(title)}</title></head>
<body style="margin:0;padding:16px;background:#f4f5f7;{_FONT};font-size:15px;line-height:1.45;color:#1f2328">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;background:#ffffff;\
border:1px solid #d8dee4;border-radius:8px"><tr><td style="padding:24px;text-align:left">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">{for_html(title)}</h1>
{content}
</td></tr></table>
{footer}
</td></tr></table>
</body>
</html>
"""


def _entry(entry: MessageEntry) -> str:
    finding = entry.finding
    rows = [
        f'<div style="font-size:17px;font-weight:600">{_link(finding.url, default_text.headline(finding))}</div>',
        f'<div style="margin:4px 0 8px;font-size:13px;color:#59636e">{_facts(entry)}</div>',
        _paragraph(escaping.lines(finding.summary, 600)),
        *(_change(row) for row in default_text.changes(finding, 600)[:20]),
        _small(default_text.reason(finding)),
        _small(default_text.sources(entry)),
        _verdicts(entry),
    ]
    inside = "\n".join(row for row in rows if row)
    return f'<div style="padding:14px 0;border-top:1px solid #d8dee4">\n{inside}\n</div>'


def _facts(entry: MessageEntry) -> str:
    kind = entry.finding.kind
    badge = f'<b style="color:{_COLOURS[kind]}">{default_text.KINDS[kind]}</b>'
    return badge + for_html(default_text.facts(entry.finding).removeprefix(default_text.KINDS[kind]))


def _paragraph(text: str) -> str:
    lines = for_html(text).replace("\n", "<br>")
    return f'<div style="margin:0 0 8px">{lines}</div>' if text else ""


def _change(row: str) -> str:
    colour = {"+": "#dafbe1", "-": "#ffebe9"}.get(row[:1], "#f6f8fa")  # a changed value has no sign
    return (
        f'<div style="margin:0 0 2px;padding:2px 8px;background:{colour};font-size:14px">{for_html(row)}</div>'
    )


def _small(text: str) -> str:
    return f'<div style="margin:4px 0 0;font-size:13px;color:#59636e">{for_html(text)}</div>' if text else ""


def _verdicts(entry: MessageEntry) -> str:
    links = [
        _button(url, label)
        for url, label in ((entry.relevant_link, "Relevant"), (entry.irrelevant_link, "Not relevant"))
        if url
    ]
    return f'<div style="margin:10px 0 0">{" ".join(links)}</div>' if links else ""


def _button(url: str, label: str) -> str:
    style = "display:inline-block;padding:4px 12px;border:1px solid #d0d7de;border-radius:6px;font-size:13px;color:#24292f"
    return f'<a href="{for_html(escaping.address(url))}" style="{style};text-decoration:none">{label}</a>'


def _and_more(message: Message, shown: int) -> str:
    more = default_text.and_more(message, shown)
    if not more:
        return ""
    return f'<div style="padding:14px 0 0;border-top:1px solid #d8dee4">{_link(message.alert_link, more)}</div>'


def _footer(message: Message) -> str:
    if not message.profile_name:
        return ""
    name = for_html(escaping.line(message.profile_name, 100))
    reason = f"You get this message because the profile “{name}” sends its alerts here."
    return f'<div style="max-width:640px;padding:12px 24px;font-size:12px;color:#59636e">{reason}</div>'


def _link(url: str, label: str) -> str:
    address = escaping.address(url)
    if not address:
        return for_html(label)
    return (
        f'<a href="{for_html(address)}" rel="noopener noreferrer nofollow" style="color:#0969da;text-decoration:none">'
        f"{for_html(label)}</a>"
    )
