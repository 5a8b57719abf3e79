"""/profiles over the API: create, read, change, delete."""

from typing import Any

import httpx
import pytest

from tests.support import HandWoundClock

PATH = "/api/v1/profiles"
LEAST: dict[str, Any] = {"name": "Batteries", "query": {"text": "solid state battery"}}


async def create(client: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    response = await client.post(PATH, json={**LEAST, **fields})
    assert response.status_code == 201, response.text
    body: dict[str, Any] = response.json()
    return body


def problem(response: httpx.Response, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert body["type"].startswith("urn:watchd:problem:")
    assert body["title"]
    assert body["detail"]
    return body


def fields_of(body: dict[str, Any]) -> set[str]:
    return {error["field"] for error in body["errors"]}


class TestCreating:
    async def test_a_profile_comes_back_with_defaults_and_what_watchd_knows(
        self, admin: httpx.AsyncClient
    ) -> None:
        response = await admin.post(PATH, json=LEAST)
        body = response.json()
        assert response.status_code == 201
        assert response.headers["location"] == f"{PATH}/{body['id']}"
        assert response.headers["etag"]
        assert body["schedule"] == {"every": "6h"}
        assert body["next_run_at"] == body["created_at"] == "2026-11-16T07:30:00Z"
        assert body["last_run"] is None
        assert body["health"] == {"state": "new", "since": "2026-11-16T07:30:00Z", "reason": "has not run yet"}
        assert body["counts"] == {"findings": 0, "unread": 0}

    async def test_a_name_that_is_taken_is_a_conflict_that_names_the_field(
        self, admin: httpx.AsyncClient
    ) -> None:
        await create(admin)
        body = problem(await admin.post(PATH, json=LEAST), 409)
        assert fields_of(body) == {"name"}

    @pytest.mark.parametrize("text", ["-toy", '"', "- -", "..."])
    async def test_a_query_without_a_word_to_search_for_is_refused(
        self, admin: httpx.AsyncClient, text: str
    ) -> None:
        query = {"text": text}
        assert fields_of(problem(await admin.post(PATH, json={**LEAST, "query": query}), 422)) == {"query.text"}
        file = {"profiles": [{"name": "x", "query": query}]}
        refused = problem(await admin.post(f"{PATH}/import", json=file), 422)
        assert fields_of(refused) == {"profiles[0].query.text"}
        id = (await create(admin))["id"]
        assert fields_of(problem(await admin.patch(f"{PATH}/{id}", json={"query": query}), 422)) == {
            "query.text"
        }
        await create(admin, name="with an example", query={"text": text, "examples": ["https://example.org/"]})

    @pytest.mark.parametrize(
        ("wrong", "field", "words"),
        [
            (
                {"report": {"kinds": ["new", "old"]}},
                "report.kinds[1]",
                "is 'old'; it needs to be one of new, changed, gone, newly_relevant",
            ),
            (
                {"delivery": {"mode": "fast"}},
                "delivery.mode",
                "is 'fast'; it needs to be one of instant, digest",
            ),
            (
                {"strategy": {"params": {"least": 30, "most": 5}}},
                "strategy.params.least",
                "must be at most 5, the value of most; got 30; lower least or raise most",
            ),
        ],
    )
    async def test_a_wrong_choice_comes_with_the_right_ones(
        self, admin: httpx.AsyncClient, wrong: dict[str, Any], field: str, words: str
    ) -> None:
        (error,) = problem(await admin.post(PATH, json={**LEAST, **wrong}), 422)["errors"]
        assert error == {"field": field, "message": words}

    async def test_every_wrong_field_is_named(self, admin: httpx.AsyncClient) -> None:
        wrong = {"name": 5, "query": {"text": ""}, "typo": 1, "schedule": {"cron": "x"}, "id": "mine"}
        body = problem(await admin.post(PATH, json=wrong), 422)
        assert fields_of(body) == {"name", "query.text", "typo", "schedule.cron", "id"}

    async def test_what_types_cannot_say_is_checked_too(self, admin: httpx.AsyncClient) -> None:
        body = problem(await admin.post(PATH, json={**LEAST, "query": {"text": " "}}), 422)
        assert fields_of(body) == {"query.text"}

    @pytest.mark.parametrize(
        ("strategy", "field"),
        [
            ({"name": "energy", "params": {"gain": -1}}, "strategy.params.gain"),
            ({"name": "best_first", "params": {"gain": 1}}, "strategy.params.gain"),
            ({"name": "energy", "params": {"gian": 1}}, "strategy.params.gian"),
            ({"name": "energy", "params": []}, "strategy.params"),
        ],
    )
    async def test_parameters_are_those_of_the_strategy(
        self, admin: httpx.AsyncClient, strategy: Any, field: str
    ) -> None:
        assert fields_of(problem(await admin.post(PATH, json={**LEAST, "strategy": strategy}), 422)) == {field}

    async def test_an_unknown_channel_is_refused_and_nothing_is_stored(self, admin: httpx.AsyncClient) -> None:
        body = problem(await admin.post(PATH, json={**LEAST, "delivery": {"channels": ["unknown"]}}), 422)
        assert fields_of(body) == {"delivery.channels[0]"}
        assert (await admin.get(PATH)).json() == {"items": [], "next": None}


class TestReading:
    async def test_the_list_comes_in_pages(self, admin: httpx.AsyncClient, clock: HandWoundClock) -> None:
        for i in range(7):
            await create(admin, name=f"p{i}")
            clock.forward(seconds=1)
        seen: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await admin.get(PATH, params={"limit": 3, **cursor})).json()
            seen += [item["name"] for item in page["items"]]
            if page["next"] is None:
                break
            cursor = {"cursor": page["next"]}
        assert seen == [f"p{i}" for i in range(7)]

    async def test_a_list_of_a_thousand_comes_whole_in_bounded_pages_while_others_come_and_go(
        self, admin: httpx.AsyncClient
    ) -> None:
        async def put(*names: str) -> None:
            body = {"profiles": [{"name": name, "query": {"text": "tea"}} for name in names]}
            assert (await admin.post(f"{PATH}/import", json=body)).status_code == 201

        await put(*(f"p{i:04}" for i in range(1000)))
        seen: list[str] = []
        ids: list[str] = []
        cursor: dict[str, str] = {}
        for number in range(5):
            page = (await admin.get(PATH, params={"limit": 200, **cursor})).json()
            assert len(page["items"]) == 200
            seen += [item["name"] for item in page["items"]]
            ids += [item["id"] for item in page["items"]]
            assert page["next"] is not None or number == 4
            await admin.delete(
                f"{PATH}/{ids[number]}"
            )  # a profile of an earlier page is deleted; the next page must be complete
            cursor = {"cursor": page["next"]} if page["next"] else {}
        assert sorted(seen) == [f"p{i:04}" for i in range(1000)]
        assert len(set(ids)) == 1000

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("limit=0", "limit"),
            ("limit=201", "limit"),
            ("limit=many", "limit"),
            ("cursor=%21%21", "cursor"),
            ("cursor=x", "cursor"),
            ("enabled=maybe", "enabled"),
            ("tags=a", "tags"),
        ],
    )
    async def test_a_wrong_parameter_is_named(self, admin: httpx.AsyncClient, query: str, field: str) -> None:
        assert fields_of(problem(await admin.get(f"{PATH}?{query}"), 422)) == {field}

    async def test_an_unknown_id_is_not_found(self, admin: httpx.AsyncClient) -> None:
        for id in ("nothing", "..%2f..%2fetc", "%00", "a" * 5000, "🦊"):
            assert (await admin.get(f"{PATH}/{id}")).status_code == 404

    async def test_an_unchanged_profile_is_not_sent_again(self, admin: httpx.AsyncClient) -> None:
        profile = await create(admin)
        etag = (await admin.get(f"{PATH}/{profile['id']}")).headers["etag"]
        again = await admin.get(f"{PATH}/{profile['id']}", headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")

    async def test_filters_work_together(self, admin: httpx.AsyncClient) -> None:
        await create(admin, name="one", tags=["x"])
        await create(admin, name="two", tags=["x"], enabled=False)
        found = (await admin.get(PATH, params={"tag": "x", "enabled": "false", "q": "TW"})).json()["items"]
        assert [item["name"] for item in found] == ["two"]


class TestChanging:
    async def test_what_get_answered_can_be_put_back(self, admin: httpx.AsyncClient) -> None:
        profile = await create(admin, tags=["x"])
        profile["name"] = "Renamed"
        response = await admin.put(f"{PATH}/{profile['id']}", json=profile)
        assert response.status_code == 200
        assert (response.json()["name"], response.json()["tags"]) == ("Renamed", ["x"])

    async def test_put_sets_what_is_left_out_back_to_its_default(self, admin: httpx.AsyncClient) -> None:
        profile = await create(admin, tags=["x"], budget={"pages": 9})
        body = (await admin.put(f"{PATH}/{profile['id']}", json=LEAST)).json()
        assert (body["tags"], body["budget"]["pages"], body["id"]) == ([], 500, profile["id"])

    async def test_patch_changes_what_it_names_and_null_means_the_default(
        self, admin: httpx.AsyncClient
    ) -> None:
        profile = await create(admin, tags=["x"], budget={"pages": 9, "seconds": 8})
        response = await admin.patch(
            f"{PATH}/{profile['id']}",
            json={"budget": {"pages": None}, "report": {"min_score": 0.5}},
            headers={"Content-Type": "application/merge-patch+json"},
        )
        body = response.json()
        assert body["budget"] == {"pages": 500, "seconds": 8, "megabytes": 200}
        assert body["report"]["kinds"] == ["new", "changed"]
        assert body["report"]["min_score"] == 0.5
        assert body["tags"] == ["x"]

    async def test_a_schedule_of_another_kind_replaces_the_former(self, admin: httpx.AsyncClient) -> None:
        url = f"{PATH}/{(await create(admin))['id']}"
        cron = {"cron": "0 7 * * 1-5", "timezone": "Europe/Berlin"}
        assert (await admin.patch(url, json={"schedule": cron})).json()["schedule"] == cron
        changed = (await admin.patch(url, json={"schedule": {"cron": "0 8 * * *"}})).json()["schedule"]
        assert changed == {"cron": "0 8 * * *", "timezone": "Europe/Berlin"}
        adaptive = (await admin.patch(url, json={"schedule": {"adaptive": {"min": "5m"}}})).json()["schedule"]
        assert adaptive == {"adaptive": {"min": "5m", "max": "24h"}}
        longer = (await admin.patch(url, json={"schedule": {"adaptive": {"max": "2h"}}})).json()["schedule"]
        assert longer == {"adaptive": {"min": "5m", "max": "2h"}}

    async def test_another_strategy_starts_from_its_own_defaults(self, admin: httpx.AsyncClient) -> None:
        profile = await create(admin, strategy={"name": "energy", "params": {"gain": 9}})
        body = (
            await admin.patch(f"{PATH}/{profile['id']}", json={"strategy": {"name": "breadth_first"}})
        ).json()
        assert body["strategy"] == {"name": "breadth_first", "params": {}}

    @pytest.mark.parametrize(
        ("patch", "field"),
        [
            ({"id": "x"}, "id"),
            ({"next_run_at": "2027-01-01T00:00:00Z"}, "next_run_at"),
            ({"name": None}, "name"),
            ({"query": None}, "query"),
            ({"query": {"text": ""}}, "query.text"),
            ({"schedule": {"every": "1h", "manual": True}}, "schedule"),
            ({"typo": 1}, "typo"),
        ],
    )
    async def test_a_patch_that_cannot_be_applied_changes_nothing(
        self, admin: httpx.AsyncClient, patch: Any, field: str
    ) -> None:
        profile = await create(admin)
        assert field in fields_of(problem(await admin.patch(f"{PATH}/{profile['id']}", json=patch), 422))
        assert (await admin.get(f"{PATH}/{profile['id']}")).json() == profile

    async def test_pausing_takes_the_due_time_away_and_resuming_brings_it_back(
        self, admin: httpx.AsyncClient
    ) -> None:
        url = f"{PATH}/{(await create(admin))['id']}"
        assert (await admin.patch(url, json={"enabled": False})).json()["next_run_at"] is None
        assert (await admin.patch(url, json={"enabled": True})).json()["next_run_at"] is not None

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
    async def test_a_change_to_an_older_revision_is_refused(
        self, admin: httpx.AsyncClient, method: str
    ) -> None:
        created = await admin.post(PATH, json=LEAST)
        url = f"{PATH}/{created.json()['id']}"
        await admin.patch(url, json={"tags": ["theirs"]})
        body = None if method == "DELETE" else {**LEAST, "tags": ["mine"]}
        response = await admin.request(method, url, json=body, headers={"If-Match": created.headers["etag"]})
        problem(response, 412)
        assert (await admin.get(url)).json()["tags"] == ["theirs"]

    @pytest.mark.parametrize("match", ["current", "*", 'list "x", current', "weak"])
    async def test_a_change_to_the_newest_revision_is_made(self, admin: httpx.AsyncClient, match: str) -> None:
        created = await admin.post(PATH, json=LEAST)
        etag = created.headers["etag"]
        header = {"current": etag, "*": "*", 'list "x", current': f'"x", {etag}', "weak": f"W/{etag}"}[match]
        url = f"{PATH}/{created.json()['id']}"
        response = await admin.patch(url, json={"tags": ["a"]}, headers={"If-Match": header})
        assert response.status_code == 200
        assert response.headers["etag"] != etag

    async def test_a_deleted_profile_is_gone(self, admin: httpx.AsyncClient) -> None:
        url = f"{PATH}/{(await create(admin))['id']}"
        response = await admin.delete(url)
        assert (response.status_code, response.content) == (204, b"")
        problem(await admin.get(url), 404)
        problem(await admin.delete(url), 404)

    async def test_an_example_is_added_once(self, admin: httpx.AsyncClient) -> None:
        url = f"{PATH}/{(await create(admin))['id']}/examples"
        for _ in range(2):
            response = await admin.post(url, json={"url": "https://example.org/a"})
            assert response.status_code == 201
            assert response.json()["query"]["examples"] == ["https://example.org/a"]
        problem(await admin.post(url, json={"url": "file:///etc/passwd"}), 422)


class TestIdempotency:
    async def test_a_repeat_gets_the_first_answer_and_creates_nothing(self, admin: httpx.AsyncClient) -> None:
        key = {"Idempotency-Key": "3f1b"}
        first = await admin.post(PATH, json=LEAST, headers=key)
        second = await admin.post(PATH, json=LEAST, headers=key)
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.json() == second.json()
        assert first.headers["etag"] == second.headers["etag"]
        assert second.headers["idempotency-replayed"] == "true"
        assert len((await admin.get(PATH)).json()["items"]) == 1

    async def test_a_key_cannot_serve_two_requests(self, admin: httpx.AsyncClient) -> None:
        key = {"Idempotency-Key": "3f1b"}
        await admin.post(PATH, json=LEAST, headers=key)
        body = problem(await admin.post(PATH, json={**LEAST, "name": "Other"}, headers=key), 422)
        assert fields_of(body) == {"Idempotency-Key"}
        assert len((await admin.get(PATH)).json()["items"]) == 1

    async def test_a_key_is_free_again_after_a_day(
        self, admin: httpx.AsyncClient, clock: HandWoundClock
    ) -> None:
        key = {"Idempotency-Key": "3f1b"}
        await admin.post(PATH, json=LEAST, headers=key)
        clock.forward(hours=25)
        problem(
            await admin.post(PATH, json=LEAST, headers=key), 409
        )  # the name is used: the request was really executed

    async def test_a_request_that_failed_does_not_use_up_its_key(self, admin: httpx.AsyncClient) -> None:
        key = {"Idempotency-Key": "3f1b"}
        problem(await admin.post(PATH, json={**LEAST, "delivery": {"channels": ["x"]}}, headers=key), 422)
        assert (await admin.post(PATH, json=LEAST, headers=key)).status_code == 201

    @pytest.mark.parametrize("key", ["", " ", "a b", "x" * 256])
    async def test_a_key_that_is_none_is_refused(self, admin: httpx.AsyncClient, key: str) -> None:
        body = problem(await admin.post(PATH, json=LEAST, headers={"Idempotency-Key": key}), 422)
        assert fields_of(body) == {"Idempotency-Key"}
