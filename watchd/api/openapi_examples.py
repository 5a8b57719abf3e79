"""Examples of the OpenAPI document, from the files in examples/: one profile, one channel and one finding throughout.

Each file has the name of the module in resources/ whose operations it shows. tests/api/test_examples.py sends every example
and compares the answers; with WRITE_EXAMPLES=1 it writes them into the files.
"""

from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from watchd.api.edge.problems import MEDIA_TYPE

FOLDER = resources.files("watchd.api") / "examples"
PARAMETERS = "parameters.json"
BASE = "/api/v1"

# The state of the daemon in which the request is sent: without any data, with a channel but no profile, with the whole
# story, while the run is still active, or with a part that does not work.
Story = Literal["empty", "no profile", "whole", "running", "not ready"]


class RefusedExample(Struct, frozen=True, forbid_unknown_fields=True):
    """A request that is refused, and the problem that answers it. What it does not set is as in the example."""

    parameters: dict[str, Any] = {}
    headers: dict[str, str] = {}
    body: Any = UNSET
    story: Story = "whole"
    answer: dict[str, Any] = {}


class ExampleForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The same operation with another media type: of its request if there is a body, else of its answer."""

    media_type: str
    parameters: dict[str, Any] = {}
    body: str | UnsetType = UNSET
    answer: str | UnsetType = UNSET


class OperationExample(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One operation: its request, its answer, other forms of them, and a request that is refused."""

    story: Story = "whole"
    parameters: dict[str, Any] = {}
    body: Any = UNSET
    answer: Any = UNSET  # unset: it has no body. Long texts and lists are cut.
    forms: tuple[ExampleForm, ...] = ()
    refused: RefusedExample


def files() -> dict[str, dict[str, OperationExample]]:
    """Return the examples of every file, by operation such as `POST /profiles`."""
    names = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(".json"))
    return {
        name: msgspec.json.decode((FOLDER / name).read_bytes(), type=dict[str, OperationExample])
        for name in names
        if name != PARAMETERS
    }


def shared_parameters() -> dict[str, Any]:
    """Return the examples of parameters that several operations have, by name."""
    shared: dict[str, Any] = msgspec.json.decode((FOLDER / PARAMETERS).read_bytes())
    return shared


def operation_key(method: str, path: str) -> str:
    return f"{method.upper()} {path.removeprefix(BASE)}"


def add_examples(document: dict[str, Any]) -> None:
    """Add the examples to the operations of the document. An operation without one stays as it is; a test fails then."""
    examples = {key: example for file in files().values() for key, example in file.items()}
    shared = shared_parameters()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if example := examples.get(operation_key(method, path)):
                _add_to_parameters(operation, shared | example.parameters)
                _add_to_request(operation, example)
                _add_to_answers(operation, example)


def _add_to_parameters(operation: dict[str, Any], values: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] in values:
            parameter["example"] = values[parameter["name"]]


def _add_to_request(operation: dict[str, Any], example: OperationExample) -> None:
    bodies = {form.media_type: form.body for form in example.forms if form.body is not UNSET}
    content = operation.get("requestBody", {}).get("content", {})
    for media_type, described in content.items():
        body = bodies.get(media_type, UNSET if "json" not in media_type else example.body)
        if body is not UNSET:
            content[media_type] = {**described, "example": body}


def _add_to_answers(operation: dict[str, Any], example: OperationExample) -> None:
    answers = {form.media_type: form.answer for form in example.forms if form.answer is not UNSET}
    content = success(operation).get("content", {})
    for place, (media_type, described) in enumerate(content.items()):
        answer = answers.get(media_type, example.answer if place == 0 else UNSET)
        if answer is not UNSET:
            content[media_type] = {**described, "example": answer}
    if problem := example.refused.answer:
        described = {"schema": {"$ref": "#/components/schemas/Problem"}, "example": problem}
        operation["responses"][str(problem["status"])] = {
            "description": f"{problem['title']}, for instance.",
            "content": {MEDIA_TYPE: described},
        }


def success(operation: dict[str, Any]) -> dict[str, Any]:
    """Return the described answer of a request that succeeds."""
    described: dict[str, Any] = next(
        answer for status, answer in operation["responses"].items() if status.startswith("2")
    )
    return described
