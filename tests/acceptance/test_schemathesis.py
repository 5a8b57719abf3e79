"""Test with Schemathesis, which reads the OpenAPI document and tries what it allows and much that it forbids."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, running_daemon

CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance,status_code_conformance"
# Random examples per operation, besides the limits of every parameter. WATCHD_TEST_EXAMPLES=100 tries more.
EXAMPLES = "5"


@pytest.mark.timeout(400)
def test_no_request_that_the_document_suggests_breaks_the_daemon(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("schemathesis")
    with running_daemon(tmp_path / "state") as daemon:
        done = subprocess.run(
            [
                str(program), "run", f"{daemon.address}/api/openapi.json",
                "--header", f"Authorization: Bearer {daemon.token()}",
                "--checks", CHECKS, "--max-examples", os.environ.get("WATCHD_TEST_EXAMPLES", EXAMPLES),
                "--phases", "examples,coverage,fuzzing", "--mode", "all", "--seed", "1", "--generation-database", "none",
                "--suppress-health-check", "all", "--no-color", "--continue-on-failure",
            ],
            env={**os.environ, "SCHEMATHESIS_HOOKS": "tests.acceptance.schemathesis_hooks", "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=380, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        with daemon.client() as client:
            assert client.get("/health/ready").status_code == 200
        assert not [line for line in daemon.log() if line["level"] == "error"]
