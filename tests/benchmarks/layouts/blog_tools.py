"""Blogs made by real tools: Pelican, Nikola, Hexo, Jekyll; and Eleventy and Hugo with themes of our own."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.layouts.content import Site, SitePage
from tests.benchmarks.layouts.docs_tools import TOOLS, Made, run, write
from tests.benchmarks.layouts.markup import markdown

TEMPLATES = Path(__file__).parent / "templates"


def _year(site: Site) -> int:
    return 2027 if site.variant == "chrome" else 2026


def _posts(site: Site) -> tuple[SitePage, ...]:
    return (*site.inner, *site.stubs[:4])


def _with_home(
    site: Site, path_of: Callable[[SitePage], Path], home: Path, shown: Callable[[SitePage], str]
) -> dict[str, Made]:
    """Return the posts, and the home page: a list of the posts with what the theme shows of each."""
    made = {page.slug: Made(path_of(page).read_text(), page.main(), page.added) for page in site.inner}
    made[site.home.slug] = Made(home.read_text(), "\n".join(map(shown, _posts(site))), "")
    return made


def _title_and_summary(page: SitePage) -> str:
    return f"{page.title}\n{page.summary}"


def pelican(site: Site, folder: Path) -> dict[str, Made]:
    links = [(page.title, f"/{page.slug}.html") for page in site.stubs[4:14]]
    settings = {
        "SITENAME": site.name,
        "AUTHOR": "Ann Miller",
        "DEFAULT_LANG": site.language,
        "LINKS": links,
        "SOCIAL": [("code", "https://code.example/"), ("mail", "https://mail.example/")],
        "MENUITEMS": [("About", "/about.html"), ("Archive", "/archives.html"), *links[:3]],
        "ARTICLE_SAVE_AS": "{slug}.html",
        "DEFAULT_PAGINATION": 30,
        "DELETE_OUTPUT_DIRECTORY": False,
        "GITHUB_URL": "https://code.example/" + str(_year(site)),
    }
    write(folder / "pelicanconf.py", "\n".join(f"{key} = {value!r}" for key, value in settings.items()))
    for number, page in enumerate(_posts(site)):
        head = f"Title: {page.title}\nDate: 2026-03-{number + 1:02} 10:00\nCategory: {site.name}\nSlug: {page.slug}\n"
        head += f"Tags: harbour, notes\nSummary: {page.summary}\n\n"
        write(folder / f"content/{page.slug}.md", head + markdown(page, has_title=False))
    run([TOOLS / "py/bin/pelican", "content", "-q", "-o", "out", "-s", "pelicanconf.py"], folder)
    out = folder / "out"

    def shown(page: SitePage) -> str:  # the theme shows the first post in full
        return page.main() if page is _posts(site)[-1] else _title_and_summary(page)

    return _with_home(site, lambda page: out / f"{page.slug}.html", out / "index.html", shown)


def nikola(site: Site, folder: Path) -> dict[str, Made]:
    links = tuple((f"/{page.slug}/", page.title) for page in site.stubs[4:12])
    settings = {
        "BLOG_AUTHOR": "Ann Miller",
        "BLOG_TITLE": site.name,
        "SITE_URL": "https://harbour.example/",
        "BLOG_EMAIL": "ann@harbour.example",
        "BLOG_DESCRIPTION": "Notes",
        "DEFAULT_LANG": site.language,
        "TRANSLATIONS": {site.language: ""},
        "NAVIGATION_LINKS": {site.language: (("/archive.html", "Archive"), *links)},
        "THEME": "bootblog4",
        "POSTS": (("posts/*.md", "posts", "post.tmpl"),),
        "PAGES": (),
        "INDEX_TEASERS": True,
        "INDEX_DISPLAY_POST_COUNT": 30,
        "CONTENT_FOOTER": f"Contents © {_year(site)} Ann Miller - Powered by Nikola",
        "TIMEZONE": "UTC",
    }
    write(
        folder / "conf.py", "import time\n" + "\n".join(f"{key} = {value!r}" for key, value in settings.items())
    )
    for number, page in enumerate(_posts(site)):
        head = f"<!--\n.. title: {page.title}\n.. slug: {page.slug}\n.. date: 2026-03-{number + 1:02} 10:00:00 UTC\n"
        head += ".. tags: harbour, notes\n.. type: text\n-->\n\n"
        write(
            folder / f"posts/{page.slug}.md",
            head + page.summary + "\n\n<!-- TEASER_END -->\n\n" + markdown(page, has_title=False),
        )
    write(folder / "listings/none", "")
    run([TOOLS / "py/bin/nikola", "build", "-q"], folder)
    made = _with_home(
        site,
        lambda page: folder / f"output/posts/{page.slug}/index.html",
        folder / "output/index.html",
        _title_and_summary,
    )
    return _with_summaries(site, made)


def _with_summaries(site: Site, made: dict[str, Made]) -> dict[str, Made]:
    """Add the summaries to the main texts, where they are the first paragraph of a post."""
    by_slug = {page.slug: page for page in site.inner}
    return {
        slug: Made(one.html, f"{one.main}\n{by_slug[slug].summary}" if slug in by_slug else one.main, one.added)
        for slug, one in made.items()
    }


def hexo(site: Site, folder: Path) -> dict[str, Made]:
    (folder / "node_modules").symlink_to(TOOLS / "npm/node_modules")
    packages = ["hexo", "hexo-theme-landscape", "hexo-renderer-ejs", "hexo-renderer-marked"]
    packages += [
        "hexo-generator-index",
        "hexo-generator-archive",
        "hexo-generator-category",
        "hexo-generator-tag",
    ]
    write(
        folder / "package.json",
        json.dumps(
            {"name": "site", "hexo": {"version": "8.1.2"}, "dependencies": dict.fromkeys(packages, "*")}
        ),
    )
    settings = {
        "title": site.name,
        "subtitle": "Notes from the harbour",
        "author": f"Ann Miller {_year(site)}",
        "language": site.language,
        "url": "https://harbour.example",
        "permalink": ":title/",
        "theme": "landscape",
        "per_page": 30,
        "index_generator": {"per_page": 30},
    }
    write(folder / "_config.yml", json.dumps(settings))
    for number, page in enumerate(_posts(site)):
        head = {
            "title": page.title,
            "date": f"2026-03-{number + 1:02} 10:00:00",
            "tags": ["harbour", site.stubs[number % 3].title],
            "categories": [site.stubs[5].title],
        }
        text = page.summary + "\n\n<!-- more -->\n\n" + markdown(page, has_title=False)
        write(folder / f"source/_posts/{page.slug}.md", json.dumps(head)[1:-1] + "\n;;;\n\n" + text)
    run(["node_modules/.bin/hexo", "generate"], folder)
    public = folder / "public"
    made = _with_home(
        site, lambda page: public / page.slug / "index.html", public / "index.html", _title_and_summary
    )
    return _with_summaries(site, made)


def jekyll(site: Site, folder: Path) -> dict[str, Made]:
    settings = {
        "title": site.name,
        "lang": site.language,
        "theme": "minima",
        "author": "Ann Miller",
        "description": f"Notes from the harbour, {_year(site)}",
        "permalink": "/:slug.html",
        "show_excerpts": True,
        "plugins": ["jekyll-seo-tag", "jekyll-feed"],
    }
    write(folder / "_config.yml", json.dumps(settings))
    write(folder / "index.md", "---\nlayout: home\n---\n")
    for page in site.stubs[4:12]:
        write(folder / f"{page.slug}.md", f"---\nlayout: page\ntitle: {json.dumps(page.title)}\n---\n\nx\n")
    for number, page in enumerate(_posts(site)):
        head = f"---\nlayout: post\ntitle: {json.dumps(page.title)}\nauthor: Ann\nslug: {page.slug}\n"
        head += f"excerpt: {json.dumps(page.summary)}\n---\n\n"
        text = head + markdown(page, has_title=False).replace(" | ", "\t").replace("\t", " | ")
        write(folder / f"_posts/2026-03-{number + 1:02}-{page.slug}.md", text)
    run([TOOLS / "ruby.sh", TOOLS / "root/usr/bin/jekyll", "build", "-q", "-d", "out"], folder)
    return _with_home(
        site,
        lambda page: folder / f"out/{page.slug}.html",
        folder / "out/index.html",
        _title_and_summary,
    )


def eleventy(site: Site, folder: Path) -> dict[str, Made]:
    (folder / "node_modules").symlink_to(TOOLS / "npm/node_modules")
    write(folder / "src/_includes/layout.njk", (TEMPLATES / "eleventy.njk").read_text())
    around = {
        "name": site.name,
        "lang": site.language,
        "year": _year(site),
        "menu": [page.title for page in site.stubs[:8]],
    }
    write(folder / "src/_data/site.json", json.dumps(around))
    for number, page in enumerate(_posts(site)):
        head = {
            "title": page.title,
            "layout": "layout.njk",
            "tags": "posts",
            "date": f"2026-03-{number + 1:02}",
        }
        head["description"] = page.summary
        write(
            folder / f"src/{page.slug}.md",
            "---json\n" + json.dumps(head) + "\n---\n\n" + markdown(page, has_title=False),
        )
    write(
        folder / "src/index.njk",
        '---json\n{"layout": "layout.njk", "title": ""}\n---\n' + (TEMPLATES / "eleventy_home.njk").read_text(),
    )
    run(["node_modules/.bin/eleventy", "--quiet", "--input=src", "--output=out"], folder)
    out = folder / "out"
    return _with_home(site, lambda page: out / page.slug / "index.html", out / "index.html", _title_and_summary)


def hugo(site: Site, folder: Path) -> dict[str, Made]:
    settings = {
        "title": site.name,
        "languageCode": site.language,
        "baseURL": "https://harbour.example/",
        "disableKinds": ["taxonomy", "term", "RSS", "sitemap"],
        "permalinks": {"posts": "/:slug/"},
        "params": {"year": _year(site), "menu": [page.title for page in site.stubs[4:10]]},
    }
    write(folder / "config.json", json.dumps(settings))
    for name in ("baseof", "single", "list", "index"):
        place = "index.html" if name == "index" else f"_default/{name}.html"
        write(folder / "layouts" / place, (TEMPLATES / f"hugo_{name}.html").read_text())
    for number, page in enumerate(_posts(site)):
        head = {
            "title": page.title,
            "date": f"2026-03-{number + 1:02}",
            "slug": page.slug,
            "summary": page.summary,
            "tags": ["harbour", "notes"],
        }
        write(
            folder / f"content/posts/{page.slug}.md",
            json.dumps(head) + "\n\n" + markdown(page, has_title=False),
        )
    run(
        [TOOLS / "root/usr/bin/hugo", "--quiet", "-d", "out"],
        folder,
        LD_LIBRARY_PATH=str(TOOLS / "root/usr/lib/x86_64-linux-gnu"),
    )
    out = folder / "out"
    return _with_home(site, lambda page: out / page.slug / "index.html", out / "index.html", _title_and_summary)
