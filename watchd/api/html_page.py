"""Pages for people: plain HTML without scripts, with one style sheet of the daemon. Search engines do not index them."""

from importlib import resources

from litestar import Response, get

from watchd.api.edge.authorize import OPEN
from watchd.notify.escaping import for_html

STYLESHEET_PATH = "assets/pages.css"
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    # Without this, the browser would hide that a form is from this site. The link to a page is a secret, so other sites
    # must not see it.
    "Referrer-Policy": "same-origin",
}
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="../{stylesheet}">
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""


def page(content: str, *, title: str = "watchd", status: int = 200) -> Response[bytes]:
    """Return a page one level below the root; `content` is HTML in which text from outside is already escaped."""
    body = PAGE.format(title=for_html(title), stylesheet=STYLESHEET_PATH, content=content)
    return Response(body.encode(), status_code=status, media_type="text/html", headers=PAGE_HEADERS)


@get(f"/{STYLESHEET_PATH}", opt={"scope": OPEN}, include_in_schema=False)
async def stylesheet() -> Response[bytes]:
    """Serve the style sheet. It is the same for all, so browsers may keep it for a while."""
    body = (resources.files("watchd.api") / "assets" / "pages.css").read_bytes()
    return Response(body, media_type="text/css", headers={"Cache-Control": "max-age=3600"})
