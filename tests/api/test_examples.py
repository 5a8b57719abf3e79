"""The examples of the OpenAPI document: every operation has them, and the daemon gives exactly these answers.

`WRITE_EXAMPLES=1 .venv/bin/python -m pytest tests/api/test_examples.py` writes the answers into the files.
"""

import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from msgspec import UNSET

from tests.api import story
from tests.api.test_openapi import document
from tests.conftest import token_text
from tests.support import HandWoundClock
from tests.web.provider_site import json_answer
from tests.web.site import site
from watchd.api import openapi_examples
from watchd.api.app import build
from watchd.api.openapi_examples import BASE, ExampleForm, OperationExample, RefusedExample, Story
from watchd.api.services import Services
from watchd.web.providers.settings import ProviderSettings

FOLDER = Path(str(openapi_examples.FOLDER))
FILES = openapi_examples.files()
EXAMPLES = {key: example for file in FILES.values() for key, example in file.items()}
SHARED = openapi_examples.shared_parameters()
IS_WRITTEN = os.environ.get("WRITE_EXAMPLES") == "1"
# Measured values, numbers that change with every version, and the port of the search engine; an example only has to have
# the same type.
MEASURED = {"version", "schema", "bytes", "seconds", "sends_to"}
# An example shows so much of a long answer.
MAX_LINES = 20
MAX_ITEMS = 5
HIT = {"url": story.URL, "title": story.TITLE, "content": "The pilot line opens in 2028."}


def is_page(answer: Any) -> bool:
    return isinstance(answer, dict) and "next" in answer


@pytest.fixture
async def configured_providers() -> AsyncIterator[dict[str, ProviderSettings]]:
    """Return a search engine that really answers."""
    async with site() as server:
        server.otherwise = json_answer({"results": [HIT]})
        yield {"searxng": ProviderSettings(base_url=server.url("/"))}


class StoryClient:
    """Client that sends a request of an example to a daemon in the state of a story."""

    def __init__(self, services: Services, clock: HandWoundClock, described: dict[str, Any]) -> None:
        self._services, self._clock, self._document = services, clock, described

    async def send(
        self,
        key: str,
        told: Story,
        sent: "OperationExample | ExampleForm | RefusedExample",
        *,
        cursor: bool = False,
    ) -> httpx.Response:
        services = await story.told(self._services, self._clock, told)
        transport = httpx.ASGITransport(build(services), client=("192.0.2.7", 1234))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            client.headers["Authorization"] = f"Bearer {await token_text(services, 'admin', 'admin')}"
            return await client.send(self._request(client, key, sent, cursor=cursor))

    def operation(self, key: str) -> dict[str, Any]:
        method, _, path = key.partition(" ")
        paths = self._document["paths"]
        item = paths[BASE + path if BASE + path in paths else path]
        operation: dict[str, Any] = item[method.lower()]
        return operation

    def _request(
        self,
        client: httpx.AsyncClient,
        key: str,
        sent: "OperationExample | ExampleForm | RefusedExample",
        *,
        cursor: bool,
    ) -> httpx.Request:
        example = EXAMPLES[key]
        values = SHARED | example.parameters | sent.parameters
        method, _, path = key.partition(" ")
        query, headers = {}, dict(getattr(sent, "headers", {}))
        for parameter in self.operation(key).get("parameters", []):
            name = parameter["name"]
            match parameter["in"]:
                case "path":
                    path = path.replace(f"{{{name}}}", str(values[name]))
                case "query" if name != "cursor" or cursor:
                    value = values[name]
                    query[name] = str(value).lower() if isinstance(value, bool) else value
                case "header":
                    headers[name] = str(values[name])
        body = example.body if sent.body is UNSET else sent.body
        content = None if body is UNSET else body if isinstance(body, str) else json.dumps(body)
        if content is not None:
            is_form = isinstance(sent, ExampleForm) and sent.body is not UNSET
            headers["Content-Type"] = (
                sent.media_type if isinstance(sent, ExampleForm) and is_form else "application/json"
            )
        base = "" if path.startswith(("/health", "/metrics")) else BASE
        return client.build_request(method, base + path, params=query, content=content, headers=headers)


DOCUMENT: dict[str, Any] = {}  # the same in every test; making it takes a while


@pytest.fixture
async def described(services: Services) -> dict[str, Any]:
    if not DOCUMENT:
        transport = httpx.ASGITransport(build(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as anonymous:
            DOCUMENT.update(await document(anonymous))
    return DOCUMENT


@pytest.fixture
def client(services: Services, clock: HandWoundClock, described: dict[str, Any]) -> StoryClient:
    return StoryClient(services, clock, described)


@pytest.mark.skipif(IS_WRITTEN, reason="the document has the old examples")
async def test_every_operation_has_examples_of_its_parameters_request_answer_and_an_error(
    described: dict[str, Any],
) -> None:
    missing = []
    for path, item in described["paths"].items():
        for method, operation in item.items():
            key = openapi_examples.operation_key(method, path)
            missing += [
                f"{key}: parameter {p['name']}" for p in operation.get("parameters", []) if "example" not in p
            ]
            for place, content in (
                ("request", operation.get("requestBody", {}).get("content", {})),
                ("answer", openapi_examples.success(operation).get("content", {})),
            ):
                if content and not any("example" in form for form in content.values()):
                    missing.append(f"{key}: {place}")
            if method == "head":
                continue
            errors = [
                answer["content"] for status, answer in operation["responses"].items() if status[0] in "45"
            ]
            if not any("example" in content["application/problem+json"] for content in errors):
                missing.append(f"{key}: error")
    assert missing == []


async def test_no_example_is_left_of_an_operation_that_is_gone(described: dict[str, Any]) -> None:
    operations = {
        openapi_examples.operation_key(method, path)
        for path, item in described["paths"].items()
        for method in item
    }
    assert set(EXAMPLES) <= operations
    assert len(EXAMPLES) == sum(map(len, FILES.values()))


@pytest.mark.skipif(IS_WRITTEN, reason="the document has the old examples")
async def test_the_examples_of_every_body_are_valid_by_its_schema(described: dict[str, Any]) -> None:
    checked = 0
    for path, item in described["paths"].items():
        for method, operation in item.items():
            for content in (
                operation.get("requestBody", {}).get("content", {}),
                *(answer.get("content", {}) for answer in operation["responses"].values()),
            ):
                for form in content.values():
                    if "example" in form:
                        assert faults(described, form["schema"], form["example"]) == [], (method, path)
                        checked += 1
    assert checked > 2 * len(EXAMPLES)


@pytest.mark.parametrize("key", EXAMPLES)
async def test_the_request_of_an_example_gets_its_answer(key: str, client: StoryClient) -> None:
    example = EXAMPLES[key]
    answer = await client.send(key, example.story, example)
    described = client.operation(key)
    assert answer.status_code == int(next(s for s in described["responses"] if s.startswith("2"))), answer.text
    got = content_of(answer)
    if IS_WRITTEN:
        write(key, ("answer",), merged(example.answer, got))
        return
    assert merged(example.answer, got) == example.answer


@pytest.mark.parametrize("key", EXAMPLES)
async def test_the_request_that_is_refused_gets_its_problem(key: str, client: StoryClient) -> None:
    refused = EXAMPLES[key].refused
    answer = await client.send(key, refused.story, refused)
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    if key.startswith("HEAD "):
        same = EXAMPLES[key.replace("HEAD", "GET", 1)].refused
        assert (answer.content, answer.status_code) == (b"", same.answer["status"])
        return
    if IS_WRITTEN:
        write(key, ("refused", "answer"), answer.json())
        return
    assert answer.json() == refused.answer
    assert answer.status_code == refused.answer["status"]


@pytest.mark.parametrize(
    ("key", "number"), [(key, n) for key, example in EXAMPLES.items() for n, _ in enumerate(example.forms)]
)
async def test_another_form_of_a_request_gets_its_answer(key: str, number: int, client: StoryClient) -> None:
    form = EXAMPLES[key].forms[number]
    answer = await client.send(key, EXAMPLES[key].story, form)
    assert answer.is_success, answer.text
    if form.answer is UNSET:
        return
    assert answer.headers["content-type"].partition(";")[0] == form.media_type
    if IS_WRITTEN:
        write(key, ("forms", number, "answer"), merged(form.answer, answer.text))
        return
    assert merged(form.answer, answer.text) == form.answer


@pytest.mark.parametrize("key", [key for key, example in EXAMPLES.items() if is_page(example.answer)])
async def test_the_example_of_a_cursor_is_accepted(key: str, client: StoryClient) -> None:
    example = EXAMPLES[key]
    assert (await client.send(key, example.story, example, cursor=True)).is_success


@pytest.mark.skipif(IS_WRITTEN, reason="the old examples are loaded")
def test_all_examples_are_about_the_same_profile() -> None:
    created = EXAMPLES["POST /profiles"]
    assert created.answer["id"] == SHARED["profile_id"] == story.PROFILE_ID
    assert created.body == story.SPEC
    assert EXAMPLES["GET /findings/{finding_id}"].answer["profile_id"] == story.PROFILE_ID


def content_of(answer: httpx.Response) -> Any:
    if not answer.content:
        return UNSET
    return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text


def merged(example: Any, got: Any) -> Any:
    """Return the answer as an example shows it: with the example's own values where they may differ, and long parts cut."""
    match got:
        case dict():
            known = example if isinstance(example, dict) else {}
            return {
                name: known[name]
                if is_measured(name, known.get(name), value)
                else merged(known.get(name), value)
                for name, value in got.items()
            }
        case list():
            items = example if isinstance(example, list) else []
            return [
                merged(items[place] if place < len(items) else None, value)
                for place, value in enumerate(got[:MAX_ITEMS])
            ]
        case float():
            return example if isinstance(example, float) and abs(example - got) < 0.001 else round(got, 3)
        case str() if "\n" in got:
            return example if is_excerpt(example, got) else excerpt(got)
    return got


def is_measured(name: str, example: Any, value: Any) -> bool:
    return name in MEASURED and type(example) is type(value)


def excerpt(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return text if len(lines) <= MAX_LINES else "".join(lines[:MAX_LINES])


def is_excerpt(example: Any, text: str) -> bool:
    """Return whether every line of the example is a line of the text, whatever the numbers are."""
    lines = {without_numbers(line) for line in text.splitlines()}
    return (
        isinstance(example, str)
        and example != ""
        and {without_numbers(line) for line in example.splitlines()} <= lines
    )


def without_numbers(line: str) -> str:
    return re.sub(r"\d+(\.\d+)?(e[+-]?\d+)?", "0", line)


def faults(whole: dict[str, Any], schema: dict[str, Any], value: Any) -> list[str]:
    complete = {**schema, "components": whole["components"]}
    return [error.message for error in jsonschema_rs.validator_for(complete).iter_errors(value)]


def write(key: str, path: tuple[str | int, ...], value: Any) -> None:
    """Put a value into the file of an example."""
    [name] = [name for name, examples in FILES.items() if key in examples]
    content = json.loads((FOLDER / name).read_text())
    place: Any = content[key]
    for step in path[:-1]:
        place = place[step]
    if value is not UNSET:
        place[path[-1]] = value
    content[key] = {
        name: content[key][name] for name in OperationExample.__struct_fields__ if name in content[key]
    }
    (FOLDER / name).write_text(laid_out(content) + "\n")


def laid_out(value: Any, depth: int = 0, width: int = 118) -> str:
    """Return JSON in which what fits into a line is on one line."""
    plain = json.dumps(value, ensure_ascii=False)
    inner = "  " * (depth + 1)
    if (depth >= 1 and len(plain) + len(inner) <= width) or not isinstance(value, dict | list) or not value:
        return plain
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {laid_out(entry, depth + 1)}" for name, entry in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + "  " * depth + "}"
    return "[\n" + ",\n".join(inner + laid_out(entry, depth + 1) for entry in value) + "\n" + "  " * depth + "]"
