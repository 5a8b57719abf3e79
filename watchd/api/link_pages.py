"""What do the pages have in common that links of a message open? They are plain, strictly closed, and not indexed."""

from litestar import Response

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    # Without this the browser would hide from us that a form is our own. The link is a secret, so no one else sees it.
    "Referrer-Policy": "same-origin",
}
ENDED = "This link has ended, or what it speaks of is gone. Newer messages have newer links."
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>watchd</title>
<meta name="robots" content="noindex"></head>
<body>
{}
</body>
</html>
"""


def page(content: str, status: int = 200) -> Response[bytes]:
    """`content` is HTML: strangers' text in it is escaped already."""
    return Response(
        PAGE.format(content).encode(),
        status_code=status,
        media_type="text/html",
        headers=HEADERS,
    )


def ended() -> Response[bytes]:
    return page(f"<p>{ENDED}</p>", status=404)
