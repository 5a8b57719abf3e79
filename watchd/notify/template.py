"""A person's template with values put in, in the workshop.

Templates are programs that people write, and peers have had their machines taken over through them. So they run in Jinja's
immutable sandbox, in a process that may dial nowhere, for a short time and in little memory. Page text only ever comes as a
value: it is never read as a template.
"""

from collections.abc import Iterable
from typing import Any

from jinja2 import FunctionLoader, StrictUndefined, TemplateError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from watchd.notify.jobs import Rendered, RenderJob, Unrendered

LONGEST = 100_000  # characters


class TooLong(Exception):
    """Raised when a template does not come to an end."""


def render(job: RenderJob) -> Rendered | Unrendered:
    part = "title"
    try:
        title = None if job.title is None else _filled(job.title, job.values)
        part = "body"
        body = None if job.body is None else _filled(job.body, job.values)
    except SecurityError:
        return Unrendered(f"its {part} asks for something that templates may not do")
    except TemplateError as mistake:
        return Unrendered(f"its {part} is wrong: {mistake.message}"[:300])
    except TooLong:
        return Unrendered(f"its {part} becomes longer than {LONGEST} characters")
    except Exception as error:  # arithmetic, types and so on inside a template
        return Unrendered(f"its {part} failed with {type(error).__name__}: {error}"[:300])
    return Rendered(title, body)


def _filled(source: str, values: dict[str, Any]) -> str:
    # What a template becomes is text; the channel that it goes to escapes it as a whole, or its values before.
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        loader=FunctionLoader(lambda _: None),
    )
    return _bounded(environment.from_string(source).generate(values))


def _bounded(parts: Iterable[str]) -> str:
    text, length = [], 0
    for part in parts:
        length += len(part)
        if length > LONGEST:
            raise TooLong
        text.append(part)
    return "".join(text)
