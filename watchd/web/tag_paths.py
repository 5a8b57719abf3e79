"""Where in its page does a link stand?

A tag path names the elements around a link from the outside in, such as "main/ul/li", so that the agents can
learn which arms of a site lead somewhere. Wrappers that say nothing (div) are left out, and regions that state
by their role what they are, are named as if they were elements: role=navigation is "nav".
"""

from lxml.etree import _Element

from watchd.web.regions import mark_stated

DEEPEST = 6  # names in a path; enough to tell arms apart
_NAMES = """
    article aside blockquote caption dd details dl dt figure footer h1 h2 h3 h4 h5 h6 header li main menu nav ol
    p pre section summary table td th ul
"""
_NAMED = frozenset(_NAMES.split())


class TagPaths:
    """Paths of one page. Links share most of their ancestors, so paths are remembered by element."""

    def __init__(self) -> None:
        self._known: dict[_Element | None, tuple[str, ...]] = {None: ()}

    def of(self, element: _Element | None) -> str:
        """The path of an element, itself included."""
        unknown = []
        while element not in self._known:
            assert element is not None
            unknown.append(element)
            element = element.getparent()
        names = self._known[element]
        for inner in reversed(unknown):
            if name := _name(inner):
                names = (*names, name)[-DEEPEST:]
            self._known[inner] = names
        return "/".join(names)


def _name(element: _Element) -> str:
    if stated := mark_stated(element):
        return stated.value
    tag = str(element.tag)
    return tag if tag in _NAMED else ""
