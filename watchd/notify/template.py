"""Rendering of users' templates, in the sandboxed child process.

A template is a program, and attackers have taken over machines of similar projects through templates. So a template runs in
Jinja's immutable sandbox, in a process without network access, with limits on time and memory. Page text is always a value:
it is never read as a template.
"""

import encodings
from collections.abc import Iterable
from typing import Any

import jinja2
from jinja2 import FunctionLoader, StrictUndefined, TemplateError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from watchd.notify.jobs import Rendered, RenderJob, Unrendered
from watchd.sandbox import child

MAX_CHARS = 100_000


class TextTooLong(Exception):
    """Raised when a template produces too much text."""


def load() -> None:
    """Load what templates may need: the process that renders them can load nothing later."""
    child.load(("json", "pprint", "random", "traceback", "linecache"), packages=(jinja2, encodings))


def render(job: RenderJob) -> Rendered | Unrendered:
    part = "title"
    try:
        title = None if job.title is None else _fill(job.title, job.values)
        part = "body"
        body = None if job.body is None else _fill(job.body, job.values)
    except SecurityError:
        return Unrendered(f"its {part} uses something that templates may not do")
    except TemplateError as mistake:
        return Unrendered(f"its {part} is wrong: {mistake.message}"[:300])
    except TextTooLong:
        return Unrendered(f"its {part} becomes longer than {MAX_CHARS} characters")
    except Exception as error:  # arithmetic, types and so on inside a template
        return Unrendered(f"its {part} failed with {type(error).__name__}: {error}"[:300])
    return Rendered(title, body)


def _fill(source: str, values: dict[str, Any]) -> str:
    # The result is text: the channel escapes the whole text, or the values before they come here.
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        loader=FunctionLoader(lambda _: None),
    )
    return _join(environment.from_string(source).generate(values))


def _join(parts: Iterable[str]) -> str:
    text, length = [], 0
    for part in parts:
        length += len(part)
        if length > MAX_CHARS:
            raise TextTooLong
        text.append(part)
    return "".join(text)
