"""Settings of Sphinx: Markdown in, HTML in docs/site out, nothing loaded from other hosts."""

project = "watchd"
author = "the watchd maintainers"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "watchd"
html_static_path: list[str] = []
exclude_patterns = ["site"]
