"""A daemon with a small web beside it and a profile that has had its first run."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.acceptance.test_runs import ended, environ
from tests.acceptance.web_in_thread import site_in_thread
from tests.flow.small_web import SmallWeb, battery_web, spec
from tests.support import RunningDaemon, running_daemon


class World(NamedTuple):
    """The daemon, its web, and the profile that has run."""

    daemon: RunningDaemon
    web: SmallWeb
    profile_id: str

    def run(self, profile_id: str) -> str:
        """Start a run, wait until it has ended, and return its id."""
        with self.daemon.client() as client:
            run = client.post(f"/api/v1/profiles/{profile_id}/runs").raise_for_status().json()
            return str(ended(client, run["id"])["id"])


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with site_in_thread() as site:
        web = battery_web(site)
        with running_daemon(tmp_path_factory.mktemp("commands") / "state", environ(site)) as daemon:
            with daemon.client() as client:
                body = spec(web, name="Batteries")
                profile_id = client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"]
            made = World(daemon, web, profile_id)
            made.run(profile_id)
            yield made
