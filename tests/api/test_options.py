"""Methods of an address, and query parameters that are repeated."""

import httpx
import pytest

from tests.api.resources.test_profiles import problem
from watchd.api.app import framework
from watchd.api.services import Services


async def test_options_lists_every_method_of_an_address(services: Services, admin: httpx.AsyncClient) -> None:
    methods: dict[str, set[str]] = {}
    for route in framework(services).routes:
        for handler in getattr(route, "route_handlers", []):
            methods.setdefault(route.path_format, set()).update(handler.http_methods)
    assert {"GET", "POST"} <= methods["/api/v1/profiles"]
    for path, expected in methods.items():
        answer = await admin.options(path)
        allowed = {method.strip() for method in answer.headers["allow"].split(",")}
        assert allowed == {str(method) for method in expected}, path


@pytest.mark.parametrize("query", ["limit=5&limit=6", "state=read&state=unread&limit=5", "q=a&q=a"])
async def test_a_parameter_that_is_there_twice_is_refused_by_name(admin: httpx.AsyncClient, query: str) -> None:
    answer = await admin.get(f"/api/v1/findings?{query}")
    fault = problem(answer, 422)["errors"][0]
    assert (fault["field"], fault["message"]) == (
        query.partition("=")[0],
        "must not be repeated; send it once",
    )
