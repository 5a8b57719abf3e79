"""Layouts of sites, as real ones have them: blog, shop, news, docs, old tables, forum, plain divs, institution.

Each layout is a function from a view of one page to the body of its HTML.
"""

import json
import re
from collections.abc import Callable
from datetime import date
from html import escape
from typing import Any

from msgspec import Struct

from tests.first_report.web_file import Day, HostPlan, PagePlan
from tests.first_report.wording import WORDS, written


class Entry(Struct, frozen=True):
    """A page in a list of pages."""

    href: str
    title: str
    teaser: str
    date: Day | None
    price: str


class PageView(Struct, frozen=True):
    """Everything that a layout shows of one page."""

    host: HostPlan
    page: PagePlan
    language: str
    body: str
    teaser: str
    nav: list[tuple[str, str]]
    footer_nav: list[tuple[str, str]]
    listed: list[Entry]
    related: list[Entry]
    latest: list[Entry]
    noise: dict[str, str]

    def word(self, name: str) -> str:
        return WORDS[self.language][name]

    def day(self, day: date | None) -> str:
        return written(day, self.language) if day else ""


def document(view: PageView) -> str:
    """Return the whole HTML of a page."""
    host, page = view.host, view.page
    pattern = host.home_title if page.path == "/" and host.home_title else host.title
    title = pattern.format(title=page.title, site=host.site, section=page.section or host.tagline)
    return (
        f'<!DOCTYPE html>\n<html lang="{view.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n{_head(view)}</head>\n<body>\n{LAYOUTS[host.layout](view)}\n</body>\n</html>\n"
    )


def _head(view: PageView) -> str:
    host, page = view.host, view.page
    lines = ['<meta name="viewport" content="width=device-width, initial-scale=1">']
    if host.layout not in ("table", "forum"):
        lines.append(_meta("name", "description", view.teaser))
    if host.og:
        lines.append(_meta("property", "og:site_name", host.site))
        lines.append(_meta("property", "og:title", page.title))
        lines.append(_meta("property", "og:type", "article" if page.date else "website"))
    if page.date and "meta" in host.dates:
        lines.append(_meta("property", "article:published_time", f"{page.date.isoformat()}T08:00:00+00:00"))
    if page.date and "json-ld" in host.dates:
        lines.append(_json_ld(_article(view)))
    if page.price and host.layout == "shop":
        lines.append(_json_ld(_product(view)))
    if host.feed:
        kind = "application/rss+xml" if host.feed_kind == "rss" else "application/atom+xml"
        lines.append(f'<link rel="alternate" type="{kind}" title="{escape(host.site)}" href="{host.feed}">')
    if host.layout != "table":
        lines.append("<style>body{font-family:sans-serif}.skip{position:absolute}</style>")
        lines.append('<script>document.documentElement.className="js";</script>')
    return "\n".join(lines) + "\n"


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _json_ld(fields: dict[str, Any]) -> str:
    text = json.dumps({"@context": "https://schema.org", **fields}, ensure_ascii=False)
    return f'<script type="application/ld+json">{text}</script>'


def _article(view: PageView) -> dict[str, Any]:
    assert view.page.date
    kind = "NewsArticle" if view.host.layout == "news" else "Article"
    return {
        "@type": kind,
        "headline": view.page.title,
        "datePublished": f"{view.page.date.isoformat()}T08:00:00+00:00",
        "publisher": {"@type": "Organization", "name": view.host.site},
    }


def _product(view: PageView) -> dict[str, Any]:
    amount = re.sub(r"[^\d]", "", view.page.price.split(".00")[0])
    state = "OutOfStock" if "sold out" in view.page.stock.lower() else "InStock"
    offer = {
        "@type": "Offer",
        "price": amount,
        "priceCurrency": "EUR",
        "availability": f"https://schema.org/{state}",
    }
    return {"@type": "Product", "name": view.page.title, "brand": view.host.site, "offers": offer}


def _links(pairs: list[tuple[str, str]], item: str = "li") -> str:
    return "".join(f'<{item}><a href="{href}">{escape(label)}</a></{item}>' for href, label in pairs)


def _titles(entries: list[Entry]) -> str:
    return "".join(f'<li><a href="{e.href}">{escape(e.title)}</a></li>' for e in entries)


def _when(view: PageView) -> str:
    day = view.page.date
    if not day:
        return ""
    if "time" in view.host.dates:
        return f'<time datetime="{day.isoformat()}">{view.day(day)}</time>'
    return f'<span class="date">{view.day(day)}</span>' if "text" in view.host.dates else ""


def _byline(view: PageView) -> str:
    author = f"{view.word('by')} {escape(view.page.author)}" if view.page.author else ""
    parts = [
        part for part in (author, _when(view), escape(view.page.section), view.noise.get("views", "")) if part
    ]
    return f'<p class="byline">{" · ".join(parts)}</p>' if parts else ""


def _boxes(view: PageView, tag: str = "section") -> str:
    made = ""
    for box in view.host.boxes:
        heading, _, text = box.partition(": ")
        made += f'<{tag} class="box"><h3>{escape(heading)}</h3><p>{escape(text)}</p></{tag}>\n'
    return made


def _latest(view: PageView, word: str = "latest") -> str:
    return f"<h3>{view.word(word)}</h3><ul>{_titles(view.latest)}</ul>" if view.latest else ""


def _noise(view: PageView, *names: str) -> str:
    return " ".join(f'<span class="{name}">{view.noise[name]}</span>' for name in names if name in view.noise)


def _teasers(view: PageView, tag: str = "article", heading: str = "h2") -> str:
    return "".join(
        f'<{tag} class="teaser"><{heading}><a href="{e.href}">{escape(e.title)}</a></{heading}>'
        f'<p>{escape(e.teaser)}</p><a class="more" href="{e.href}">{view.word("more")}</a></{tag}>\n'
        for e in view.listed
    )


def _blog(view: PageView) -> str:
    host, page = view.host, view.page
    related = f"<h3>{view.word('related')}</h3><ul>{_titles(view.related)}</ul>" if view.related else ""
    return f"""<a class="skip" href="#content">{view.word("skip")}</a>
<header class="site-header"><p class="site-title"><a href="/">{escape(host.site)}</a></p>
<p class="tagline">{escape(host.tagline)}</p>{_noise(view, "clock")}
<nav><ul>{_links(view.nav)}</ul></nav></header>
<main id="content"><article><h1>{escape(page.title)}</h1>{_byline(view)}
{view.body}
<footer class="entry">{related}</footer></article>
{_teasers(view)}</main>
<aside>{_latest(view)}{_boxes(view)}</aside>
<footer class="site-footer"><p>{escape(host.footer)}</p><ul>{_links(view.footer_nav)}</ul>
{_noise(view, "updated", "visitors")}</footer>"""


def _shop(view: PageView) -> str:
    host, page = view.host, view.page
    old = f'<s class="was">{escape(page.old_price)}</s> ' if page.old_price else ""
    buy = (
        f'<div class="buy"><p class="price">{old}<span>{escape(page.price)}</span></p>'
        f'<p class="stock">{escape(page.stock)}</p><button type="submit">{view.word("cart")}</button></div>'
        if page.price
        else ""
    )
    cards = "".join(
        f'<li class="card"><a href="{e.href}">{escape(e.title)}</a><p>{escape(e.teaser)}</p>'
        f'<span class="price">{escape(e.price)}</span></li>\n'
        for e in view.listed
    )
    related = "".join(
        f'<li class="card"><a href="{e.href}">{escape(e.title)}</a> <span>{escape(e.price)}</span></li>'
        for e in view.related
    )
    crumb = f" › <span>{escape(page.section)}</span>" if page.section else ""
    return f"""<div class="cookie-banner" role="dialog"><p>{view.word("cookies")}</p></div>
<header><div class="top"><a class="logo" href="/">{escape(host.site)}</a> <span>{escape(host.tagline)}</span>
<form><input name="q" placeholder="{view.word("search")}"></form>
<a href="#basket">{view.word("basket")}</a> {_noise(view, "clock")}</div>
<nav class="main-nav"><ul>{_links(view.nav)}</ul></nav></header>
<div class="breadcrumb"><a href="/">{view.word("home")}</a>{crumb} › {escape(page.title)}</div>
<main><h1>{escape(page.title)}</h1>{_byline(view)}
{buy}<div class="description">
{view.body}
</div>
{f'<ul class="products">{cards}</ul>' if cards else ""}
{f"<section><h3>{view.word('related')}</h3><ul>{related}</ul></section>" if related else ""}</main>
<aside>{_boxes(view, "div")}{_latest(view)}</aside>
<footer><p>{escape(host.footer)}</p><ul>{_links(view.footer_nav)}</ul>
{_noise(view, "updated", "visitors")}</footer>"""


def _news(view: PageView) -> str:
    host, page = view.host, view.page
    lead, _, rest = view.body.partition("\n")
    related = "".join(
        f'<div class="related-item"><a href="{e.href}"><strong>{escape(e.title)}</strong></a>'
        f"<p>{escape(e.teaser)}</p></div>"
        for e in view.related
    )
    boxed = f"<section><h3>{view.word('related')}</h3>{related}</section>" if related else ""
    return f"""<div id="consent"><p>{view.word("cookies")}</p></div>
<header><div class="masthead"><a href="/">{escape(host.site)}</a><small>{escape(host.tagline)}</small>
{_noise(view, "clock")}</div><nav aria-label="main"><ul>{_links(view.nav)}</ul></nav></header>
<main><article class="story"><p class="kicker">{escape(page.section)}</p><h1>{escape(page.title)}</h1>
{_byline(view)}<div class="lead">{lead}</div>
<div class="share"><a href="#share">{view.word("share")}</a> <a href="#print">{view.word("print")}</a></div>
<div class="story-body">{rest}</div></article>
<div class="newsletter"><p>{view.word("newsletter")}</p><form><input type="email"></form></div>
{boxed}
<div class="river">{_teasers(view, "div", "h3")}</div></main>
<aside>{_latest(view, "mostread")}{_boxes(view)}</aside>
<footer><p>{escape(host.footer)}</p><ul>{_links(view.footer_nav)}</ul>{_noise(view, "updated", "visitors")}</footer>"""


def _docs(view: PageView) -> str:
    host, page = view.host, view.page
    see = (
        f'<div class="seealso"><p>{view.word("see")}</p><ul>{_titles(view.related)}</ul></div>'
        if view.related
        else ""
    )
    toc = f'<div class="toctree"><ul>{_titles(view.listed)}</ul></div>' if view.listed else ""
    return f"""<div class="mobile-header">{escape(host.site)}</div>
<div class="page"><div class="sidebar"><a class="brand" href="/">{escape(host.site)}</a><p>{escape(host.tagline)}</p>
<input placeholder="{view.word("search")}"><p class="caption">{view.word("contents")}</p><ul>{_links(view.nav)}</ul>
{_boxes(view, "div")}{_latest(view)}</div>
<div class="content" role="main"><div class="breadcrumbs">{escape(host.site)} » {escape(page.title)}</div>
<h1>{escape(page.title)}<a class="headerlink" href="#top">¶</a></h1>
{view.body}
{toc}{see}
<div class="bottom"><a href="#top">{view.word("top")}</a> {_byline(view)}</div></div></div>
<div class="footer">{escape(host.footer)} <ul>{_links(view.footer_nav)}</ul>
{_noise(view, "updated", "clock", "visitors")}</div>"""


def _table(view: PageView) -> str:
    host, page = view.host, view.page
    menu = "<br>\n".join(f'<a href="{href}">{escape(label)}</a>' for href, label in view.nav)
    rows = "".join(
        f'<tr><td valign="top"><b><a href="{e.href}">{escape(e.title)}</a></b><br>'
        f'<font size="2">{escape(e.teaser)}</font></td></tr>\n'
        for e in view.listed
    )
    related = " | ".join(f'<a href="{e.href}">{escape(e.title)}</a>' for e in view.related)
    legal = " - ".join(f'<a href="{href}">{escape(label)}</a>' for href, label in view.footer_nav)
    return f"""<table width="900" border="0" cellpadding="4" align="center">
<tr><td colspan="2" bgcolor="#003366"><font color="#ffffff" size="5">{escape(host.site)}</font><br>
<font color="#ccddee">{escape(host.tagline)}</font> {_noise(view, "clock")}</td></tr>
<tr><td width="170" valign="top" bgcolor="#eeeeee">{menu}<hr>{_boxes(view, "div")}{_latest(view)}</td>
<td valign="top"><font size="4"><b>{escape(page.title)}</b></font><br>{_byline(view)}
{view.body}
{f'<table border="1">{rows}</table>' if rows else ""}
<br>{related}</td></tr>
<tr><td colspan="2" align="center"><font size="1">{escape(host.footer)}<br>{legal}<br>
{_noise(view, "updated", "visitors", "online")}</font></td></tr></table>"""


def _forum(view: PageView) -> str:
    host, page = view.host, view.page
    threads = "".join(
        f'<tr><td><a href="{e.href}">{escape(e.title)}</a></td><td>{view.day(e.date)}</td></tr>\n'
        for e in view.listed
    )
    similar = f"<h3>{view.word('related')}</h3><ul>{_titles(view.related)}</ul>" if view.related else ""
    return f"""<div id="wrap"><div id="header"><h2><a href="/">{escape(host.site)}</a></h2><p>{escape(host.tagline)}</p>
<ul class="linklist">{_links(view.nav)}<li><a href="#login">{view.word("login")}</a></li></ul>{_noise(view, "clock")}</div>
<div id="page-body"><p class="crumbs"><a href="/">{escape(host.site)}</a> » {escape(page.section)}</p>
<h1>{escape(page.title)}</h1>{_byline(view)}
<div class="topic">
{view.body}
</div>
{f'<table class="forumbg">{threads}</table>' if threads else ""}
<div class="buttons"><a href="#reply">{view.word("reply")}</a></div>
{similar}{_latest(view)}{_boxes(view, "div")}</div>
<div id="footer"><p>{escape(host.footer)}</p><p>{_links(view.footer_nav, "span")}</p>
<p>{_noise(view, "online", "visitors", "updated")}</p></div></div>"""


def _divs(view: PageView) -> str:
    host, page = view.host, view.page
    related = (
        f'<div class="see"><b>{view.word("see")}</b><ul>{_titles(view.related)}</ul></div>'
        if view.related
        else ""
    )
    return f"""<div class="wrapper"><div class="hd"><div class="logo"><a href="/">{escape(host.site)}</a></div>
<div class="slogan">{escape(host.tagline)}</div><div class="menu"><ul>{_links(view.nav)}</ul></div>
{_noise(view, "clock")}</div>
<div class="cols"><div class="main-col"><h1>{escape(page.title)}</h1>{_byline(view)}
<div class="text">
{view.body}
</div>{_teasers(view, "div", "h3")}{related}</div>
<div class="side-col">{_boxes(view, "div")}{_latest(view)}</div></div>
<div class="ft"><p>{escape(host.footer)}</p><ul>{_links(view.footer_nav)}</ul>
{_noise(view, "updated", "visitors")}</div></div>"""


def _portal(view: PageView) -> str:
    host, page = view.host, view.page
    related = (
        f'<div class="links"><h2>{view.word("see")}</h2><ul>{_titles(view.related)}</ul></div>'
        if view.related
        else ""
    )
    entries = "".join(
        f'<li><a href="{e.href}">{escape(e.title)}</a><span>{view.day(e.date)}</span><p>{escape(e.teaser)}</p></li>\n'
        for e in view.listed
    )
    return f"""<a class="skip" href="#main">{view.word("skip")}</a>
<header role="banner"><a class="home" href="/"><span>{escape(host.site)}</span></a><p>{escape(host.tagline)}</p>
<button>{view.word("menu")}</button><div class="search">{view.word("search")}</div>{_noise(view, "clock")}</header>
<nav role="navigation"><ul class="mega">{_links(view.nav)}</ul></nav>
<div class="layout"><main id="main" role="main"><nav class="crumbs"><a href="/">{view.word("home")}</a> /
{escape(page.section)}</nav><h1>{escape(page.title)}</h1>{_byline(view)}
{view.body}
{f'<ul class="list">{entries}</ul>' if entries else ""}{related}</main>
<aside role="complementary">{_boxes(view)}{_latest(view)}</aside></div>
<footer role="contentinfo"><p>{escape(host.footer)}</p><ul>{_links(view.footer_nav)}</ul>
{_noise(view, "updated", "visitors")}</footer>"""


LAYOUTS: dict[str, Callable[[PageView], str]] = {
    "blog": _blog,
    "shop": _shop,
    "news": _news,
    "docs": _docs,
    "table": _table,
    "forum": _forum,
    "divs": _divs,
    "portal": _portal,
}
