"""Tests of the unit files: low exposure, and no mistakes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

UNITS = sorted((ROOT / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
MAX_EXPOSURE = 1.5

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (apt-get install systemd)"
)


@needs_analyze
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_the_exposure_is_as_low_as_promised(unit: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    verdict = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert verdict is not None, done.stderr
    assert float(verdict[1]) <= MAX_EXPOSURE


@needs_analyze
def test_systemd_finds_no_mistake(tmp_path: Path) -> None:
    for unit in UNITS:
        # The program is not installed here, so another program takes its place.
        (tmp_path / unit.name).write_text(unit.read_text().replace("/usr/bin/watchd", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "watchd" in line]
    assert ours == []


def test_what_does_not_mend_by_itself_is_not_tried_again() -> None:
    from watchd import errors

    hopeless = {
        kind.exit_code
        for kind in (errors.ConfigError, errors.StateInUse, errors.DatabaseDamaged, errors.DatabaseTooNew)
    }
    line = re.search(r"^RestartPreventExitStatus=(.*)$", (ROOT / "systemd/watchd.service").read_text(), re.M)
    assert line is not None
    assert {int(code) for code in line[1].split()} == hopeless
