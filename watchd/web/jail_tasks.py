"""What can a child be asked to do? One entry per task."""

from collections.abc import Callable

from msgspec import Struct

from watchd.web.document import Document
from watchd.web.extract import extract
from watchd.web.jail_wire import Ask, Limits, Task


def _page(ask: Ask, limits: Limits) -> Struct:
    document = Document(ask.url, ask.body, ask.content_type, ask.charset, ask.headers)
    return extract(document, robot=limits.robot, most_links=limits.most_links)


TASKS: dict[Task, Callable[[Ask, Limits], Struct]] = {"page": _page}
