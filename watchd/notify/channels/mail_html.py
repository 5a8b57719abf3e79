"""HTML of a mail, without scripts and without pictures from other servers.

Mail programs support little CSS, so every element has its own style, and boxes are tables with one cell. Programs with a
dark design that read a style sheet get dark colours from it; the others change the colours themselves.
"""

from watchd.model.alert import Message, MessageEntry
from watchd.notify import default_text, escaping
from watchd.notify.escaping import for_html

MAX_ENTRIES = 20
_FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
# Light colours as attributes, dark ones as classes: background, card, text, muted text, link, line, button.
_LIGHT = {
    "page": "background:#f3f4f6",
    "card": "background:#ffffff;border:1px solid #e1e4e8",
    "text": "color:#1c2127",
    "muted": "color:#59636e",
    "link": "color:#0b57a4",
    "line": "border-top:1px solid #e1e4e8",
    "button": "border:1px solid #c9d1d9;color:#1c2127",
    "new": "background:#e3f4e8;color:#125c2a",
    "changed": "background:#fdf1d3;color:#6f4a00",
    "gone": "background:#fde8e6;color:#97201a",
    "newly_relevant": "background:#e2effc;color:#0b4a8a",
    "added": "background:#e9f6ed;border-left:3px solid #2e9650;color:#12421f",
    "removed": "background:#fdefee;border-left:3px solid #cf5148;color:#6d1813",
    "value": "background:#f3f4f6;border-left:3px solid #8a939d;color:#1c2127",
}
_DARK = {
    "page": "background:#121417",
    "card": "background:#1b1f23;border-color:#30363d",
    "text": "color:#e4e7eb",
    "muted": "color:#9da7b1",
    "link": "color:#82b8f2",
    "line": "border-color:#30363d",
    "button": "border-color:#4a525b;color:#e4e7eb",
    "new": "background:#163a23;color:#a8e0b9",
    "changed": "background:#3c2f10;color:#f0d48f",
    "gone": "background:#44201d;color:#f5b7b1",
    "newly_relevant": "background:#17314f;color:#b3d4f7",
    "added": "background:#15281c;border-color:#3fa763;color:#c4ebd0",
    "removed": "background:#30191a;border-color:#d9655c;color:#f3c9c5",
    "value": "background:#23282d;border-color:#8a939d;color:#e4e7eb",
}
_DARK_RULES = "\n".join(
    f".{name}{{{';'.join(f'{rule} !important' for rule in style.split(';'))}}}" for name, style in _DARK.items()
)
_HEAD = f"""<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>
:root{{color-scheme:light dark}}
@media (prefers-color-scheme:dark){{
{_DARK_RULES}
}}
@media (max-width:480px){{.card-cell{{padding:20px 16px 4px !important}}}}
</style>"""
_SIGNS = {"+": "added", "-": "removed"}


def html(message: Message, title: str, heading: str) -> str:
    """Return the message with the default text. The heading stands above the findings."""
    shown = message.entries[:MAX_ENTRIES]
    opening = for_html(default_text.opening(message)).replace("\n", "<br>")
    parts = [
        f"<p {_style('muted', 'margin:0 0 18px;font-size:15px')}>{opening}</p>" if opening else "",
        *(_entry(entry, is_first=entry is shown[0] and not opening) for entry in shown),
        _and_more(message, len(shown)),
    ]
    return _page(title, heading, "\n".join(part for part in parts if part), _footer(message))


def html_of_text(text: str, title: str) -> str:
    """Return the text of a user's template as HTML: line breaks stay, and nothing in it is HTML."""
    return _page(title, title, f'<div style="white-space:pre-wrap">{for_html(text)}</div>', "")


def _style(kind: str, more: str = "") -> str:
    """Return class and style of an element: the class has the dark colours."""
    return f'class="{kind}" style="{_LIGHT[kind]}{";" + more if more else ""}"'


def _page(title: str, heading: str, content: str, footer: str) -> str:
    body = (
        f"margin:0;padding:24px 12px;{_LIGHT['page']};{_FONT};font-size:16px;line-height:1.5;{_LIGHT['text']}"
    )
    card = _style("card", "max-width:640px;border-radius:12px")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>{_HEAD}
<title>{for_html(title)}</title></head>
<body class="page text" style="{body}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" {card}>\
<tr><td class="card-cell text" style="padding:28px 32px 8px;text-align:left;{_LIGHT["text"]}">
<h1 {_style("muted", "margin:0 0 18px;font-size:15px;line-height:1.4;font-weight:600")}>{for_html(heading)}</h1>
{content}
</td></tr></table>
{footer}
</td></tr></table>
</body>
</html>
"""


def _entry(entry: MessageEntry, *, is_first: bool) -> str:
    finding = entry.finding
    changes = default_text.changes(finding, 600)[:20]
    rows = [
        f'<div style="font-size:19px;line-height:1.35;font-weight:600">{_headline(entry)}</div>',
        f"<div {_style('muted', 'margin:6px 0 10px;font-size:13px')}>{_facts(entry)}</div>",
        _paragraph(default_text.summary(finding, changes, 600)),
        *(_change(row) for row in changes),
        _small(default_text.capitalised(default_text.reason(finding))),
        _small(default_text.capitalised(default_text.sources(entry))),
        _buttons(entry),
    ]
    inside = "\n".join(row for row in rows if row)
    frame = 'style="padding:0 0 22px"' if is_first else _style("line", "padding:20px 0 22px")
    return f"<div {frame}>\n{inside}\n</div>"


def _headline(entry: MessageEntry) -> str:
    """Return a link to the page; only its title when the page is gone."""
    label = default_text.headline(entry.finding)
    return for_html(label) if entry.finding.kind == "gone" else _link(entry.finding.url, label)


def _facts(entry: MessageEntry) -> str:
    kind = entry.finding.kind
    style = _style(kind, "display:inline-block;padding:1px 9px;border-radius:999px;font-weight:600")
    others = default_text.facts(entry.finding).removeprefix(default_text.KINDS[kind]).removeprefix(" · ")
    return f"<span {style}>{default_text.KINDS[kind]}</span>&nbsp; {for_html(others)}"


def _paragraph(text: str) -> str:
    lines = for_html(text).replace("\n", "<br>")
    return f'<div style="margin:0 0 10px">{lines}</div>' if text else ""


def _change(row: str) -> str:
    """Return a line of a change. The sign stays in the text: some readers cannot see the colours."""
    style = _style(_SIGNS.get(row[:1], "value"), "margin:0 0 4px;padding:4px 10px;font-size:15px")
    return f"<div {style}>{for_html(default_text.with_signs(row))}</div>"


def _small(text: str) -> str:
    return f"<div {_style('muted', 'margin:6px 0 0;font-size:13px')}>{for_html(text)}</div>" if text else ""


def _buttons(entry: MessageEntry) -> str:
    there = (
        (entry.relevant_link, "Relevant"),
        (entry.irrelevant_link, "Not relevant"),
        (entry.changes_link, "All changes"),
    )
    links = [_button(url, label) for url, label in there if url]
    return f'<div style="margin:14px 0 0">{"&nbsp; ".join(links)}</div>' if links else ""


def _button(url: str, label: str) -> str:
    style = _style(
        "button",
        "display:inline-block;padding:6px 14px;border-radius:8px;font-size:14px;text-decoration:none",
    )
    return f'<a href="{for_html(escaping.address(url))}" {style}>{label}</a>'


def _and_more(message: Message, shown: int) -> str:
    more = default_text.and_more(message, shown)
    if not more:
        return ""
    return f"<div {_style('line', 'padding:18px 0 20px')}>{_link(message.alert_link, more)}</div>"


def _footer(message: Message) -> str:
    if not message.profile_name:
        return ""
    name = for_html(escaping.line(message.profile_name, 100))
    reason = f"You get this message because the profile “{name}” sends its alerts here."
    return f"<div {_style('muted', 'max-width:640px;padding:14px 24px;font-size:12px')}>{reason}</div>"


def _link(url: str, label: str) -> str:
    address = escaping.address(url)
    if not address:
        return for_html(label)
    style = _style("link", "text-decoration:none")
    return f'<a href="{for_html(address)}" rel="noopener noreferrer nofollow" {style}>{for_html(label)}</a>'
