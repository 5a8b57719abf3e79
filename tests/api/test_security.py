"""Access: tokens, scopes, hosts and origins."""

from typing import Any

import httpx
import pytest
from litestar import Litestar

from tests.api.resources.test_profiles import LEAST, PATH, create, problem
from tests.conftest import token_text
from tests.support import HandWoundClock
from watchd.api.app import build, framework
from watchd.api.edge.authorize import INCLUDES, LOOPBACK_OR_READ, OPEN, PORTAL, refuse_unmarked
from watchd.api.services import Services


def routes(app: Litestar) -> list[tuple[str, str, str]]:
    """Return method, path with placeholders, and scope of every route."""
    found = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            for method in handler.http_methods - {"OPTIONS"}:
                path = route.path_format
                for name in (
                    "profile_id",
                    "run_id",
                    "finding_id",
                    "alert_id",
                    "document_id",
                    "token_id",
                    "name",
                    "path",
                ):
                    path = path.replace(f"{{{name}}}", "nothing")
                found.append((method, path, handler.opt["scope"]))
    return sorted(found)


async def test_every_route_needs_a_token_unless_it_says_otherwise(
    services: Services, anonymous: httpx.AsyncClient
) -> None:
    seen = 0
    for method, path, scope in routes(framework(services)):
        response = await anonymous.request(method, path)
        if scope == OPEN:
            assert response.status_code != 401, path
        else:
            body = problem(response, 401)
            assert response.headers["www-authenticate"].startswith("Bearer")
            assert "There is no" not in body["detail"]
            seen += 1
    assert seen > 50


@pytest.mark.parametrize("scope", ["admin", "write", "read", "bot"])
async def test_a_scope_opens_what_it_includes_and_nothing_else(
    services: Services, anonymous: httpx.AsyncClient, scope: Any
) -> None:
    anonymous.headers["Authorization"] = f"Bearer {await token_text(services, 'someone', scope)}"
    for method, path, needed in routes(framework(services)):
        if needed in (OPEN, LOOPBACK_OR_READ):
            continue
        response = await anonymous.request(method, path)
        scope_needed = "read" if needed == PORTAL else needed  # as long as the portal is not public
        assert (response.status_code == 403) == (scope_needed not in INCLUDES[scope]), (
            method,
            path,
            response.status_code,
        )


def test_a_route_without_a_scope_stops_the_start(services: Services) -> None:
    from litestar import get

    @get("/forgotten")
    async def forgotten() -> None: ...

    with pytest.raises(AssertionError, match="without a scope"):
        refuse_unmarked([forgotten])


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic dXNlcjpwdw==",
        "Token {token}",
        "{token}",
        "Bearer {token}x",
        "Bearer wd_a_aaaaaaaa_" + "A" * 43,
    ],
)
async def test_a_wrong_credential_is_refused_with_the_same_answer(
    services: Services, anonymous: httpx.AsyncClient, header: str
) -> None:
    token = await token_text(services, "admin", "admin")
    response = await anonymous.get(PATH, headers={"Authorization": header.format(token=token)})
    missing = await anonymous.get(PATH)
    assert problem(response, 401) == problem(missing, 401)


async def test_a_token_in_the_query_string_does_not_count(
    services: Services, anonymous: httpx.AsyncClient
) -> None:
    token = await token_text(services, "admin", "admin")
    problem(await anonymous.get(PATH, params={"token": token}), 401)


async def test_a_revoked_token_is_refused_on_the_next_request(
    services: Services, admin: httpx.AsyncClient
) -> None:
    text = await token_text(services, "phone", "read")
    phone = {"Authorization": f"Bearer {text}"}
    assert (await admin.get(PATH, headers=phone)).status_code == 200
    [token] = [t for t in (await admin.get("/api/v1/tokens")).json()["items"] if t["name"] == "phone"]
    assert (await admin.delete(f"/api/v1/tokens/{token['id']}")).status_code == 204
    problem(await admin.get(PATH, headers=phone), 401)


async def test_guessing_is_slowed_down_and_a_good_token_still_gets_in(admin: httpx.AsyncClient) -> None:
    wrong = {"Authorization": "Bearer wd_a_aaaaaaaa_" + "A" * 43}
    statuses = [(await admin.get(PATH, headers=wrong)).status_code for _ in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    assert (await admin.get(PATH)).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8420", 200),
        ("127.0.0.1:9", 200),
        ("[::1]:8420", 200),
        ("LOCALHOST", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:8420", 421),
        ("localhost.", 421),
        ("127.1", 421),
        ("[::2]", 421),
        ("[0:0:0:0:0:0:0:1]", 200),
        ("", 400),
        ("[::1", 400),
        ("[zz]", 400),
        ("[1.2]", 400),
        ("[127.0.0.1]", 400),
        ("[localhost]", 400),
        ("a:b:c", 400),
        ("127.0.0.1:8420@evil.test", 400),
        ("127.0.0.1:8420.", 400),
        ("[::1].evil.test", 400),
        ("[::1%25lo]", 400),
        ("localhost:8420,evil.test", 400),
        ("localhost, evil.test", 400),
        ("localhost:", 400),
        ("localhost:+80", 400),
        ("localhost:842000", 400),
        ("user@localhost", 400),
        ("localhost/evil", 400),
        ("localhost\\evil", 400),
    ],
)
async def test_only_our_own_names_are_answered(anonymous: httpx.AsyncClient, host: str, status: int) -> None:
    response = await anonymous.get("/health/live", headers={"Host": host})
    assert response.status_code == status
    if status != 200:
        assert problem(response, status)["type"] == "urn:watchd:problem:host"


async def test_two_host_headers_are_refused(anonymous: httpx.AsyncClient) -> None:
    request = anonymous.build_request("GET", "/health/live")
    request.headers = httpx.Headers([("Host", "localhost"), ("Host", "evil.example")])
    problem(await anonymous.send(request), 400)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://localhost:8420"}, 201),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
async def test_pages_of_other_sites_cannot_use_the_api(
    admin: httpx.AsyncClient, headers: dict[str, str], status: int
) -> None:
    response = await admin.post(PATH, json=LEAST, headers=headers)
    assert response.status_code == status
    assert not [name for name in response.headers if name.startswith("access-control")]


async def test_a_link_from_elsewhere_may_lead_to_the_docs(anonymous: httpx.AsyncClient) -> None:
    response = await anonymous.get(
        "/api/docs", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    )
    assert response.status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json; charset=latin-1",
    ],
)
async def test_a_body_that_a_web_form_could_send_is_refused(
    admin: httpx.AsyncClient, content_type: str | None
) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    response = await admin.post(PATH, content=b'{"name": "x", "query": {"text": "y"}}', headers=headers)
    assert "application/json" in problem(response, 415)["detail"]


@pytest.mark.parametrize(
    "path", ["/health/live", "/api/docs", "/api/openapi.json", PATH, "/nothing", "/metrics"]
)
async def test_every_answer_carries_the_security_headers(anonymous: httpx.AsyncClient, path: str) -> None:
    headers = (await anonymous.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "server" not in headers


BAD_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"name=x",
    "half an object": b'{"name": "x", "query": {"te',
    "a list": b"[]",
    "a number": b"5",
    "null": b"null",
    "broken UTF-8": b'{"name": "\xff\xfe", "query": {"text": "x"}}',
    "UTF-16": '{"name": "x", "query": {"text": "x"}}'.encode("utf-16"),
    "a lone surrogate": b'{"name": "\\ud800", "query": {"text": "x"}}',
    "a NUL": b'{"name": "a\\u0000b", "query": {"text": "x"}}',
    "NaN": b'{"name": "x", "query": {"text": "x"}, "report": {"min_score": NaN}}',
    "infinity": b'{"name": "x", "query": {"text": "x"}, "report": {"min_score": 1e999}}',
    "a huge integer": b'{"name": "x", "query": {"text": "x"}, "budget": {"pages": ' + b"9" * 400 + b"}}",
    "deep nesting": b'{"name": "x", "query": {"text": "x"}, "strategy": {"params": '
    + b'{"a":' * 5000
    + b"1"
    + b"}" * 5001,
    "deep list": b"[" * 100_000,
    "two documents": b'{"name": "x", "query": {"text": "x"}} {}',
    "a very long name": b'{"name": "' + b"x" * 500_000 + b'", "query": {"text": "x"}}',
    "many seeds": b'{"name": "x", "query": {"text": "x"}, "seeds": {"urls": ['
    + b'"http://a.example/",' * 5000
    + b'""]}}',
    "many unknown fields": b"{" + b",".join(b'"f%d": 1' % i for i in range(5000)) + b"}",
}


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", PATH), ("POST", "/api/v1/channels"), ("POST", "/api/v1/tokens"), ("PUT", None), ("PATCH", None)],
)
async def test_a_bad_body_is_a_clear_problem_and_changes_nothing(
    admin: httpx.AsyncClient, method: str, path: str | None
) -> None:
    profile = await create(admin)
    url = path or f"{PATH}/{profile['id']}"
    json = {"Content-Type": "application/json"}
    for case, body in BAD_BODIES.items():
        response = await admin.request(method, url, content=body, headers=json)
        assert response.status_code in (400, 422), (case, response.text)
        problem(response, response.status_code)
        assert "Traceback" not in response.text
    assert (await admin.get(PATH)).json()["items"] == [profile]
    assert (await admin.get("/api/v1/channels")).json()["items"] == []
    assert len((await admin.get("/api/v1/tokens")).json()["items"]) == 1


async def test_a_body_of_ten_megabytes_is_refused_and_the_client_sees_the_answer(
    admin: httpx.AsyncClient,
) -> None:
    response = await admin.post(PATH, content=b'{"name": "' + b"x" * 10_000_000 + b'"}')
    assert "1 MiB" in problem(response, 413)["detail"]


async def test_invented_methods_make_no_new_time_series(
    services: Services, anonymous: httpx.AsyncClient
) -> None:
    from watchd import metrics

    for number in range(5):
        await anonymous.request(f"FOO{number}", "/")
    assert "FOO" not in metrics.exposition().decode()


async def test_metrics_are_open_to_this_machine_and_closed_to_others(
    services: Services, anonymous: httpx.AsyncClient
) -> None:
    problem(await anonymous.get("/metrics"), 401)
    transport = httpx.ASGITransport(build(services), client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as local:
        response = await local.get("/metrics")
        assert response.status_code == 200
        assert "watchd_http_requests_total" in response.text


async def test_the_last_use_of_a_token_is_known_to_the_day(
    admin: httpx.AsyncClient, clock: HandWoundClock
) -> None:
    [token] = (await admin.get("/api/v1/tokens")).json()["items"]
    assert token["last_used_on"] == "2026-11-16"
    clock.forward(days=1)
    [token] = (await admin.get("/api/v1/tokens")).json()["items"]
    assert token["last_used_on"] == "2026-11-17"


@pytest.mark.parametrize(
    "path", ["/api/docs/assets/..%2f..%2fapp.py", "/api/docs/assets/app.py", "/api/docs/assets/%2e%2e"]
)
async def test_assets_are_names_and_never_paths(anonymous: httpx.AsyncClient, path: str) -> None:
    assert (await anonymous.get(path)).status_code == 404
