"""Every branch of the energy rules and of the population is taken by a test.

    python -m pytest tests/core/population --cov=watchd.core.population.energy_ledger \\
        --cov=watchd.core.population.population --cov=watchd.core.population.budget_use \\
        --cov=watchd.core.population.lifecycle --cov=watchd.core.population.visit_queue --cov-branch --cov-fail-under=100
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
TESTS = tuple(
    f"tests/core/population/test_{name}.py"
    for name in ("energy_ledger", "population", "population_questions", "visit_queue")
)
COVERED = (
    "watchd.core.population.energy_ledger",
    "watchd.core.population.population",
    "watchd.core.population.budget_use",
    "watchd.core.population.lifecycle",
    "watchd.core.population.visit_queue",
)


def test_every_branch_of_energy_and_population_is_tested(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, "--cov-branch"]
    command += [f"--cov={module}" for module in COVERED]
    command += ["--cov-fail-under=100", "--cov-report=term-missing", "--cov-config=/dev/null"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={"COVERAGE_FILE": str(tmp_path / "coverage"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
