"""Blocks of a page as Markdown, reStructuredText, AsciiDoc, DocBook and HTML."""

from html import escape

from tests.benchmarks.layouts.content import Block, SitePage

TARGET = "https://elsewhere.example/"  # of the links in lists: pages outside the site


def _slug(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())


def markdown(page: SitePage, *, has_title: bool = True) -> str:
    parts = [f"# {page.title}"] if has_title else []
    return "\n\n".join(parts + [_markdown(block) for block in page.blocks]) + "\n"


def _markdown(block: Block) -> str:
    match block.kind:
        case "h":
            return f"## {block.lines[0]}"
        case "ul":
            return "\n".join(f"- {line}" for line in block.lines)
        case "links":
            return "\n".join(f"- [{line}]({TARGET}{_slug(line)})" for line in block.lines)
        case "code":
            return "```python\n" + "\n".join(block.lines) + "\n```"
        case "quote":
            return f"> {block.lines[0]}"
        case "table":
            rows = ["| " + line.replace("\t", " | ") + " |" for line in block.lines]
            return "\n".join([rows[0], "|---|---|---|", *rows[1:]])
        case _:
            return block.lines[0]


def restructured(page: SitePage, *, after: str = "") -> str:
    rule = "=" * (2 * len(page.title) + 4)
    parts = [rule, page.title, rule, ""]
    for block in page.blocks:
        parts += [_restructured(block), ""]
    return "\n".join([*parts, after, ""])


def _restructured(block: Block) -> str:
    match block.kind:
        case "h":
            return block.lines[0] + "\n" + "-" * (2 * len(block.lines[0]) + 2)
        case "ul":
            return "\n".join(f"- {line}" for line in block.lines)
        case "links":
            return "\n".join(f"- `{line} <{TARGET}{_slug(line)}>`__" for line in block.lines)
        case "code":
            return ".. code-block:: python\n\n" + "\n".join(f"   {line}" for line in block.lines)
        case "quote":
            return f".. note:: {block.lines[0]}" if len(block.lines[0]) % 2 else f"   {block.lines[0]}"
        case "table":
            rows = []
            for line in block.lines:
                first, *rest = line.split("\t")
                rows += [f"   * - {first}", *[f"     - {cell}" for cell in rest]]
            return "\n".join([".. list-table::", "", *rows])
        case _:
            return block.lines[0]


def asciidoc(page: SitePage) -> str:
    parts = [f"= {page.title}", ":toc: left", ":source-highlighter: rouge", ""]
    for block in page.blocks:
        match block.kind:
            case "h":
                parts.append(f"== {block.lines[0]}")
            case "ul":
                parts += [f"* {line}" for line in block.lines]
            case "links":
                parts += [f"* {TARGET}{_slug(line)}[{line}]" for line in block.lines]
            case "code":
                parts += ["[source,python]", "----", *block.lines, "----"]
            case "quote":
                parts += ["____", block.lines[0], "____"]
            case "table":
                parts += ["|===", *["|" + line.replace("\t", " |") for line in block.lines], "|==="]
            case _:
                parts.append(block.lines[0])
        parts.append("")
    return "\n".join(parts)


def docbook(page: SitePage) -> str:
    parts = [f"<title>{escape(page.title)}</title>"]
    is_open = False
    for block in page.blocks:
        if block.kind == "h":
            parts += ["</section>"] if is_open else []
            parts.append(f"<section><title>{escape(block.lines[0])}</title>")
            is_open = True
        else:
            parts.append(_docbook(block))
    return "\n".join([*parts, "</section>" if is_open else ""])


def _docbook(block: Block) -> str:
    lines = [escape(line) for line in block.lines]
    match block.kind:
        case "ul":
            items = "".join(f"<listitem><para>{line}</para></listitem>" for line in lines)
            return f"<itemizedlist>{items}</itemizedlist>"
        case "links":
            items = "".join(
                f'<listitem><para><ulink url="{TARGET}{_slug(line)}">{line}</ulink></para></listitem>'
                for line in lines
            )
            return f"<itemizedlist>{items}</itemizedlist>"
        case "code":
            return "<programlisting>" + "\n".join(lines) + "</programlisting>"
        case "quote":
            return f"<note><para>{lines[0]}</para></note>"
        case "table":
            rows = "".join(
                "<row>" + "".join(f"<entry>{cell}</entry>" for cell in line.split("\t")) + "</row>"
                for line in lines
            )
            return f'<informaltable><tgroup cols="3"><tbody>{rows}</tbody></tgroup></informaltable>'
        case _:
            return f"<para>{lines[0]}</para>"


def html(block: Block, classes: dict[str, str] | None = None) -> str:
    """Return a block as HTML; `classes` has the class of each tag that a theme gives one."""

    def tag(name: str, content: str) -> str:
        given = (classes or {}).get(name)
        return f'<{name} class="{given}">{content}</{name}>' if given else f"<{name}>{content}</{name}>"

    lines = [escape(line) for line in block.lines]
    match block.kind:
        case "h":
            return tag("h2", lines[0])
        case "ul":
            return tag("ul", "".join(tag("li", line) for line in lines))
        case "links":
            links = [f'<a href="{TARGET}{_slug(line)}">{line}</a>' for line in lines]
            return tag("ul", "".join(tag("li", link) for link in links))
        case "code":
            return tag("pre", "<code>" + "\n".join(lines) + "</code>")
        case "quote":
            return tag("blockquote", tag("p", lines[0]))
        case "table":
            rows = ("".join(f"<td>{cell}</td>" for cell in line.split("\t")) for line in lines)
            return tag("table", "<tbody>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</tbody>")
        case _:
            return tag("p", lines[0])
