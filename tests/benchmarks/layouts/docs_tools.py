"""Manuals made by real tools: Sphinx with five themes, MkDocs with three, Docusaurus, VitePress, Starlight, AsciiDoctor,
DocBook and javadoc.
"""

import json
import os
import subprocess
from collections.abc import Callable
from html import escape
from pathlib import Path

from lxml import html as lxml_html
from msgspec import Struct

from tests.benchmarks.layouts.content import Site, SitePage
from tests.benchmarks.layouts.markup import asciidoc, docbook, markdown, restructured

TOOLS = Path(os.environ.get("LAYOUT_TOOLS", "/tmp/layout-tools"))  # see make.py


class Made(Struct, frozen=True):
    """HTML of one page, and its main text where it is not that of the content."""

    html: str
    main: str
    added: str
    neutral: str = ""  # text beside the content that is neither main text nor navigation


Build = Callable[[Site, Path], dict[str, Made]]


def run(command: list[str | Path], folder: Path, **environment: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def collected(site: Site, path_of: Callable[[SitePage], Path], home_lines: list[str]) -> dict[str, Made]:
    """Return the pages that a tool wrote; the home page lists other pages below its own text."""
    return {
        page.slug: Made(
            path_of(page).read_text(),
            "\n".join([page.main(), *(home_lines if page is site.home else [])]),
            page.added,
        )
        for page in site.pages
    }


def titles(site: Site) -> list[str]:
    return [page.title for page in site.inner]


def listed(site: Site) -> str:
    """Return a Markdown list of the pages, for a home page."""
    return "\n" + "\n".join(f"- [{page.title}]({page.slug}.md)" for page in site.inner) + "\n"


def sphinx(theme: str) -> Build:
    def build(site: Site, folder: Path) -> dict[str, Made]:
        year = 2027 if site.variant == "chrome" else 2026
        write(
            folder / "conf.py",
            f"project = {site.name!r}\nauthor = 'The harbour club'\ncopyright = '{year}, The harbour club'\n"
            f"html_theme = {theme!r}\nlanguage = {site.language!r}\nrelease = '{year - 2020}.1'\n"
            f"html_last_updated_fmt = '%d %b {year}'\nsmartquotes = False\n",
        )
        toc = ".. toctree::\n   :maxdepth: 1\n\n" + "".join(f"   {page.slug}\n" for page in site.inner)
        toc += "\n.. toctree::\n   :hidden:\n\n" + "".join(f"   {page.slug}\n" for page in site.stubs)
        write(folder / "index.rst", restructured(site.home, after=toc))
        for page in (*site.inner, *site.stubs):
            write(folder / f"{page.slug}.rst", restructured(page))
        run([TOOLS / "py/bin/sphinx-build", "-q", "-b", "html", ".", "out"], folder)
        return collected(
            site,
            lambda page: folder / "out" / f"{'index' if page is site.home else page.slug}.html",
            titles(site),
        )

    return build


def mkdocs(theme: str) -> Build:
    def build(site: Site, folder: Path) -> dict[str, Made]:
        year = 2027 if site.variant == "chrome" else 2026
        menu = [{page.title: f"{page.slug}.md"} for page in site.inner]
        stubs = [{page.title: f"{page.slug}.md"} for page in site.stubs]
        settings = {
            "site_name": site.name,
            "theme": {"name": theme, "language": site.language} if theme == "material" else theme,
            "copyright": f"© {year} The harbour club",
            "repo_url": "https://code.example/harbour/club",
            "markdown_extensions": ["tables", "fenced_code"],
            "plugins": [],
            "nav": [{"Start": "index.md"}, *menu[:4], {"Guides": menu[4:]}, {"Reference": stubs}],
        }
        write(folder / "mkdocs.yml", json.dumps(settings))
        write(folder / "docs/index.md", markdown(site.home) + listed(site))
        for page in (*site.inner, *site.stubs):
            write(folder / f"docs/{page.slug}.md", markdown(page))
        run([TOOLS / "py/bin/mkdocs", "build", "-q", "-d", "out"], folder, NO_MKDOCS_2_WARNING="1")
        return collected(
            site,
            lambda page: folder / "out" / ("" if page is site.home else page.slug) / "index.html",
            titles(site),
        )

    return build


def docusaurus(site: Site, folder: Path) -> dict[str, Made]:
    year = 2027 if site.variant == "chrome" else 2026
    (folder / "node_modules").symlink_to(TOOLS / "docusaurus/node_modules")
    write(folder / "package.json", '{"name": "site", "version": "1.0.0", "private": true}')
    settings = {
        "title": site.name,
        "tagline": "Notes",
        "url": "https://harbour.example",
        "baseUrl": "/",
        "onBrokenLinks": "ignore",
        "i18n": {"defaultLocale": site.language, "locales": [site.language]},
        "presets": [
            ["classic", {"docs": {"routeBasePath": "/", "sidebarPath": "./sidebars.js"}, "blog": False}]
        ],
        "themeConfig": {
            "navbar": {
                "title": site.name,
                "items": [
                    {"type": "doc", "docId": "article-1", "label": "Guides"},
                    {"href": "https://code.example/", "label": "Code", "position": "right"},
                ],
            },
            "footer": {
                "links": [
                    {"title": "Community", "items": [{"label": "Forum", "href": "https://forum.example/"}]},
                    {"title": "More", "items": [{"label": "Code", "href": "https://code.example/"}]},
                ],
                "copyright": f"Copyright © {year} The harbour club.",
            },
        },
    }
    write(folder / "docusaurus.config.js", f"module.exports = {json.dumps(settings)};")
    order = ["index", *(page.slug for page in (*site.inner, *site.stubs))]
    write(folder / "sidebars.js", f"module.exports = {{docs: {json.dumps(order)}}};")
    write(folder / "docs/index.md", "---\nslug: /\n---\n\n" + markdown(site.home) + listed(site))
    for page in (*site.inner, *site.stubs):
        write(folder / f"docs/{page.slug}.md", markdown(page))
    run(["node_modules/.bin/docusaurus", "build", "--no-minify"], folder)
    return collected(
        site,
        lambda page: folder / "build" / ("" if page is site.home else page.slug) / "index.html",
        titles(site),
    )


def vitepress(site: Site, folder: Path) -> dict[str, Made]:
    year = 2027 if site.variant == "chrome" else 2026
    (folder / "node_modules").symlink_to(TOOLS / "npm/node_modules")
    pages = [{"text": page.title, "link": f"/{page.slug}"} for page in site.inner]
    stubs = [{"text": page.title, "link": f"/{page.slug}"} for page in site.stubs]
    settings = {
        "title": site.name,
        "lang": site.language,
        "lastUpdated": False,
        "themeConfig": {
            "nav": [{"text": "Home", "link": "/"}, {"text": "Guide", "link": "/article-1"}],
            "sidebar": [{"text": "Guides", "items": pages}, {"text": "Reference", "items": stubs}],
            "footer": {"message": "Released under a free licence.", "copyright": f"© {year} The harbour club"},
            "editLink": {"pattern": "https://code.example/edit/:path"},
        },
    }
    write(folder / "docs/.vitepress/config.mjs", f"export default {json.dumps(settings)}")
    write(folder / "docs/index.md", markdown(site.home) + listed(site))
    for page in (*site.inner, *site.stubs):
        write(folder / f"docs/{page.slug}.md", markdown(page))
    run(["node_modules/.bin/vitepress", "build", "docs"], folder)
    out = folder / "docs/.vitepress/dist"
    return collected(
        site, lambda page: out / f"{'index' if page is site.home else page.slug}.html", titles(site)
    )


def starlight(site: Site, folder: Path) -> dict[str, Made]:
    (folder / "node_modules").symlink_to(TOOLS / "astro/node_modules")
    write(folder / "package.json", '{"name": "site", "type": "module", "private": true}')
    menu = [
        {"label": "Guides", "items": [{"label": p.title, "link": f"/{p.slug}/"} for p in site.inner]},
        {"label": "Reference", "items": [{"label": p.title, "link": f"/{p.slug}/"} for p in site.stubs]},
    ]
    settings = {"title": site.name, "sidebar": menu, "pagefind": False, "credits": True}
    write(
        folder / "astro.config.mjs",
        "import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\n"
        f"export default defineConfig({{integrations: [starlight({json.dumps(settings)})]}});",
    )
    write(
        folder / "src/content.config.ts",
        "import { defineCollection } from 'astro:content';\n"
        "import { docsLoader } from '@astrojs/starlight/loaders';\n"
        "import { docsSchema } from '@astrojs/starlight/schema';\n"
        "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };",
    )
    for page in (*site.pages, *site.stubs):
        name = "index" if page is site.home else page.slug
        text = markdown(page, has_title=False) + (listed(site) if page is site.home else "")
        write(folder / f"src/content/docs/{name}.md", f"---\ntitle: {json.dumps(page.title)}\n---\n\n{text}")
    run(["node_modules/.bin/astro", "build"], folder, ASTRO_TELEMETRY_DISABLED="1")
    return collected(
        site,
        lambda page: folder / "dist" / ("" if page is site.home else page.slug) / "index.html",
        titles(site),
    )


def asciidoctor(site: Site, folder: Path) -> dict[str, Made]:
    for page in site.pages:
        lines = [f"* link:{other.slug}.html[{other.title}]" for other in site.inner]
        write(folder / f"{page.slug}.adoc", asciidoc(page) + ("\n".join(lines) if page is site.home else ""))
    year = 2027 if site.variant == "chrome" else 2026
    names = [f"{page.slug}.adoc" for page in site.pages]
    command: list[str | Path] = [
        TOOLS / "ruby.sh",
        TOOLS / "root/usr/bin/asciidoctor",
        "-a",
        f"docdatetime={year}-01-02 12:00",
    ]
    run([*command, *names], folder)
    return collected(site, lambda page: folder / f"{page.slug}.html", titles(site))


def docbook_chunks(site: Site, folder: Path) -> dict[str, Made]:
    chapters = [f'<chapter id="{page.slug}">{docbook(page)}</chapter>' for page in (*site.inner, *site.stubs)]
    opening = f'<preface id="{site.home.slug}">{docbook(site.home)}</preface>'
    book = f'<book id="index"><title>{escape(site.name)}</title>{opening}{"".join(chapters)}</book>'
    write(folder / "book.xml", f'<?xml version="1.0" encoding="UTF-8"?>\n{book}')
    sheet = TOOLS / "root/usr/share/xml/docbook/stylesheet/docbook-xsl/xhtml/chunk.xsl"
    options = [
        "use.id.as.filename=1",
        "chunker.output.encoding=UTF-8",
        f"l10n.gentext.default.language={site.language}",
        "generate.section.toc.level=0",
        "chunk.section.depth=0",
    ]
    parameters = [part for option in options for part in ("--stringparam", *option.split("=", 1))]
    run(
        [TOOLS / "root/usr/bin/xsltproc", "--nonet", *parameters, sheet, "book.xml"],
        folder,
        LD_LIBRARY_PATH=str(TOOLS / "root/usr/lib/x86_64-linux-gnu"),
    )
    return collected(site, lambda page: folder / f"{page.slug}.html", [])


def javadoc(site: Site, folder: Path) -> dict[str, Made]:
    """Write one class per page; signatures and tables of methods are neither main text nor navigation."""
    for number, page in enumerate((*site.pages, *site.stubs)):
        text = "\n<p>".join(escape(block.plain()) for block in page.blocks)
        source = f"package harbour;\n/** {escape(page.title)}.\n<p>{text} */\npublic class Page{number} {{\n"
        source += f"  /** {escape(page.summary)} */\n  public int count(String name) {{ return 1; }}\n}}\n"
        write(folder / f"harbour/Page{number}.java", source)
    run(["javadoc", "-quiet", "-Xdoclint:none", "-d", "out", "harbour"], folder)
    made = {}
    for number, page in enumerate(site.pages):
        text = (folder / f"out/harbour/Page{number}.html").read_text()
        inside = lxml_html.fromstring(text.encode()).xpath("//main")[0].text_content()
        made[page.slug] = Made(text, f"{page.main()}\n{page.summary}", page.added, neutral=inside)
    return made
